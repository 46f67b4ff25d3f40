import { argumentsOf } from "./arguments.ts";
import { implicitReceiver } from "./callback_hints.ts";
import { type Callee, cascade, splitCallee } from "./callee.ts";
import { calleeAt, chainHead, isCallee, receiverAt } from "./callee_at.ts";
import { namedCallable } from "./callables.ts";
import { constructorCall, declaredClass, madeByTemplate } from "./constructions.ts";
import { CHAIN_BEFORE, NOWHERE } from "./flat_tree.ts";
import { namedEvent, queuedTask } from "./handovers.ts";
import { calleeOfModule, isOfHook, keyword, moduleFunction } from "./keyword_calls.ts";
import type { CallRule } from "./language_config.ts";
import { Role } from "./language_tables.ts";
import { narrowed } from "./narrowing.ts";
import type { ReferenceKind } from "./parsed_file.ts";
import type { Reading } from "./reading.ts";
import { collected, memberName } from "./record_hints.ts";
import { isCapitalized, type Source, textOf, typeAt, unwrapped } from "./source.ts";

/** Records a call or construction. */
export function call(reading: Reading, row: number): void {
  const { source } = reading;
  const { tree, tables, text } = source;
  if (row === reading.headRow) return;
  if (tables.roles[tree.type[tree.parent[row]!]!]! & Role.decorator) return;
  const { rule, callee } = tables.calls[tree.type[row]!]!;
  if (rule.means !== undefined) {
    const made = rule.means === "typed" ? declaredClass(source, row) : constructorCall(reading, row);
    return made && called(reading, row, row, made, rule);
  }
  if (callee === NOWHERE) return callOfName(reading, row);
  if (callee === CHAIN_BEFORE) {
    const chain = chainHead(source, row);
    const split = chain && splitCallee(text, chain.start, chain.end);
    return split && called(reading, row, row, { ...split, ...cascade(source, row) }, rule);
  }
  const isInner = rule.outermost === true && tree.type[tree.parent[row]!] === tree.type[row] &&
    isCallee(source, row);
  if (isInner || isDeclaredInProtocol(source, row)) return;
  const at = unwrapped(source, tree.locate(row, callee));
  if (at >= 0) callOfExpression(reading, row, at, rule);
}

/** Records a call whose name and receiver are children of their own. */
function callOfName(reading: Reading, row: number): void {
  const { source, scope, out } = reading;
  const { tree, tables } = source;
  const { rule, name: place, receiver } = tables.calls[tree.type[row]!]!;
  const at = place === NOWHERE ? row : tree.locate(row, place);
  if (at < 0) return;
  const written = textOf(source, at);
  // Ruby's call of the overridden method.
  if (written === "super" && scope.definition >= 0) {
    const name = out.qualifiedName(scope.definition).split(".").at(-1)!;
    return called(reading, row, at, { name, receiver: "super" }, rule);
  }
  const sent = tables.nodes.values?.implicitSelf && SENDS.has(written) ? sentName(source, row) : undefined;
  // `cart.name = 1` calls `name=`.
  const parent = tree.parent[row]!;
  const isSetter = tables.nodes.values?.implicitSelf === true && row === parent + 1 &&
    typeAt(source, parent).endsWith("assignment");
  const name = sent ?? written.slice(written.startsWith("$") ? 1 : 0) + (isSetter ? "=" : "");
  // Perl's `$self->SUPER::run()`.
  const isSuper = at > row && typeAt(source, at - 1) === "super";
  called(reading, row, at, { name, receiver: isSuper ? "super" : receiverAt(source, row, receiver) }, rule);
}

/** Records a call of the expression at \`at\`. */
function callOfExpression(reading: Reading, row: number, at: number, rule: CallRule): void {
  const { source } = reading;
  const { nodes } = source.tables;
  if (nodes.names === "marked") moduleFunction(reading, row);
  if (rule.capture === true && !/[\w?!]\/\d+$/.test(textOf(source, at))) return;
  const split = calleeOfModule(reading, at) ?? calleeAt(source, rule.capture === true ? at + 1 : at);
  if (split === undefined) return;
  if (split.name === "super") {
    const isScript = nodes.exports === "keyword";
    return isScript ? called(reading, row, at, { name: "constructor", receiver: "super" }, rule) : undefined;
  }
  // Swift's `.init(1)`, and C++'s `std::make_unique<Order>(1)` beside the call itself.
  const isImplicit = split.receiver === "?" && split.name === "init";
  const made = isImplicit ? declaredClass(source, row) : madeByTemplate(source, at);
  if (rule.capital !== true || isCapitalized(split.name)) {
    called(reading, row, at, (isImplicit && made) || split, rule);
  }
  if (made !== undefined && !isImplicit) called(reading, row, at, made, { kind: "new" });
}

/** True for the head of a function that one of Clojure's protocols or records declares. */
function isDeclaredInProtocol(source: Source, row: number): boolean {
  const { tree, tables, text } = source;
  if (tables.nodes.names !== "dotted" || text[tree.start[row]!] !== "(") return false;
  const holder = tables.definingCalls.get(textOf(source, tree.parent[row]! + 1))?.kind;
  return holder === "interface" || holder === "class";
}

/** Ruby's methods that call, or give, the method that their argument names: `order.send(:close)`. */
const SENDS = new Set(["send", "public_send", "__send__", "method", "instance_method", "try"]);

/** The method that the first argument of a call names. */
function sentName(source: Source, row: number): string | undefined {
  const list = source.tree.lastChild(row);
  const first = list < 0 ? -1 : source.tree.firstChild(list);
  return first < 0 ? undefined : namedCallable(textOf(source, first))?.name;
}

/** Records a call of a known name, or what the call means in its language. */
function called(reading: Reading, row: number, at: number, callee: Callee, rule: CallRule): void {
  const { tables } = reading.source;
  const { name, receiver } = callee;
  if (receiver !== "" && tables.functionMethods.has(name)) {
    const through = splitCallee(receiver);
    // The callee is the function to which the method belongs.
    if (through !== undefined && !receiver.startsWith("?")) return called(reading, row, at, through, rule);
  }
  if ((receiver === "" || isOfHook(reading)) && tables.skipCalls.has(name)) {
    return keyword(reading, row, name);
  }
  if (receiver !== "") {
    if (tables.taskMethods.has(name)) queuedTask(reading, row, receiver);
    collected(reading, row, callee);
  }
  namedEvent(reading, row, name);
  const { kind = "call" } = rule;
  if (rule.known !== true) return referred(reading, row, at, { ...callee, kind });
  reading.mention({ ...callee, kind }, reading.source.tree.start[at]!);
}

/** Records a call with the kind of local name that its callee or receiver begins with. */
function referred(reading: Reading, row: number, at: number, call: Callee & { kind: ReferenceKind }): void {
  const { source, scope: { definition: scope }, out } = reading;
  const { tree, tables } = source;
  const { name, receiver, kind } = call;
  const args = tables.hasOverloads ? argumentsOf(source, row) : undefined;
  // In PHP only variables begin with a dollar sign.
  const isVariable = name.startsWith("$") && tables.nodes.invoke === "__invoke";
  const isBare = receiver === "";
  const root = isBare ? name : receiver.split(".", 1)[0]!;
  const isSeparate = isBare && tables.nodes.values?.separate === true;
  const known = isSeparate ? undefined : reading.localKind(root, row);
  const local = isVariable ? "variable" : isBare || known === "import" ? known : undefined;
  const isOuter = local === "outer";
  const object = isBare && local === undefined ? implicitReceiver(source, row) : isOuter ? OUTER : "";
  const path = isBare ? object : narrowed(source, row, receiver);
  const use = { name: isVariable ? name.slice(1) : name, kind, receiver: path };
  const offset = at === row ? tree.start[at]! : tree.end[at]! - 1;
  reading.refer({ ...use, ...(args !== undefined && { args }) }, offset, isOuter ? undefined : local);
  // `{ cart: new Cart() }`
  const member = kind === "new" ? memberName(reading, row, tree.parent[row]!) : "";
  if (member !== "") out.hint(scope, member, isBare ? name : `${receiver}.${name}`);
}

/** Receiver of a plain name that is looked up outside of the function around it only. */
const OUTER = ".";
