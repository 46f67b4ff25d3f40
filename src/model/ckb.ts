import type { ToolName } from "./tools.ts";

/**
 * What is asked of a CKB server, an MCP server with a code index of its own, and what it answers, free of its dialect.
 * None of its answers is used before the sandboxed side has found it in the repository.
 */

/** Tools a CKB server can answer for. */
export const CKB_TOOLS = [
  "ci_call_chain",
  "ci_impact",
  "ci_hotspot",
  "ci_graph_rag",
] as const satisfies readonly ToolName[];

/** Programs that may be started as a server: the permissions of the compiled program name them. */
export const CKB_PROGRAMS = ["ckb", "auto-tools-server"] as const;

/** A definition as far as it is known on this side. */
export interface CkbSymbol {
  /** Last part of its name. */
  readonly name: string;
  /** Relative to the root. */
  readonly path?: string;
  /** One-based. */
  readonly line?: number;
}

/** One question. */
export type CkbQuestion =
  | {
    readonly ask: "calls";
    readonly symbol: CkbSymbol;
    readonly direction: "callers" | "callees" | "both";
    readonly depth: number;
    /** Whether ways from entry points are wanted too. */
    readonly usage: boolean;
  }
  | { readonly ask: "references"; readonly symbol: CkbSymbol }
  | {
    readonly ask: "hotspots";
    /** Date, YYYY-MM-DD; absent: the server's own window. */
    readonly since?: string;
    readonly top: number;
  };

/** A place in the code, as the server reports it. */
export interface CkbPlace {
  readonly path: string;
  /** Meant one-based; servers differ. */
  readonly line: number;
  /** A definition's name, qualified or not. */
  readonly name?: string;
}

/** A definition in a call graph. */
export interface CkbNode extends CkbPlace {
  readonly id: string;
  readonly name: string;
}

/** A caller and its callee. */
export interface CkbCalls {
  readonly is: "calls";
  readonly root: string;
  readonly nodes: readonly CkbNode[];
  /** Caller and callee, by id. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  /** Entry first. */
  readonly usage: readonly { readonly entry: string; readonly steps: readonly CkbPlace[] }[];
}

/** Where a symbol is used. */
export interface CkbReferences {
  readonly is: "references";
  readonly uses: readonly CkbPlace[];
}

/** Files that change often, the worst first. */
export interface CkbHotspots {
  readonly is: "hotspots";
  readonly rows: readonly {
    readonly path: string;
    readonly commits: number;
    readonly authors: number;
    readonly score: number;
  }[];
}

/** One answer, within bounds. */
export type CkbAnswer = CkbCalls | CkbReferences | CkbHotspots;

/** What a sandboxed worker sends over its port, and what comes back. */
export interface CkbRequest {
  readonly id: number;
  readonly question: CkbQuestion;
  /** Milliseconds. */
  readonly patience: number;
}

/** See {@link CkbRequest}. */
export type CkbReply =
  | { readonly id: number; readonly answer: CkbAnswer }
  | { readonly id: number; readonly fault: CkbFailure };

/** Why there is no answer. */
export interface CkbFailure {
  /** This program's own words, never the server's. */
  readonly why: string;
  /** True: it was waited for until the end. */
  readonly isLate?: boolean;
}

/** From the main thread to the thread that is connected to the server. */
export type ToCkb =
  | { readonly type: "open"; readonly server: CkbServer }
  /** A sandboxed worker's port. */
  | { readonly type: "connect"; readonly port: MessagePort }
  /** Standard output of the program. */
  | { readonly type: "heard"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "ended"; readonly why: string };

/** Back to the main thread: a line for the program's standard input. */
export interface FromCkb {
  readonly type: "say";
  readonly line: string;
}

/** Where the server is: a program whose output the main thread passes on, or an address. */
export type CkbServer =
  | { readonly kind: "program" }
  | {
    readonly kind: "http";
    readonly url: string;
    /** Authorities trusted beside the usual ones, PEM. */
    readonly certificates: readonly string[];
    readonly token?: string;
  };
