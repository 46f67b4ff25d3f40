/** Peak memory of a process and of what it started, where the system reports it: 0 elsewhere. */

/** A process under watch. */
export interface Watch {
  /** Ends watching. The most threads of the process, and the largest resident size of it or of one that it started. */
  end(): { readonly threads: number; readonly bytes: number };
}

/** Watches a process and its descendants. */
export function watchProcess(pid: number): Watch {
  let [threads, bytes] = [0, 0];
  const look = (): void => {
    for (const one of withDescendants(pid)) {
      const status = textOf(`/proc/${one}/status`);
      if (one === pid) threads = Math.max(threads, Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0));
      bytes = Math.max(bytes, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024);
    }
  };
  const timer = setInterval(look, 20);
  return {
    end: () => {
      clearInterval(timer);
      return { threads, bytes };
    },
  };
}

function withDescendants(pid: number): number[] {
  try {
    const threads = [...Deno.readDirSync(`/proc/${pid}/task`)];
    const children = threads.flatMap(({ name }) =>
      textOf(`/proc/${pid}/task/${name}/children`).split(" ").map(Number).filter((child) => child > 0)
    );
    return [pid, ...children.flatMap(withDescendants)];
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
