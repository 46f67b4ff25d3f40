import type { CkbServer, ToCkb } from "../model/ckb.ts";
import { CKB_PROGRAMS, CKB_TOOLS } from "../model/ckb.ts";
import type { CkbMessage } from "./sandbox/ckb_port.ts";
import { Failure } from "../model/errors.ts";
import type { ToolName } from "../model/tools.ts";
import type { Settings } from "../model/settings.ts";
import { certificatesFor, isLoopback } from "../platform/connected_worker.ts";
import { env } from "../platform/environment.ts";
import { ServerLink } from "../platform/server_link.ts";
import { CKB_WORKER } from "../platform/program.ts";

/** Bearer token for a server that wants one. Only the environment holds it: files are shown and copied. */
const TOKEN = "CI_AUTO_TOOLS_CKB_TOKEN";

/** The connection to the configured server, shared by the sandboxes of one answer. */
export interface CkbLink {
  /** The setting it was started for. */
  readonly server: string;
  /** A new line to the server, or why there is none: what a sandboxed worker is told, with its port. */
  line(): CkbMessage;
  end(): void;
}

/** The tools of `asked` that the configured server answers for; none when there is no server. */
export function ckbTools(settings: Settings, asked: readonly ToolName[]): ToolName[] {
  if (settings["ckb.server"].value === undefined) return [];
  const chosen = settings["ckb.tools"].value;
  return asked.filter((tool) => chosen.includes(tool) && (CKB_TOOLS as readonly ToolName[]).includes(tool));
}

/** Starts the configured server, or notes why it cannot be. Needs this thread's rights. */
export function startCkb(settings: Settings, root: string): CkbLink {
  const server = settings["ckb.server"].value ?? "";
  const common = {
    type: "ckb",
    tools: settings["ckb.tools"].value,
    patience: settings["ckb.timeout_ms"].value,
  } as const;
  const link = openLink(server, settings["ckb.args"].value, root);
  if (typeof link === "string") return { server, line: () => ({ ...common, why: link }), end: () => {} };
  const line = (): CkbMessage => {
    const { port1, port2 } = new MessageChannel();
    link.tell({ type: "connect", port: port1 } satisfies ToCkb, [port1]);
    return { ...common, port: port2 };
  };
  return { server, line, end: () => link.end() };
}

/** The running link, or why there is none. */
function openLink(name: string, args: readonly string[], root: string): ServerLink | string {
  const target = targetOf(name);
  if (typeof target === "string") return target;
  const { server, program, url } = target;
  let link: ServerLink | undefined;
  try {
    link = new ServerLink(CKB_WORKER, url);
    if (program !== undefined) link.start({ name: program, args, cwd: root });
    link.tell({ type: "open", server } satisfies ToCkb);
    return link;
  } catch (error) {
    link?.end();
    // A thread that gave up the network cannot hand it on.
    return error instanceof Failure ? error.message : "it was named after this program had started";
  }
}

/** What a server is reached by. */
interface Target {
  readonly server: CkbServer;
  readonly program?: string;
  readonly url?: URL;
}

/** The target of a setting, or what is wrong with it. */
function targetOf(value: string): Target | string {
  if ((CKB_PROGRAMS as readonly string[]).includes(value)) {
    return { server: { kind: "program" }, program: value };
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb) return `ckb.server is neither ${CKB_PROGRAMS.join(" nor ")} nor a URL`;
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return "ckb.server has to be https outside of this machine";
  }
  if (url.username !== "" || url.password !== "") return `ckb.server holds a password; use ${TOKEN}`;
  const token = env(TOKEN);
  const certificates = certificatesFor(url);
  return {
    server: { kind: "http", url: url.href, certificates, ...(token !== undefined && { token }) },
    url,
  };
}
