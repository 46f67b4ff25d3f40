import { type Callee, plainPath } from "./callee.ts";

/**
 * The function named by a value: PHP's `[$this, 'run']`, `[Shop::class, 'cmp']`, `'Shop::cmp'`, `'run'`, and Ruby's
 * `:run`.
 */
export function namedCallable(text: string): Callee | undefined {
  const [, variable, , type = "", method] = PAIR.exec(text) ?? [];
  const own = type === "static" || type === "__CLASS__" ? "self" : type;
  if (method !== undefined) return { name: method, receiver: variable ?? plainPath(own) };
  const [, owner = "", name] = NAME.exec(text) ?? [];
  return name === undefined ? undefined : { name, receiver: plainPath(owner) };
}

const PAIR =
  /^(?:\[|array\()\s*(?:\$(\w+)|(["']?)\\?([\\\w]+)\2(?:::class)?)\s*,\s*["'](\w+)["']\s*,?\s*[\])]$/;
const NAME = /^(?:["']\\?(?:([\\\w]+)(?:::|@|\\))?|:)(\w+[?!]?)["']?$/;

/** Functions that call what their arguments name. */
export const TAKES_NAMES =
  /(?:^|_)(?:map|filter|reduce|walk|u?[ak]?sort|call|callback|func|hook|action|register|handler|callable|trap|time|retry|command|exec)(?:_|$)/;
