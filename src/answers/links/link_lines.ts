import { type LinkEnd, routePath } from "../../model/links.ts";
import { LONGEST_LINE } from "../../search/file_lines.ts";

/** Ends of routes, topics and procedures in the text of a line: literals alone, beside the words that make them ends. */

const VERB = "get|post|put|patch|delete|head";

/** A route: in quotes, after an optional method or host, for which a template may be used. */
const PATH =
  /(["'`])(?:(GET|POST|PUT|PATCH|DELETE|HEAD) )?(?:https?:\/\/[^"'`\s/]*|\$?\{[^{}]*\})?(\/[^"'`\s?#]*)(?:\?[^"'`]*)?\1/g;
/** Code before the literal of a declared route. */
const SERVES = [
  new RegExp(
    `(?:@|#?\\[)\\s*(?:\\w+\\.)?(?:Http)?(${VERB}|route|request|api_route)(?:Mapping)?\\(\\s*(?:(?:value|path)\\s*=\\s*)?\\{?\\s*$`,
    "i",
  ),
  new RegExp(
    `\\b(?:r|e|g|bp|srv|\\w*(?:app|router|server|mux|group|routes?|fastify|blueprint|engine))\\.(${VERB}|all|any|route|handle|handlefunc)\\(\\s*$`,
    "i",
  ),
  new RegExp(
    `\\bhttp\\.(Handle|HandleFunc)\\(\\s*$|\\.Map(${VERB})\\(\\s*$|\\bRoute::(${VERB})\\(\\s*$`,
    "i",
  ),
  new RegExp(`\\.(route)\\(\\s*$|^\\s*(${VERB})\\s+$`, "i"),
];
/** Code before the literal of a call. */
const USES = new RegExp(
  `\\b(?:fetch|(?:axios|got|ky|superagent|requests|httpx|reqwest|http|HTTP|\\$?\\w*(?:[cC]lient|[sS]ession))(?:\\.|::)(${VERB})|axios|got|ky|` +
    `http\\.(Get|Post|Head|PostForm)|http\\.NewRequest(?:WithContext)?|urlopen|(${VERB})For(?:Object|Entity)|` +
    `(${VERB})(?:FromJson|AsJson|String)?Async)\\s*(?:<[^>]*>)?\\(\\s*(?:ctx,\\s*)?(?:["'](${VERB})["'],\\s*|http\\.Method(${VERB}),\\s*)?` +
    `(?:URI\\(|new URL\\()?(?:[\\w.]+\\s*\\+\\s*)?f?$`,
  "i",
);
const NEXT = 3;

const TOPIC = /(["'`])([A-Za-z][\w.:/-]{2,79})\1/g;
const KEY = "(?:topics?|subject|queue|channel|routing_key)";
const SENDS = new RegExp(
  `(?:\\b(publish|produce|emit|send|enqueue|basic_publish|convertAndSend)\\w*\\s*(?:<[^>]*>)?\\(\\s*(?:\\{\\s*)?(?:${KEY}\\s*[:=]\\s*)?|` +
    `\\bnew ProducerRecord(?:<[^>]*>)?\\(\\s*)$`,
  "i",
);
const TAKES = new RegExp(
  `(?:\\b(subscribe|consume|addListener|on|listen|QueueSubscribe|basic_consume)\\w*\\s*(?:<[^>]*>)?\\(\\s*(?:\\{\\s*)?(?:${KEY}\\s*[:=]\\s*)?\\[?\\s*|` +
    `@(?:Kafka|Rabbit|Sqs|Jms|Stream)Listener\\(\\s*(?:\\w+\\s*=\\s*)?\\{?\\s*|@(?:Event|Message)Pattern\\(\\s*|\\bKafkaConsumer\\(\\s*)$`,
  "i",
);
/** With these a plain word is an event inside the program. */
const LOCAL = /^(?:on|emit|send|listen)$/i;

const RPC = /^\s*rpc\s+(\w+)\s*\(/;
const STUB = /\b\w*(?:[cC]lient|[sS]tub)\w*(?:\(\))?(?:\.|->|::)(\w+)\s*\(/g;
const NO_RPC = new RegExp(`^(?:(?:${VERB})(?:\\w*Async)?|request|send|connect|close|on|do|new)$`, "i");

/**
 * The ends in a line.
 *
 * @param at place in `lines`
 * @param path of the file, whose ending identifies protocol files
 */
export function linkEnds(lines: readonly string[], at: number, path: string): readonly LinkEnd[] {
  const line = lines[at];
  if (line === undefined || line.length > LONGEST_LINE) return [];
  if (path.endsWith(".proto")) {
    const name = RPC.exec(line)?.[1];
    return name === undefined ? [] : [{ kind: "rpc", side: "serves", name }];
  }
  const called = [...line.matchAll(STUB)].map(([, name]) => name!).filter((name) => !NO_RPC.test(name));
  return [
    ...[...line.matchAll(PATH)].flatMap((match) => routeEnd(match, lines, at)),
    ...[...line.matchAll(TOPIC)].flatMap(({ index, 2: name }) => topicEnd(name!, before(lines, at, index))),
    ...called.map((name): LinkEnd => ({ kind: "rpc", side: "uses", name })),
  ];
}

/** Returns the text before a literal; if that is empty, the line before. */
function before(lines: readonly string[], at: number, index: number): string {
  const text = lines[at]!.slice(0, index);
  return text.trim() === "" && at > 0 ? lines[at - 1]!.trim() : text;
}

function routeEnd(
  { index, 0: literal, 2: verb, 3: text }: RegExpExecArray,
  lines: readonly string[],
  at: number,
): LinkEnd[] {
  const path = routePath(text!);
  if (path === undefined) return [];
  const front = before(lines, at, index);
  const rest = lines[at]!.slice(index + literal.length);
  const ended = (side: LinkEnd["side"], method: string | undefined): LinkEnd[] => [
    { kind: "route", side, name: method === undefined ? path : `${method.toUpperCase()} ${path}` },
  ];
  const use = USES.exec(front);
  if (use) {
    return ended("uses", verbIn(use) ?? methodBehind([rest, ...lines.slice(at + 1, at + 1 + NEXT)], front));
  }
  for (const pattern of SERVES) {
    const served = pattern.exec(front);
    if (served) return ended("serves", verb ?? verbIn(served) ?? declaredBehind(rest));
  }
  return [];
}

function verbIn(match: RegExpExecArray): string | undefined {
  const word = match.slice(1).find((one) => one !== undefined)?.replace(/^PostForm$/, "post");
  return word !== undefined && new RegExp(`^(?:${VERB})$`, "i").test(word) ? word : undefined;
}

/** The method of a call that names it behind the path; `fetch` whose call ends at once asks with GET. */
function methodBehind(texts: readonly string[], front: string): string | undefined {
  const [, method] = /\bmethod["']?\s*[:=]\s*["'](\w+)["']/i.exec(texts.join("\n")) ?? [];
  if (method !== undefined) return method;
  return /\bfetch\s*\(/.test(front) && /^\s*\)/.test(texts[0]!) ? "GET" : undefined;
}

/**
 * The method that follows the path: `methods=["POST"]`, `RequestMethod.POST`, `.route("/x").post(`, `,
 * post(handler)`.
 */
function declaredBehind(rest: string): string | undefined {
  const pattern = new RegExp(
    `methods?\\s*=\\s*[[({]\\s*["'](${VERB})["']\\s*[\\])}]|RequestMethod\\.(${VERB})|^\\)\\.(${VERB})\\(|^,\\s*(${VERB})\\(`,
    "i",
  );
  const match = pattern.exec(rest);
  return match ? verbIn(match) : undefined;
}

function topicEnd(name: string, front: string): LinkEnd[] {
  const sent = SENDS.exec(front);
  const match = sent ?? TAKES.exec(front);
  if (!match || name.startsWith("/")) return [];
  const isLocal = match[1] !== undefined && LOCAL.test(match[1]) && !/[.:/_-]/.test(name) &&
    !new RegExp(`${KEY}\\s*[:=]`).test(front);
  return isLocal ? [] : [{ kind: "topic", side: sent ? "uses" : "serves", name }];
}
