import { argumentsOf } from "./arguments.ts";
import { bareName, typeAround } from "./bare_names.ts";
import { namedCallable, TAKES_NAMES } from "./callables.ts";
import { implicitReceiver } from "./callback_hints.ts";
import { type Callee, cascade, splitCallee } from "./callee.ts";
import { calleeAt, chainHead, receiverAt } from "./callee_at.ts";
import { CHAIN_BEFORE, NOWHERE } from "./flat_tree.ts";
import { constant } from "./constants.ts";
import { constructorCall, declaredClass, madeByTemplate } from "./constructions.ts";
import { namedEvent, queuedTask } from "./handovers.ts";
import { EXPORTS } from "./imports.ts";
import type { CallRule } from "./language_config.ts";
import { Role } from "./language_tables.ts";
import { calleeOfModule, isOfHook, keyword, moduleFunction } from "./keyword_calls.ts";
import { narrowed } from "./narrowing.ts";
import type { Reading } from "./reading.ts";
import { collected } from "./record_hints.ts";
import {
  isCapitalized,
  isConstantName,
  isUpperCase,
  oneLine,
  type Source,
  textOf,
  unquoted,
  unwrapped,
} from "./source.ts";

/** Records a call or construction. */
export function call(reading: Reading, row: number): void {
  const { source } = reading;
  const { tree, tables, text } = source;
  if (row === reading.headRow) return;
  if (tables.roles[tree.type[tree.parent[row]!]!]! & Role.decorator) return;
  const { rule, callee, name: place, receiver } = tables.calls[tree.type[row]!]!;
  if (rule.means !== undefined) {
    const made = rule.means === "typed" ? declaredClass(source, row) : constructorCall(reading, row);
    return made && called(reading, row, row, made, rule);
  }
  if (callee === NOWHERE) {
    const at = place === NOWHERE ? row : tree.locate(row, place);
    if (at < 0) return;
    // `cart.name = 1` calls `name=`.
    const parent = tree.parent[row]!;
    const isSetter = tables.nodes.values?.implicitSelf === true && row === parent + 1 &&
      tables.typeName(tree.type[parent]!).endsWith("assignment");
    const written = textOf(source, at);
    // Ruby's call of the overridden method.
    if (written === "super" && reading.scope.definition >= 0) {
      const name = reading.out.qualifiedName(reading.scope.definition).split(".").at(-1)!;
      return called(reading, row, at, { name, receiver: "super" }, rule);
    }
    const sent = tables.nodes.values?.implicitSelf && SENDS.has(written) ? sentName(source, row) : undefined;
    const name = sent ?? written.slice(written.startsWith("$") ? 1 : 0) + (isSetter ? "=" : "");
    // Perl's `$self->SUPER::run()`.
    const isSuper = at > row && tables.typeName(tree.type[at - 1]!) === "super";
    const object = isSuper ? "super" : receiverAt(source, row, receiver);
    return called(reading, row, at, { name, receiver: object }, rule);
  }
  if (callee === CHAIN_BEFORE) {
    const chain = chainHead(source, row);
    const split = chain && splitCallee(text, chain.start, chain.end);
    return split && called(reading, row, row, { ...split, ...cascade(source, row) }, rule);
  }
  if (rule.outermost === true && isCallee(reading, row)) return;
  // The functions of Clojure's protocols and records.
  if (tables.nodes.names === "dotted" && text[tree.start[row]!] === "(") {
    const holder = tables.definingCalls.get(textOf(source, tree.parent[row]! + 1))?.kind;
    if (holder === "interface" || holder === "class") return;
  }
  const at = unwrapped(source, tree.locate(row, callee));
  if (at < 0) return;
  if (tables.nodes.names === "marked") moduleFunction(reading, row);
  if (rule.capture === true && !/[\w?!]\/\d+$/.test(textOf(source, at))) return;
  const split = calleeOfModule(reading, at) ?? calleeAt(source, rule.capture === true ? at + 1 : at);
  if (split === undefined) return;
  if (split.name === "super") {
    const isScript = tables.nodes.exports === "keyword";
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

/** Ruby's methods that call, or give, the method that their argument names: `order.send(:close)`. */
const SENDS = new Set(["send", "public_send", "__send__", "method", "instance_method", "try"]);

/** The method that the first argument of a call names. */
function sentName(source: Source, row: number): string | undefined {
  const list = source.tree.lastChild(row);
  const first = list < 0 ? -1 : source.tree.firstChild(list);
  return first < 0 ? undefined : namedCallable(textOf(source, first))?.name;
}

/** True if the call at \`row\` is the callee of another call. */
function isCallee({ source: { tree, tables } }: Reading, row: number): boolean {
  const parent = tree.parent[row]!;
  return parent >= 0 && tree.type[parent] === tree.type[row] &&
    tree.locate(parent, tables.calls[tree.type[row]!]!.callee) === row;
}

function called(reading: Reading, row: number, at: number, { name, receiver }: Callee, rule: CallRule): void {
  const { tree, lines, tables } = reading.source;
  const kind = rule.kind ?? "call";
  const { definition: scope } = reading.scope;
  if (receiver !== "" && tables.functionMethods.has(name)) {
    const through = splitCallee(receiver, 0, receiver.length);
    // The callee is the function to which the method belongs.
    if (through !== undefined && !receiver.startsWith("?")) return called(reading, row, at, through, rule);
  }
  if ((receiver === "" || isOfHook(reading)) && tables.skipCalls.has(name)) {
    return keyword(reading, row, name);
  }
  if (receiver !== "" && tables.taskMethods.has(name)) queuedTask(reading, row, receiver);
  if (receiver !== "") collected(reading, row, { name, receiver });
  namedEvent(reading, row, name);
  if (rule.known === true) {
    reading.out.mention({ name, kind, receiver, index: tree.start[at]!, scope });
  } else {
    const args = tables.hasOverloads ? argumentsOf(reading.source, row) : undefined;
    // In PHP only variables begin with a dollar sign.
    const isVariable = name.startsWith("$") && tables.nodes.invoke === "__invoke";
    const isPlain = receiver === "" && tables.nodes.values?.separate !== true;
    const root = receiver === "" ? name : receiver.split(".", 1)[0]!;
    const known = isPlain || receiver !== "" ? reading.localKind(root, row) : undefined;
    const local = isVariable ? "variable" : receiver === "" || known === "import" ? known : undefined;
    reading.out.refer({
      name: isVariable ? name.slice(1) : name,
      kind,
      receiver: local === "outer"
        ? OUTER
        : receiver === ""
        ? local === undefined ? implicitReceiver(reading.source, row) : ""
        : narrowed(reading.source, row, receiver),
      line: lines.lineAt(at === row ? tree.start[at]! : tree.end[at]! - 1),
      scope,
      ...(args !== undefined && { args }),
    }, local === "outer" ? undefined : local);
    // `{ cart: new Cart() }`
    const member = kind === "new" ? memberName(reading, row, tree.parent[row]!) : "";
    if (member !== "") reading.out.hint(scope, member, receiver === "" ? name : `${receiver}.${name}`);
  }
}

/** Receiver of a plain name that is looked up outside of the function around it only. */
const OUTER = ".";

/** Records a name passed on as a value, or a constant in any position. */
export function value(reading: Reading, row: number): void {
  const { tree, tables } = reading.source;
  const parent = tree.parent[row]!;
  if (parent < 0 || row === reading.headRow) return;
  // `Job::run` of Java and Kotlin, of any class that the file sees, C++'s `&Job::run`.
  const [type, holder] = [row, parent].map((one) => tables.typeName(tree.type[one]!));
  const isReference = type === "method_reference" || type === "constructor_tearoff" ||
    holder === "callable_reference" ||
    (type === "qualified_identifier" && holder === "pointer_expression");
  const isRead = tables.isRead[tree.type[row]!] === 1;
  if (tables.nodes.values?.fields === "bare") bareName(reading, row);
  if (!tables.isValueParent[tree.type[parent]!] && !isReference) {
    if (isRead) read(reading, row);
    return constant(reading, row);
  }
  // PHP's name of a property: `($this->onSave)()`.
  if (isExported(reading, parent) || (type === "name" && holder!.startsWith("member_"))) return;
  // Haskell's lists of imports and exports: `((<||>), run)`.
  if (["import_name", "export"].includes(tables.typeName(tree.type[tree.parent[parent]!] ?? -1))) return;
  // The name in a call is recorded with the call.
  const around = tables.calls[tree.type[parent]!];
  if (
    around !== undefined &&
    tree.locate(parent, around.callee === NOWHERE ? around.name : around.callee) === row
  ) {
    return;
  }
  // The name of a field in a Go literal: `Server{run: start}`.
  const pair = tree.parent[parent]!;
  if (pair >= 0 && parent === pair + 1 && tables.hints[tree.type[pair]!]?.means === "field") return;
  // Clojure's `:rename {total sum}`
  if (reading.source.text.startsWith(":rename ", tree.start[parent]! - 8)) return;
  const { name: ownName = 0 } = tables.definitions[tree.type[parent]!] ?? {};
  const isName = ownName > 0
    ? tree.field[row] === ownName
    : ownName < 0 && tree.locate(parent, ownName) === row;
  if (isName) return isRead ? read(reading, row) : undefined;
  const isTarget = row === parent + 1 && tables.isTarget[tree.field[row]!] === 1 &&
    tree.after[row] !== tree.after[parent] &&
    !["binary", "infix"].some((word) => tables.typeName(tree.type[parent]!).startsWith(word));
  if (isTarget && around === undefined) return isRead ? read(reading, row) : undefined;
  const split = valueAt(reading.source, row, parent);
  if (split === undefined) return;
  // Java's `Job::new`.
  const made = isReference && split.name === "new" && splitCallee(split.receiver, 0, split.receiver.length);
  const { definition: scope } = reading.scope;
  const line = reading.source.lines.lineAt(tree.start[row]!);
  if (made) return reading.out.refer({ ...made, kind: "new", line, scope });
  // Ruby's `orders.map(&:total)`.
  if (holder === "block_argument" && split.receiver !== "") {
    return reading.out.refer({ ...split, kind: "call", line, scope });
  }
  const member = memberName(reading, row, parent);
  if (member !== "") {
    const path = split.receiver === "" ? split.name : `${split.receiver}.${split.name}`;
    reading.out.hint(reading.scope.definition, member, `=${path}`);
  }
  const { name } = split;
  const receiver = split.receiver === "" ? "" : narrowed(reading.source, row, split.receiver);
  if (receiver === "" && reading.localKind(name, row) === "variable") {
    // `const { save } = useDraft()` and `onSubmit={save}`, `onMounted(save)`
    if (!PASSING.has(tables.typeName(tree.type[parent]!))) return;
    return reading.out.refer({ name, kind: "reference", receiver, line, scope }, "variable");
  }
  const isTable = isReference ||
    (!reading.out.isFunction(reading.scope.definition) && isInTable(reading, parent));
  if (isTable && !isUpperCase(split.name)) {
    reading.out.refer({ name, kind: "reference", receiver, line, scope });
  } else {
    const use = { name, kind: "reference", receiver, index: tree.start[row]!, scope } as const;
    const place = { ...use, isConstant: isConstantName(name), type: typeAround(reading) };
    reading.out.mention({ ...place, isRead: isRead && receiver !== "", isPassed: true });
  }
}

/** Parents of values that are functions of a local variable. */
const PASSING: ReadonlySet<string> = new Set(["jsx_expression", "arguments", "array"]);

/** True for a parent of names that a file exports, `exports.a = b` or `module.exports = { a, b: c }`: that is no use of them. */
function isExported({ source, scope }: Reading, parent: number): boolean {
  const { tree, tables } = source;
  if (scope.definition >= 0 || tables.nodes.exports !== "keyword") return false;
  const object = tables.typeName(tree.type[parent]!) === "pair" ? tree.parent[parent]! : parent;
  return [parent, tree.parent[object] ?? -1].some((row) => {
    const left = row < 0 ? -1 : tree.child(row, tables.fieldId("left"));
    return left >= 0 && EXPORTS.test(textOf(source, left));
  });
}

/** The name of a value, or the function that a literal names. */
function valueAt(source: Source, row: number, parent: number): Callee | undefined {
  const { tree, text, tables } = source;
  const isCallable = tables.nodes.callables?.split(" ").includes(tables.typeName(tree.type[row]!));
  if (isCallable !== true) return calleeAt(source, row);
  // The shell's `trap stop EXIT` has no list of arguments.
  const isWord = tables.calls[tree.type[parent]!] !== undefined;
  // Laravel's `'Orders@show'` names a method anywhere.
  const isText = isWord || ("\"'".includes(text[tree.start[row]!]!) && !textOf(source, row).includes("@"));
  const call = isWord ? parent : tree.parent[tree.parent[parent]!]!;
  const callee = call < 0 ? undefined : tables.calls[tree.type[call]!]?.callee;
  const at = callee === undefined ? -1 : tree.locate(call, callee);
  // Ruby's `private :check`
  if (tables.skipCalls.has(textOf(source, tree.parent[parent]! + 1))) return undefined;
  if (isText && (at < 0 || !TAKES_NAMES.test(textOf(source, at)))) return undefined;
  if (isWord) return { name: unquoted(textOf(source, row)).split(" ", 1)[0]!, receiver: "" };
  const named = namedCallable(textOf(source, row));
  const object = tables.typeName(tree.type[parent]!) === "block_argument" && call >= 0
    ? receiverAt(source, call, tables.calls[tree.type[call]!]!.receiver)
    : "";
  return named && object !== "" ? { name: named.name, receiver: `${object}[]` } : named;
}

/** Records the read of a member, unless it is the callee of a call. */
function read(reading: Reading, row: number): void {
  const { tree, tables, text } = reading.source;
  const parent = tree.parent[row]!;
  const type = tree.type[parent]!;
  const around = tables.calls[type];
  if (around !== undefined && around.callee !== NOWHERE && tree.locate(parent, around.callee) === row) return;
  // Bases and decorators are recorded as such.
  if (tables.isHeritage[type] || tables.isHeritageGroup[type] || tables.roles[type]! & Role.decorator) return;
  // Dart's links are siblings.
  const isLink = tables.typeName(tree.type[row]!).endsWith("_assignable_selector");
  const chain = isLink ? chainHead(reading.source, row) : undefined;
  const cascaded = cascade(reading.source, row);
  if ((isLink || cascaded) && (!(chain || cascaded) || text[tree.end[row]!] === "(")) return;
  if (tables.typeName(tree.type[row]!) === "qualified_identifier" && !isQualifiedRead(reading.source, row)) {
    return;
  }
  const split = cascaded
    ? { name: textOf(reading.source, row), ...cascaded }
    : chain
    ? splitCallee(text, chain.start, tree.end[row]!)
    : calleeAt(reading.source, row);
  // Of literals only where members are called without parentheses: `3.twice`.
  const isUnknown = split?.receiver.startsWith("?") &&
    (split.receiver !== "?" || tables.nodes.values?.implicitMembers !== true);
  if (split === undefined || split.receiver === "" || isUnknown) return;
  const { definition: scope } = reading.scope;
  reading.out.mention({
    ...split,
    receiver: narrowed(reading.source, row, split.receiver),
    kind: "reference",
    index: tree.start[row]!,
    scope,
    isRead: true,
    isPassed: false,
    isWritten: tables.isTarget[tree.field[row]!] === 1 && tables.typeName(type).startsWith("assignment"),
    type: typeAround(reading),
  });
}

/** True for the C++ name of a value: `Limits::most`; false for a declared name, a type, or a part of a path. */
function isQualifiedRead({ tree, tables, text }: Source, row: number): boolean {
  const field = tree.field[row]!;
  return tables.typeName(tree.type[tree.lastChild(row)]!) === "identifier" && tables.isTarget[field] !== 1 &&
    field !== tables.fieldId("type") && !text.startsWith("std::", tree.start[row]) &&
    tables.typeName(tree.type[tree.parent[row]!]!) !== "using_declaration";
}

/** True if a node is in a C table, also through a macro: `{COMMAND("get", getCommand)}`. */
function isInTable({ source: { tree, tables } }: Reading, row: number): boolean {
  if (tables.isTable[tree.type[row]!] === 1) return true;
  const call = tree.parent[row]!;
  return call >= 0 && tables.calls[tree.type[call]!] !== undefined && tree.parent[call]! >= 0 &&
    tables.isTable[tree.type[tree.parent[call]!]!] === 1;
}

/** The key of a value in an object literal assigned to a JavaScript variable: `const api = { run, stop: end }`. */
function memberName({ source, scope, out }: Reading, row: number, parent: number): string {
  const { tree, tables, text } = source;
  if (scope.definition < 0 || tables.nodes.exports !== "keyword") return "";
  const isPair = tables.typeName(tree.type[parent]!) === "pair";
  const object = isPair ? tree.parent[parent]! : parent;
  const around = tree.parent[object]!;
  // `return [isOpen, toggle] as const`
  const isList = tables.typeName(tree.type[object]!) === "array" && out.isFunction(scope.definition) &&
    ["return_statement", "as_expression"].includes(tables.typeName(tree.type[around]!));
  if (isList) return `${tree.children(object).indexOf(row)}`;
  if (tables.typeName(tree.type[object]!) !== "object") return "";
  // Only a key that differs from its value: `return { put: drop }`.
  const isHolder = out.isFunction(scope.definition)
    ? isPair && tables.typeName(tree.type[around]!) === "return_statement"
    : scope.after === tree.after[around];
  if (!isHolder) return "";
  const written = isPair ? text.slice(tree.start[parent], tree.start[row]) : textOf(source, row);
  return /^(?:async\s+)?([\w$]+)\s*:?\s*$/.exec(written)?.[1] ?? "";
}

/** Records a decorator, and adds it to its definition. */
export function decorator(reading: Reading, row: number): void {
  const { source } = reading;
  const callee = reading.decorators.add(source, row);
  if (callee === undefined) return;
  const line = source.lines.lineAt(source.tree.start[row]!);
  reading.out.refer({ ...callee, kind: "decorator", line, scope: reading.scope.definition });
  const owner = reading.decorators.ownerOf(source, row);
  if (owner >= 0) reading.out.decorate(owner, reading.decorators.drop());
}

/** Records the names in a type. */
export function typeName(reading: Reading, row: number): void {
  const { tree, tables, lines } = reading.source;
  if (isOwnName(reading, row) || isRecorded(reading, row)) return;
  const line = lines.lineAt(tree.start[row]!);
  // Go: the package before the name decides which type it is.
  const isQualified = tables.typeName(tree.type[tree.parent[row]!] ?? -1) === "qualified_type";
  const text = oneLine(textOf(reading.source, isQualified ? tree.parent[row]! : row), 200);
  const paths = tree.after[row] === row + 1 ? [text] : text.match(/[\p{L}_$][\p{L}\p{N}_$.]*/gu) ?? [];
  for (const path of paths) {
    const split = splitCallee(path, 0, path.length);
    if (split === undefined || tables.builtinTypes.has(split.name)) continue;
    reading.out.referOnce({ ...split, kind: "type", line, scope: reading.scope.definition });
  }
}

/** True if the row is the name of the enclosing definition. */
function isOwnName(reading: Reading, row: number): boolean {
  const { tree, tables } = reading.source;
  const rule = tables.definitions[tree.type[tree.parent[row]!]!];
  // `struct x` without a body names another definition.
  if (rule?.rule.needsBody === true && tree.locate(tree.parent[row]!, rule.body) < 0) return false;
  return rule !== undefined && rule.name !== 0 && tree.field[row] === rule.name;
}

/** True if a type is already recorded, as a decorator or with a `new`. */
function isRecorded(reading: Reading, row: number): boolean {
  const { tree, tables } = reading.source;
  const up = tree.parent[row]!;
  const call = tables.calls[tree.type[up]!];
  if (call?.rule.kind === "new" && tree.locate(up, call.callee) === row) return true;
  const isDecorator = (at: number): boolean =>
    at >= 0 && (tables.roles[tree.type[at]!]! & Role.decorator) !== 0;
  return isDecorator(up) || isDecorator(tree.parent[up]!);
}
