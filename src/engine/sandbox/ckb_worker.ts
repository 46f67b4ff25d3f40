import { CkbClient } from "../ckb/client.ts";
import { CkbFault } from "../ckb/dialect.ts";
import { httpTransport } from "../ckb/http_transport.ts";
import { LineTransport } from "../ckb/line_transport.ts";
import type { CkbReply, CkbRequest, CkbServer, FromCkb, ToCkb } from "../../model/ckb.ts";
import { boundedFetch } from "../../platform/bounded_fetch.ts";
import { VERSION } from "../../platform/program.ts";

/**
 * The thread that speaks with a CKB server. It may read nothing, start nothing, and connect to the one
 * address that was named or to none: a server that takes it over has gained nothing.
 */

/** Milliseconds a connection may take before the first question. */
const CONNECT_MS = 10_000;

let client: CkbClient | undefined;
let lines: LineTransport | undefined;
let ended: string | undefined;

self.onmessage = ({ data }: MessageEvent<ToCkb>): void => {
  if (data.type === "heard") lines?.hear(data.bytes);
  else if (data.type === "connect") listen(data.port);
  else if (data.type === "ended") {
    ended = data.why;
    void lines?.close();
  } else {
    client = open(data.server);
    void client.connect(CONNECT_MS).catch(() => {});
  }
};

function open(server: CkbServer): CkbClient {
  if (server.kind === "http") {
    const fetch = boundedFetch(server.certificates);
    return new CkbClient(() => httpTransport(server, fetch), VERSION);
  }
  const say = (line: string): void => self.postMessage({ type: "say", line } satisfies FromCkb);
  return new CkbClient(() => lines = new LineTransport(say), VERSION);
}

function listen(port: MessagePort): void {
  port.onmessage = ({ data }: MessageEvent<CkbRequest>) =>
    void answer(data).then((reply) => port.postMessage(reply));
}

async function answer({ id, question, patience }: CkbRequest): Promise<CkbReply> {
  try {
    if (!client || ended !== undefined) return { id, fault: { why: ended ?? "it was not started" } };
    return { id, answer: await client.ask(question, patience) };
  } catch (error) {
    const isLate = error instanceof CkbFault && error.isLate;
    return { id, fault: { why: ended ?? (error instanceof Error ? error.message : "no answer"), isLate } };
  }
}
