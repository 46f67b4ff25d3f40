import { z } from "zod";
import type {
  NavigationAnswer,
  NavigationMethod,
  NavigationQuery,
  NavigationSymbol,
} from "../../model/navigation.ts";
import { NOWHERE } from "../../model/navigation.ts";
import type { Engine } from "../../engine/engine.ts";
import { VERSION } from "../../platform/program.ts";
import { pathOfUri } from "../file_uri.ts";
import { ask, type Asked } from "./ask.ts";
import { Documents } from "./documents.ts";
import {
  callItem,
  callsAs,
  documentSymbol,
  hover,
  locationOf,
  symbolInformation,
  type UriOf,
} from "./encode.ts";
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
type Client = z.infer<typeof INITIALIZE>;

const DOCUMENT = z.object({ textDocument: z.object({ uri: z.string() }) });
const POSITION = z.object({
  line: z.number().int().min(0),
  character: z.number().int().min(0),
});
const PLACE = DOCUMENT.extend({ position: POSITION });
const REFERENCES = PLACE.extend({
  context: z.object({ includeDeclaration: z.boolean() }).optional(),
});
const NAME = z.object({ query: z.string() });
const ITEM = z.object({ item: z.object({ uri: z.string(), selectionRange: z.object({ start: POSITION }) }) });

/** Full texts of changed documents. */
const FULL_SYNC = 1;

const CAPABILITIES = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: FULL_SYNC },
  definitionProvider: true,
  referencesProvider: true,
  implementationProvider: true,
  hoverProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  callHierarchyProvider: true,
};

type Handler = (params: unknown, signal: AbortSignal) => unknown;

/** What a question found, and how its paths are named for the client. */
interface Found {
  readonly answer: NavigationAnswer;
  readonly uriOf: UriOf;
}

/** One client's session: from `initialize` to `exit`. */
export class LspSession implements Handlers {
  #state: "new" | "open" | "shut" = "new";
  #client: Client = {};
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

  /** Whether the client has asked for the end, as it should before `exit`. */
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
    const client = INITIALIZE.parse(params);
    const uris = client.workspaceFolders?.map(({ uri }) => uri) ?? (client.rootUri ? [client.rootUri] : []);
    const paths = uris.flatMap((uri) => pathOfUri(uri) ?? []);
    const own = paths.length > 0 ? paths : [client.rootPath || this.cwd];
    this.#client = client;
    this.#folders = new Folders(this.named.length > 0 ? this.named : own);
    this.#state = "open";
    return { capabilities: CAPABILITIES, serverInfo: { name: "auto-tools", version: VERSION } };
  }

  readonly #methods: ReadonlyMap<string, Handler> = new Map<string, Handler>([
    ["shutdown", () => {
      this.#state = "shut";
    }],
    [
      "textDocument/definition",
      async (params, signal) => placesOf(await this.#at("definition", params, signal)),
    ],
    [
      "textDocument/implementation",
      async (params, signal) => placesOf(await this.#at("implementation", params, signal)),
    ],
    ["textDocument/references", async (params, signal) => {
      const withDefinition = REFERENCES.parse(params).context?.includeDeclaration === true;
      return placesOf(await this.#at("references", params, signal, { withDefinition }));
    }],
    ["textDocument/hover", async (params, signal) => {
      const formats = this.#client.capabilities?.textDocument?.hover?.contentFormat;
      const { answer } = await this.#at("hover", params, signal);
      return hover(answer.symbols, formats?.includes("markdown") ?? false);
    }],
    ["textDocument/documentSymbol", async (params, signal) => {
      const { uri } = DOCUMENT.parse(params).textDocument;
      const { answer: { symbols }, uriOf } = await this.#ask({ method: "documentSymbols" }, uri, signal);
      const isTree = this.#client.capabilities?.textDocument?.documentSymbol
        ?.hierarchicalDocumentSymbolSupport;
      return isTree ? symbols.map(documentSymbol) : listed({ symbols, uriOf });
    }],
    ["workspace/symbol", async (params, signal) => {
      const { query: name } = NAME.parse(params);
      const found = await this.#everywhere({ method: "workspaceSymbols", name }, signal);
      return found.flatMap(({ answer: { symbols }, uriOf }) => listed({ symbols, uriOf }));
    }],
    ["textDocument/prepareCallHierarchy", async (params, signal) => {
      const { answer, uriOf } = await this.#at("definition", params, signal);
      return answer.symbols.map((symbol) => callItem(symbol, uriOf));
    }],
    ["callHierarchy/incomingCalls", (params, signal) => this.#calls("incomingCalls", params, signal)],
    ["callHierarchy/outgoingCalls", (params, signal) => this.#calls("outgoingCalls", params, signal)],
  ]);

  async #calls(
    method: "incomingCalls" | "outgoingCalls",
    params: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { uri, selectionRange } = ITEM.parse(params).item;
    const { answer, uriOf } = await this.#ask({ method, position: selectionRange.start }, uri, signal);
    return callsAs(method === "incomingCalls" ? "from" : "to", answer.calls, uriOf);
  }

  #at(
    method: NavigationMethod,
    params: unknown,
    signal: AbortSignal,
    more: Partial<NavigationQuery> = {},
  ): Promise<Found> {
    const { textDocument, position } = PLACE.parse(params);
    return this.#ask({ method, position, ...more }, textDocument.uri, signal);
  }

  /** Asks about a document; one outside of the workspace has no answer. */
  async #ask(query: Omit<NavigationQuery, "open">, uri: string, signal: AbortSignal): Promise<Found> {
    const file = fileOf(uri);
    const folder = file === undefined ? undefined : this.#folders.around(file);
    if (file === undefined || folder === undefined) return { answer: NOWHERE, uriOf: (path) => path };
    return this.#found(
      await ask(folder, {
        engine: this.engine,
        queryOf: (root) => {
          const path = pathBelow(root, file);
          return path === undefined ? undefined : { ...query, path, open: this.#openBelow(root) };
        },
        signal,
      }),
    );
  }

  async #everywhere(query: Omit<NavigationQuery, "open">, signal: AbortSignal): Promise<Found[]> {
    const { engine } = this;
    const queryOf = (root: string): NavigationQuery => ({ ...query, open: this.#openBelow(root) });
    const found: Found[] = [];
    for (const folder of this.#folders.all()) {
      found.push(this.#found(await ask(folder, { engine, queryOf, signal })));
    }
    return found;
  }

  #found({ root, answer }: Asked): Found {
    return { answer, uriOf: (path) => this.#folders.uriOf(`${root}/${path}`) };
  }

  #openBelow(root: string): NavigationQuery["open"] {
    return this.#documents.all().flatMap(({ uri, text }) => {
      const file = fileOf(uri);
      const path = file === undefined ? undefined : pathBelow(root, file);
      return path === undefined ? [] : [{ path, text }];
    });
  }
}

function placesOf({ answer: { places, symbols }, uriOf }: Found): unknown {
  return [
    ...symbols.map((symbol) => locationOf(symbol, uriOf)),
    ...places.map(({ path, range }) => ({ uri: uriOf(path), range })),
  ];
}

function listed(
  { symbols, uriOf }: { readonly symbols: readonly NavigationSymbol[]; readonly uriOf: UriOf },
): unknown {
  return symbols.flatMap((symbol) => symbolInformation(symbol, uriOf));
}
