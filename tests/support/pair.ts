/** Both ends of a connection within this process: what one writes the other reads, in the order it was written. */
export function memoryPair(): readonly [Deno.Conn, Deno.Conn] {
  const [there, back] = [buffered(), buffered()];
  return [end(back.readable, there.writable), end(there.readable, back.writable)];
}

/** Like a socket, it takes what is not read yet. */
function buffered(): TransformStream<Uint8Array, Uint8Array> {
  const any = { highWaterMark: Infinity };
  return new TransformStream(undefined, any, any);
}

function end(readable: ReadableStream<Uint8Array>, writable: WritableStream<Uint8Array>): Deno.Conn {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const conn: Pick<Deno.Conn, "read" | "write" | "close"> = {
    read: async (buffer) => {
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      if (!value) return null;
      if (value.length > buffer.length) throw new Error("longer than a read takes");
      buffer.set(value);
      return value.length;
    },
    write: async (bytes) => {
      await writer.write(bytes.slice());
      return bytes.length;
    },
    close: () => {
      writer.close().catch(() => {});
      reader.cancel().catch(() => {});
    },
  };
  return conn as Deno.Conn;
}
