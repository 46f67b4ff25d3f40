import { z } from "zod";

/** Requests to a CKB server, its answers, and the messages to its host, the thread that is connected to it. */

const text = z.string().max(1_000);
const count = z.number().min(0).max(1e9);
const location = z.object({ fileId: text, startLine: z.number().int().min(0).max(1e8) }).nullish();
const churn = z.object({ changeCount: count, authorCount: count });
const ranking = z.object({ score: z.number() }).nullish();
const list = <Shape extends z.ZodRawShape>(most: number, shape: Shape) => z.array(z.object(shape)).max(most);
const path = list(100, { name: text, location });

/** The tools that are called, all read-only, with the form and the bounds of what they answer. */
export const CKB_ANSWERS = {
  searchSymbols: z.object({ symbols: list(1_000, { stableId: text.min(1), name: text, location }) }),
  getCallGraph: z.object({
    root: text,
    nodes: list(10_000, { id: text, name: text, location }),
    edges: list(50_000, { from: text, to: text }).nullish(),
  }),
  findReferences: z.object({ references: list(10_000, { location }) }),
  traceUsage: z.object({ paths: list(1_000, { pathType: text.nullish(), nodes: path }).nullish() }),
  getHotspots: z.object({ hotspots: list(1_000, { filePath: text, churn, ranking }) }),
};

/** Name of a tool. */
export type CkbTool = keyof typeof CKB_ANSWERS;

/** Answer type of each tool. */
export type CkbAnswers = { readonly [Tool in CkbTool]: z.infer<(typeof CKB_ANSWERS)[Tool]> };

/** A place as a server reports it; the line should be one-based, servers differ. */
export type CkbLocation = z.infer<typeof location>;

/** A call of a tool; the reply goes to the port that comes with it. */
export interface CkbRequest {
  readonly tool: string;
  readonly args: object;
  /** Milliseconds. */
  readonly patience: number;
}

/** The content that the tool answered; or the reason why there is none, in this program's own words. */
export type CkbReply = { readonly content: unknown } | { readonly why: string };

/** A server at an address. */
export interface CkbAddress {
  readonly url: string;
  readonly token: string | undefined;
  readonly certificates: string[];
}

/** From the main thread to the host. It answers with lines for the program's standard input. */
export type ToCkb =
  /** Without an address it is a program. The certificates are authorities trusted beside the usual ones, PEM. */
  | ({ readonly type: "open" } & Partial<CkbAddress>)
  /** A sandboxed worker's port. */
  | { readonly type: "connect"; readonly port: MessagePort }
  /** Standard output of the program. */
  | { readonly type: "output"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "ended"; readonly why: string };
