import { z } from "zod";
import type { Engine } from "../../engine/engine.ts";
import type { NavigationMethod, NavigationQuery, NavigationSymbol } from "../../model/navigation.ts";
import { VERSION } from "../../platform/program.ts";
import { pathOfUri } from "../file_uri.ts";
import { ask, type Asked } from "./ask.ts";
import { Documents } from "./documents.ts";
import type { UriOf } from "./encode.ts";
import { callItem, callsAs, documentSymbol, hover, locationOf, symbolInformation } from "./encode.ts";
import { fileOf, Folders, pathBelow } from "./folders.ts";
import { CODES, type Handlers, RpcError } from "./rpc.ts";

const FORMATS = z.object({ contentFormat: z.array(z.string()).optional() });
const OUTLINE = z.object({ hierarchicalDocumentSymbolSupport: z.boolean().optional() });
const INITIALIZE = z.object({
  workspaceFolders: z.array(z.object({ uri: z.string() })).max(100).nullish(),
  rootUri: z.string().nullish(),
  rootPath: z.string().nullish(),
  capabilities: z.object({
    textDocument: z.object({ hover: FORMATS.optional(), documentSymbol: OUTLINE.optional() }).optional(),
  }).optional(),
});

const DOCUMENT = z.object({ textDocument: z.object({ uri: z.string() }) });
const COUNT = z.number().int().min(0);
const POSITION = z.object({ line: COUNT, character: COUNT });
const PLACE = DOCUMENT.extend({ position: POSITION });
const REFERENCES = z.object({ context: z.object({ includeDeclaration: z.boolean() }).optional() });
const NAME = z.object({ query: z.string() });
const ITEM = z.object({ item: z.object({ uri: z.string(), selectionRange: z.object({ start: POSITION }) }) });

/** Full texts of changed documents. */
const FULL_SYNC = 1;

const SYMBOLS = ["documentSymbol", "workspaceSymbol", "callHierarchy"];
const PROVIDED = ["definition", "references", "documentHighlight", "implementation", "hover", ...SYMBOLS];
const CAPABILITIES = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: FULL_SYNC },
  ...Object.fromEntries(PROVIDED.map((what) => [`${what}Provider`, true])),
};

type Handler = (params: unknown, signal: AbortSignal) => unknown;
type Query = Omit<NavigationQuery, "open">;

/** Findings of a question in a repository, and the mapping of its paths to the client's. */
interface Found extends Pick<Asked, "answer"> {
  readonly uriOf: UriOf;
}

/** One client's session: from `initialize` to `exit`. */
export class LspSession implements Handlers {
  #state: "new" | "open" | "shut" = "new";
  #client: z.infer<typeof INITIALIZE>["capabilities"];
  #folders: Folders;
  readonly #documents = new Documents();

  /**
   * @param named folders of the command line, which count before the client's own; absolute
   * @param cwd the folder where the client names none
   */
  constructor(
    private readonly named: readonly string[],
    private readonly cwd: string,
    private readonly engine: Engine,
  ) {
    this.#folders = new Folders(named.length > 0 ? named : [cwd]);
  }

  /** True if the client has sent `shutdown`, as it should before `exit`. */
  get isShut(): boolean {
    return this.#state === "shut";
  }

  request(method: string): Handler | undefined {
    if (this.#state === "shut") throw new RpcError(CODES.invalidRequest, "the server was shut down");
    if (method === "initialize") return (params) => this.#initialize(params);
    if (this.#state === "new") throw new RpcError(CODES.notInitialized, "initialize comes first");
    return this.#methods.get(method);
  }

  notification(method: string, params: unknown): void {
    if (this.#state === "open") this.#documents.follow(method, params);
  }

  #initialize(params: unknown): unknown {
    if (this.#state !== "new") throw new RpcError(CODES.invalidRequest, "initialize came before");
    const { workspaceFolders, rootUri, rootPath, capabilities } = INITIALIZE.parse(params);
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    const paths = uris.flatMap((uri) => pathOfUri(uri) ?? []);
    const own = paths.length > 0 ? paths : [rootPath || this.cwd];
    this.#client = capabilities;
    this.#folders = new Folders(this.named.length > 0 ? this.named : own);
    this.#state = "open";
    return { capabilities: CAPABILITIES, serverInfo: { name: "auto-tools", version: VERSION } };
  }

  readonly #methods: ReadonlyMap<string, Handler> = new Map<string, Handler>([
    ["shutdown", () => {
      this.#state = "shut";
    }],
    ["textDocument/definition", (params, signal) => this.#places("definition", params, signal)],
    ["textDocument/implementation", (params, signal) => this.#places("implementation", params, signal)],
    ["textDocument/references", (params, signal) => {
      const withDefinition = REFERENCES.parse(params).context?.includeDeclaration === true;
      return this.#places("references", params, signal, { withDefinition });
    }],
    ["textDocument/documentHighlight", async (params, signal) => {
      const { uri } = PLACE.parse(params).textDocument;
      const places = await this.#places("references", params, signal, { withDefinition: true });
      return places.filter((place) => place.uri === uri).map(({ range }) => ({ range }));
    }],
    ["textDocument/hover", async (params, signal) => {
      const formats = this.#client?.textDocument?.hover?.contentFormat;
      const [found] = await this.#at("hover", params, signal);
      return hover(found?.answer.symbols ?? [], formats?.includes("markdown") ?? false);
    }],
    ["textDocument/documentSymbol", async (params, signal) => {
      const { uri } = DOCUMENT.parse(params).textDocument;
      const found = await this.#ask({ method: "documentSymbols" }, signal, uri);
      const isTree = this.#client?.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport;
      return isTree ? symbolsOf(found, documentSymbol) : symbolsOf(found, symbolInformation).flat();
    }],
    ["workspace/symbol", async (params, signal) => {
      const { query: name } = NAME.parse(params);
      const found = await this.#ask({ method: "workspaceSymbols", name }, signal);
      return symbolsOf(found, symbolInformation).flat();
    }],
    ["textDocument/prepareCallHierarchy", async (params, signal) => {
      return symbolsOf(await this.#at("definition", params, signal), callItem);
    }],
    ["callHierarchy/incomingCalls", (params, signal) => this.#calls("incomingCalls", params, signal)],
    ["callHierarchy/outgoingCalls", (params, signal) => this.#calls("outgoingCalls", params, signal)],
  ]);

  async #calls(method: "incomingCalls" | "outgoingCalls", params: unknown, signal: AbortSignal) {
    const { uri, selectionRange } = ITEM.parse(params).item;
    const found = await this.#ask({ method, position: selectionRange.start }, signal, uri);
    const side = method === "incomingCalls" ? "from" : "to";
    return found.flatMap(({ answer, uriOf }) => callsAs(side, answer.calls, uriOf));
  }

  async #places(method: NavigationMethod, params: unknown, signal: AbortSignal, more: Partial<Query> = {}) {
    const found = await this.#at(method, params, signal, more);
    return found.flatMap(({ answer: { symbols, places }, uriOf }) => [
      ...symbols.map((symbol) => locationOf(symbol, uriOf)),
      ...places.map(({ path, range }) => ({ uri: uriOf(path), range })),
    ]);
  }

  #at(method: NavigationMethod, params: unknown, signal: AbortSignal, more: Partial<Query> = {}) {
    const { textDocument, position } = PLACE.parse(params);
    return this.#ask({ method, position, ...more }, signal, textDocument.uri);
  }

  /** Asks about a document, of which one outside of the workspace has no answer; or, without a URI, about every folder. */
  async #ask(query: Query, signal: AbortSignal, uri?: string): Promise<Found[]> {
    const file = uri === undefined ? undefined : fileOf(uri);
    const around = file === undefined ? [] : this.#folders.around(file);
    const found: Found[] = [];
    for (const folder of uri === undefined ? this.#folders.all() : around) {
      const queryOf = (root: string): NavigationQuery | undefined => {
        const path = pathBelow(root, file);
        if (file !== undefined && path === undefined) return undefined;
        return { ...query, ...(path !== undefined && { path }), open: this.#documents.below(root) };
      };
      const { root, answer } = await ask(folder, { engine: this.engine, queryOf, signal });
      found.push({ answer, uriOf: (path) => this.#folders.uriOf(`${root}/${path}`) });
    }
    return found;
  }
}

function symbolsOf<T>(found: readonly Found[], write: (symbol: NavigationSymbol, uriOf: UriOf) => T): T[] {
  return found.flatMap(({ answer, uriOf }) => answer.symbols.map((symbol) => write(symbol, uriOf)));
}
