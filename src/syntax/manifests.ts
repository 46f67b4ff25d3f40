import type { ImportedName, ImportRef } from "./parsed_file.ts";

/**
 * Module names defined by a manifest. `module` is the name of the package; each of `exports` maps an import pattern
 * (`alias`: `./tools/*`, `@lib/*`, `Acme\Shop\`, "" for a source folder) to a path from the manifest's folder (`name`);
 * `imports` are other manifests: those it extends, and dependencies by path with their local names.
 */
export interface Manifest {
  readonly module: string;
  readonly exports: readonly ImportedName[];
  readonly imports: readonly ImportRef[];
}

/** Parses a manifest; undefined if the text is none. Depends only on text and language. */
export function manifestOf(text: string, language: string): Manifest | undefined {
  const found = READERS.get(language)?.(text);
  return found && (found.module !== "" || found.exports.length + found.imports.length > 0)
    ? found
    : undefined;
}

const READERS: ReadonlyMap<string, (text: string) => Manifest | undefined> = new Map([
  ["", goModule],
  ["json", json],
  ["toml", toml],
  ["ini", pythonFolders],
  ["python", pythonFolders],
  ["xml", mavenFolders],
  ["groovy", gradleFolders],
  ["kotlin", gradleFolders],
]);

function manifest(
  module: string,
  exports: readonly ImportedName[],
  imports: readonly ImportRef[] = [],
): Manifest {
  return { module, exports, imports };
}

/** Source folders as exports. */
function folders(names: Iterable<string | undefined>): ImportedName[] {
  return [...names].flatMap((name) => name === undefined ? [] : [{ alias: "", name }]);
}

function goModule(text: string): Manifest | undefined {
  const name = /^(?:\/\/.*\n|\s)*module\s+"?([\w./~-]+)"?\s*$/m.exec(text)?.[1];
  return name === undefined ? undefined : manifest(name, []);
}

type Value = null | boolean | number | string | readonly Value[] | Table;
interface Table {
  readonly [key: string]: Value;
}

/** Parses package.json, composer.json, tsconfig.json, jsconfig.json. */
function json(text: string): Manifest | undefined {
  if (!/"(?:name|compilerOptions|extends|autoload)"\s*:/.test(text)) return undefined;
  const all = table(parsedJson(text));
  const options = table(all["compilerOptions"]);
  const base = string(options["baseUrl"]);
  return manifest(string(all["name"]) ?? "", [
    ...entries(all["exports"], "."),
    ...entries(all["imports"], ""),
    ...["source", "types", "module", "main"].flatMap((key) => one(".", string(all[key]))),
    ...Object.entries(table(options["paths"])).flatMap(([alias, targets]) =>
      strings(targets).map((target) => ({ alias, name: `${base ?? "."}/${target}` }))
    ),
    ...one("*", base && `${base}/*`),
    ...[all["autoload"], all["autoload-dev"]].flatMap((load) =>
      Object.entries(table(table(load)["psr-4"])).flatMap(([alias, targets]) =>
        strings(targets).map((name) => ({ alias, name }))
      )
    ),
  ], strings(all["extends"]).map((module) => ({ module, names: [], line: 1 })));
}

/** Parses the `exports` or `imports` of a package: a target or a table of targets, with or without conditions. */
function entries(value: Value | undefined, own: string): ImportedName[] {
  const named = Object.entries(table(value)).filter(([key]) => /^[.#]/.test(key));
  if (named.length === 0) return own === "" ? [] : strings(value).map((name) => ({ alias: own, name }));
  return named.flatMap(([alias, target]) => strings(target).map((name) => ({ alias, name })));
}

function one(alias: string, name: string | undefined): ImportedName[] {
  return name === undefined ? [] : [{ alias, name }];
}

function parsedJson(text: string): Value {
  try {
    const plain = text.replace(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[^]*?\*\//g, "$1");
    return JSON.parse(plain.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, "$1"));
  } catch {
    return null;
  }
}

function table(value: Value | undefined): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Table : {};
}

function string(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** All strings in a value. */
function strings(value: Value | undefined): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Parses Cargo.toml, pyproject.toml. */
function toml(text: string): Manifest | undefined {
  const sections = text.split(/^\s*\[+([^\]\n]+)\]+[ \t]*(?:#.*)?$/m);
  let name = "";
  const exports: ImportedName[] = [];
  const imports: ImportRef[] = [];
  for (let at = 1; at < sections.length; at += 2) {
    const section = sections[at]!.trim();
    const body = sections[at + 1]!;
    if (section === "package" || section === "project") name ||= valueOf(body, "name") ?? "";
    if (section === "lib") {
      name = valueOf(body, "name") ?? name;
      exports.push(...one(".", valueOf(body, "path")));
    }
    if (/(?:^|[.-])dependencies(?:\.|$)/.test(section)) imports.push(...crates(section, body));
    if (/^tool\.(?:setuptools|poetry|hatch)\b/.test(section)) exports.push(...folders(pythonSources(body)));
  }
  if (/^\[(?:project|tool\.poetry)\]/m.test(text)) exports.push(...folders(["src", "."]));
  return manifest(name, exports, imports);
}

function valueOf(body: string, key: string): string | undefined {
  return new RegExp(`(?:^|[{,])\\s*${key}\\s*=\\s*["']([^"'\\n]+)["']`, "m").exec(body)?.[1];
}

/** Dependencies within the repository, or with another local name. */
function crates(section: string, body: string): ImportRef[] {
  const single = /dependencies\.["']?([\w-]+)["']?$/.exec(section)?.[1];
  const rows = single === undefined
    ? [...body.matchAll(/^\s*["']?([\w-]+)["']?\s*=\s*(\{[^}]*\})/gm)]
      .map((row) => ({ alias: row[1]!, row: row[2]! }))
    : [{ alias: single, row: body }];
  return rows.flatMap(({ alias, row }) => {
    const [path, name] = [valueOf(row, "path"), valueOf(row, "package")];
    return path === undefined && name === undefined
      ? []
      : [{ module: path ?? "", names: [{ name: name ?? alias, alias }], line: 1 }];
  });
}

/** Package folders in a section of pyproject.toml. */
function pythonSources(body: string): string[] {
  const listed = /^\s*where\s*=\s*\[([^\]]*)\]/m.exec(body)?.[1] ?? "";
  const whole = /^\s*packages\s*=\s*\[([^\]]*)\]/m.exec(body)?.[1] ?? "";
  const quoted = (list: string): string[] => [...list.matchAll(/["']([^"']+)["']/g)].map((one) => one[1]!);
  return [
    ...quoted(listed),
    ...[...whole.matchAll(/\bfrom\s*=\s*["']([^"']+)["']/g)].map((one) => one[1]!),
    ...quoted(whole).filter((one) => one.includes("/")).map((one) => one.slice(0, one.lastIndexOf("/"))),
    ...[/["']{2}\s*=\s*["']([^"']+)["']/.exec(body)?.[1]].filter((one) => one !== undefined),
  ];
}

/** Parses setup.cfg, setup.py. */
function pythonFolders(text: string): Manifest | undefined {
  if (!/\bpackage_dir\b|^\[options|\bsetup\(/m.test(text)) return undefined;
  const dir = /\bpackage_dir\s*=\s*(?:\{\s*["']{2}\s*:\s*["']([^"']+)["']|[^=\n]*\n?\s*=\s*([\w./-]+)\s*$)/m
    .exec(text);
  const where = /^where\s*=\s*([\w./-]+)/m.exec(text)?.[1];
  return manifest("", folders([dir?.[1] ?? dir?.[2], where, "src", "."]));
}

function mavenFolders(text: string): Manifest | undefined {
  if (!/<project[\s>]/.test(text)) return undefined;
  const listed = text.matchAll(
    /<(?:testS|s)ourceDirectory>\s*(?:\$\{(?:project\.)?basedir\}\/)?([^<$]+?)\s*</g,
  );
  return manifest("", folders([...[...listed].map((one) => one[1]), ...JVM_FOLDERS]));
}

function gradleFolders(text: string): Manifest | undefined {
  if (!/\b(?:plugins|dependencies|sourceSets)\b/.test(text)) return undefined;
  const lists = text.matchAll(
    /\b(?:set)?[sS]rcDirs?\b\s*(?:\+?=\s*)?[[(]?\s*(?:listOf\()?((?:["'][^"']+["'][\s,]*)+)/g,
  );
  const named = [...lists].flatMap((list) =>
    [...list[1]!.matchAll(/["']([^"']+)["']/g)].map((one) => one[1])
  );
  return manifest("", folders([...named, ...JVM_FOLDERS]));
}

const JVM_FOLDERS = ["src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin"];
