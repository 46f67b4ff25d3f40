import type { ToCkb } from "../model/ckb.ts";
import { Failure } from "../model/errors.ts";
import type { Settings } from "../model/settings.ts";
import type { ToolName } from "../model/tools.ts";
import { certificatesFor, isLoopback } from "../platform/connected_worker.ts";
import { env } from "../platform/host_files.ts";
import { CKB_WORKER } from "../platform/program.ts";
import { ServerLink } from "../platform/server_link.ts";
import type { CkbMessage } from "./sandbox/ckb_port.ts";

/** Tools a CKB server can answer for. */
const TOOLS: readonly ToolName[] = ["ci_call_chain", "ci_impact", "ci_hotspot", "ci_graph_rag"];
/** Programs that may be started as a server: the permissions of the compiled program name them. */
const PROGRAMS: readonly string[] = ["ckb", "auto-tools-server"];
/** Bearer token for a server that wants one. Only the environment holds it: files are shown and copied. */
const TOKEN = "CI_AUTO_TOOLS_CKB_TOKEN";

/** The connection to the configured server, shared by the sandboxes of one answer. */
export interface CkbLink {
  /** The setting it was started for. */
  readonly server: string;
  /** A new connection to the server, or the reason for none: a sandboxed worker's message and port. */
  line(): CkbMessage;
  end(): unknown;
}

/** The tools of `asked` that the configured server answers for; none when there is no server. */
export function ckbTools(settings: Settings, asked: readonly ToolName[]): ToolName[] {
  const chosen = settings["ckb.server"].value === undefined ? [] : settings["ckb.tools"].value;
  return asked.filter((tool) => chosen.includes(tool) && TOOLS.includes(tool));
}

/** Starts the configured server, or notes why it cannot be. Needs this thread's rights. */
export function startCkb(settings: Settings, root: string): CkbLink {
  const server = settings["ckb.server"].value ?? "";
  const { "ckb.tools": tools, "ckb.timeout_ms": patience, "ckb.args": args } = settings;
  const common = { type: "ckb", tools: tools.value, patience: patience.value } as const;
  const link = openLink(server, args.value, root);
  const line = (): CkbMessage => {
    if (typeof link === "string") return { ...common, why: link };
    const { port1, port2 } = new MessageChannel();
    link.tell({ type: "connect", port: port1 } satisfies ToCkb, [port1]);
    return { ...common, port: port2 };
  };
  return { server, line, end: () => typeof link !== "string" && link.end() };
}

/** The running link, or why there is none. */
function openLink(server: string, args: readonly string[], cwd: string): ServerLink | string {
  const url = PROGRAMS.includes(server) ? undefined : URL.parse(server);
  if (url === null || !/^https?:$/.test(url?.protocol ?? "http:")) {
    return `ckb.server is neither ${PROGRAMS.join(" nor ")} nor a URL`;
  }
  if (url?.protocol === "http:" && !isLoopback(url.hostname)) {
    return "ckb.server has to be https outside of this machine";
  }
  if (url?.username || url?.password) return `ckb.server holds a password; use ${TOKEN}`;
  try {
    if (!url) {
      return new ServerLink(CKB_WORKER, { name: server, args, cwd }, { type: "open" } satisfies ToCkb);
    }
    const opening = {
      type: "open",
      url: url.href,
      token: env(TOKEN),
      certificates: certificatesFor(url),
    } as const;
    return new ServerLink(CKB_WORKER, url, opening satisfies ToCkb);
  } catch (error) {
    // A thread that gave up the network cannot hand it on.
    return error instanceof Failure ? error.message : "it was named after this program had started";
  }
}
