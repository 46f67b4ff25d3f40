import type { NodeTables } from "./language_config.ts";
import type { Mention } from "./mention.ts";
import type { ParsedFile, Reference } from "./parsed_file.ts";
import { sharedNames } from "./shared_names.ts";
import { isCapitalized, isConstantName, type Source } from "./source.ts";

/** The file whose mentions are recorded. */
interface MentioningFile extends Pick<ParsedFile, "definitions" | "imports" | "hints" | "heritage"> {
  readonly references: readonly Reference[];
  isFunction(definition: number): boolean;
  isGlobal(name: string): boolean;
  isTyped(scope: number, name: string): boolean;
  isOwnName(name: string, index: number): boolean;
  isDefinedAt(line: number, name: string): boolean;
  refer(use: Reference): void;
  referOnce(use: Reference): void;
  referRead(use: Reference): void;
}

/**
 * Records the mentions of a file that are uses of code: of what the file defines or imports, and of what other files may
 * define where the language needs no import.
 */
export function recordMentions(file: MentioningFile, source: Source, mentions: readonly Mention[]): void {
  const known = knownIn(file, source);
  for (const mention of mentions) {
    if (asOperator(known, mention)) continue;
    if (isOther(known, mention) || asField(known, mention) || asConstant(known, mention)) continue;
    if (!asBareName(known, mention)) asMember(known, mention);
  }
}

type Known = ReturnType<typeof knownIn>;

/** The names that a file knows, and the rules of its language for others. */
function knownIn(file: MentioningFile, source: Source) {
  const { definitions, imports, heritage, references } = file;
  const { values = { types: "", parents: "" }, manyResults: isGo, invoke } = source.tables.nodes;
  return {
    file,
    source,
    values,
    isGo,
    // The name of the method that calls an object is that of the language.
    invoke,
    ...namesIn(file, values),
    packages: new Set(
      isGo ? imports.map(({ module, names }) => names[0]?.alias ?? module.split("/").at(-1)) : [],
    ),
    shared: sharedNames(file, invoke === "__call__"),
    // Objects of other files of the project.
    objects: new Set(
      imports.flatMap(({ module, names }) => module.startsWith(".") ? names.map(({ alias }) => alias) : []),
    ),
    types: new Set(references.map(({ kind, line, name }) => kind === "type" && `${line} ${name}`)),
    // A sourced file may define any command, and so may the one that sources this.
    isSourced: !source.text.startsWith("#!") ||
      imports.some(({ names }) => names.some(({ alias }) => alias === "*")),
    // A variable of C may be that of another file.
    isAnywhere: values.elsewhere === true && values.implicitMembers !== true,
    // Definitions with members elsewhere: those with bases, and parts of a class.
    heirs: new Set([
      ...heritage.map(({ definition }) => definition),
      ...definitions.keys().filter((at) => definitions[at]!.signature.includes("partial ")),
    ]),
  };
}

/** Names of definitions and imports, of members, of methods, of methods outside of their type, and of values. */
function namesIn(file: MentioningFile, { implicitSelf, implicitMembers, fields }: Values) {
  const none = () => new Set<string>();
  const [names, members, methods, unnamed, values] = [none(), none(), none(), none(), none()];
  for (const { kind, name, parent, signature } of file.definitions) {
    const isMethod = kind === "method";
    if (isMethod && parent < 0) unnamed.add(name);
    if (isMethod || (kind === "field" && implicitSelf)) methods.add(name);
    if (isMethod || kind === "field") members.add(name);
    if (isMethod ? implicitMembers : kind !== "field") names.add(name);
    const isValue = isMethod
      ? !signature.includes(`${name}(`) && !signature.includes(`${name}<`)
      : VALUES.has(kind) && !file.isFunction(parent);
    if (isValue) values.add(name);
  }
  for (const { module, names: own } of file.imports) {
    // Go's `x/algo` binds its last part, Python's `a.b` its first one.
    const bound = own.length > 0 ? own.map(({ alias }) => alias) : module.replaceAll("/", ".").split(".");
    for (const name of bound) names.add(name);
  }
  return { names, members, methods, unnamed, fields: fields && values };
}

type Values = NonNullable<NodeTables["values"]>;

function useOf({ source }: Known, { name, kind, receiver, index, scope }: Mention): Reference {
  return { name, kind, receiver, line: source.lines.lineAt(index), scope };
}

/** Records the operator of an object whose type may be known; true for any operator. */
function asOperator(known: Known, mention: Mention): boolean {
  const [object = ""] = mention.receiver.split(".").filter((one) => !OWN.has(one));
  const isKnown = object === "" || isCapitalized(object) || known.names.has(object.replace("()", "")) ||
    (!object.endsWith("()") && known.file.isTyped(mention.scope, object));
  if (mention.kind === "sign" && isKnown) known.file.refer(useOf(known, mention));
  return mention.kind === "sign";
}

/** True for the name of a package, and for one that counts as a field only and is none. */
function isOther({ file, packages, fields }: Known, { name, receiver, isOwn }: Mention): boolean {
  if (receiver === "" && packages.has(name)) return true;
  // `Status.Closed` beside `Status Status`
  return isOwn === true &&
    (!fields?.has(name) || file.hints.some((one) => one.name === name && one.type === name));
}

/** Records a field of the object itself, or a variable; true if it can be nothing else. */
function asField(known: Known, mention: Mention): boolean {
  const { file, values, fields } = known;
  const { name, receiver, index, scope, type = -1 } = mention;
  const isOwn = receiver === "" ? values.fields === "bare" : mention.isRead && OWN.has(receiver);
  const isNamed = known.isAnywhere || fields?.has(name) === true;
  if (!fields || !isOwn || mention.isConstant || (type < 0 && !isNamed)) return false;
  const isWithin = type !== scope || file.isFunction(type);
  const isField = isNamed ||
    (isWithin && (known.heirs.has(type) || file.isFunction(type)) && !file.isGlobal(name));
  if (isField && isWithin && !file.isOwnName(name, index)) file.referRead(useOf(known, mention));
  return isField || mention.isBare === true;
}

/** Records a constant wherever it is from, and an object of the project; true if it can be nothing else. */
function asConstant(known: Known, mention: Mention): boolean {
  if (!mention.isConstant && !mention.isObject) return false;
  const use = useOf(known, mention);
  if (known.file.isDefinedAt(use.line, use.name)) return true;
  // A constant is often imported with its whole module or header.
  if (mention.isConstant) known.file.referOnce(use);
  else if (known.shared.has(use.name)) known.file.referRead(use);
  return true;
}

/** Records a bare name of Ruby, which calls a method of any file if it is no local variable. */
function asBareName(known: Known, mention: Mention): boolean {
  const { file, source } = known;
  const { name, scope, type = -1 } = mention;
  if (known.values.implicitSelf !== true || mention.receiver !== "") return false;
  const use = useOf(known, mention);
  // Attributes often have the name of a parameter.
  if (known.methods.has(name)) {
    if (!file.isDefinedAt(use.line, name)) file.refer({ ...use, kind: "call" });
    return true;
  }
  const isSymbol = source.text[mention.index] === ":";
  // `before_action :sign_in` names a method that a class may inherit.
  const isInherited = isSymbol && type >= 0 && type === scope;
  const isCall = !isSymbol && !isCapitalized(name) && (scope < 0 || file.isFunction(scope));
  if (isInherited || isCall) file.refer({ ...use, receiver: isInherited ? "self" : "" });
  return isInherited || isCall;
}

/** Records a name of this file, of an import, or of any file, and the read of a member of a known object. */
function asMember(known: Known, mention: Mention): void {
  const { file, fields, values } = known;
  const { name, receiver } = mention;
  const [root = "", member = ""] = receiver === "" ? [name] : receiver.split(".", 2);
  const isSelf = OWN.has(root);
  const isKnown = isSelf
    ? (mention.isPassed ? known.members : known.methods).has(name)
    : isOfAnyFile(known, mention, root) || isKnownRoot(known, mention, root);
  if (!mention.isRead) {
    if (isKnown) file.refer(useOf(known, mention));
    return;
  }
  // `Registry.size` of any class of the repository.
  const isOfClass = fields !== undefined && values.fields !== "own" && isCapitalized(root) &&
    !isConstantName(name);
  const isOfValue = file.isTyped(mention.scope, isSelf ? member : root) ||
    (values.fields === "bare" && fields?.has(root) === true);
  if (isKnown || isOfClass || isOfValue || isOfObject(known, mention, root)) {
    file.referRead(useOf(known, mention));
  }
}

/** True for a name that needs no import. */
function isOfAnyFile(known: Known, { name, receiver, kind, index, isRead }: Mention, root: string): boolean {
  // A method value: `router.Handle("/", server.index)`.
  if (known.isGo && receiver !== "" && known.methods.has(name) && !known.names.has(name)) return true;
  // PHP's `['Shop\\Orders', 'show']`
  if (known.invoke === "__invoke" && receiver !== "" && isCapitalized(root) && isRead !== true) return true;
  if (kind === "call") return known.isSourced;
  // Ruby's `Cart.new`: any file may define a constant.
  const isConstant = known.values.implicitSelf === true && isCapitalized(name) &&
    !known.types.has(`${known.source.lines.lineAt(index)} ${name}`);
  return receiver === "" && (known.values.elsewhere === true || isConstant);
}

function isKnownRoot(known: Known, { scope, isPassed }: Mention, root: string): boolean {
  const isInClass = known.invoke === "__call__" && scope >= 0 && !known.file.isFunction(scope);
  const others = scope < 0 ? known.unnamed : isInClass ? known.methods : known.names;
  return isPassed !== false && (known.names.has(root) || others.has(root));
}

/**
 * True for `Status.Closed` of a known class; where members are called without parentheses, for `registry.size` and, as a
 * value, `Sort.byName` of any file.
 */
function isOfObject(known: Known, { name, isPassed, isWritten }: Mention, root: string): boolean {
  if (known.values.implicitMembers === true) {
    return known.names.has(root === "?" ? name : root) || (isPassed === true && isCapitalized(root));
  }
  // Python's `views.Orders.as_view()`
  const isClassMember = isCapitalized(root) ||
    (known.invoke === "__call__" && isCapitalized(name) && !["t", "typing"].includes(root));
  return isWritten !== true &&
    (known.objects.has(root) || (known.names.has(root) && isClassMember && name !== "prototype"));
}

const OWN: ReadonlySet<string> = new Set(["self", "this"]);
const VALUES: ReadonlySet<string> = new Set(["variable", "constant", "field"]);
