import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import type { ImportedName, ImportRef, ParsedFile } from "./parsed_file.ts";

/**
 * Module names defined by a manifest. `module` is the name of the package; each of `exports` maps an import pattern
 * (`alias`: `./tools/*`, `@lib/*`, `Acme\Shop\`, "" for a source folder) to a path from the manifest's folder (`name`);
 * `imports` are other manifests: those it extends, and dependencies by path with their local names.
 */
export type Manifest = Pick<ParsedFile, "module" | "imports" | "exports">;

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
  if (!JSON_KEYS.some((key) => text.includes(key))) return undefined;
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

const JSON_KEYS = ['"name"', '"compilerOptions"', '"extends"', '"autoload"'];

/** Parses the `exports` or `imports` of a package: a target or a table of targets, with or without conditions. */
function entries(value: Value | undefined, own: string): ImportedName[] {
  const named = Object.entries(table(value)).filter(([key]) => key.startsWith(".") || key.startsWith("#"));
  if (named.length === 0) return own === "" ? [] : strings(value).map((name) => ({ alias: own, name }));
  return named.flatMap(([alias, target]) => strings(target).map((name) => ({ alias, name })));
}

function one(alias: string, name: string | undefined): ImportedName[] {
  return name === undefined ? [] : [{ alias, name }];
}

/** The value of a JSON text, also with comments and trailing commas. */
function parsedJson(text: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    return parseJson(text) ?? null;
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
  let all: Table;
  try {
    all = table(parseToml(text) as Value);
  } catch {
    return undefined;
  }
  const [lib, project, tool] = [table(all["lib"]), table(all["project"]), table(all["tool"])];
  const names = [lib["name"], table(all["package"])["name"], project["name"]];
  const isPython = all["project"] !== undefined || tool["poetry"] !== undefined;
  return manifest(names.map(string).find((name) => name !== undefined) ?? "", [
    ...one(".", string(lib["path"])),
    ...folders(["setuptools", "poetry", "hatch"].flatMap((key) => pythonSources(table(tool[key])))),
    ...folders(isPython ? ["src", "."] : []),
  ], crates(all));
}

/** Dependencies within the repository, or with another local name, of all tables of dependencies. */
function crates(all: Table): ImportRef[] {
  return Object.entries(all).flatMap(([key, value]) => {
    if (!key.endsWith("dependencies")) return crates(table(value));
    return Object.entries(table(value)).flatMap(([alias, dependency]) => {
      const { path, package: name } = table(dependency);
      const module = string(path) ?? "";
      const own = string(name) ?? alias;
      return module === "" && own === alias ? [] : [{ module, names: [{ name: own, alias }], line: 1 }];
    });
  });
}

/** Package folders in a tool's table of pyproject.toml. */
function pythonSources(tool: Table): string[] {
  return Object.entries(tool).flatMap(([key, value]) => {
    if (key === "where" || key === "") return strings(value);
    if (key !== "packages" || !Array.isArray(value)) return pythonSources(table(value));
    return value.flatMap((one: Value) => {
      const path = typeof one === "string"
        ? one.slice(0, Math.max(one.lastIndexOf("/"), 0))
        : table(one)["from"];
      return path === "" ? [] : strings(path);
    });
  });
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
  if (!text.includes("<project")) return undefined;
  const listed = text.matchAll(
    /<(?:testS|s)ourceDirectory>\s*(?:\$\{(?:project\.)?basedir\}\/)?([^<$]+?)\s*</g,
  );
  return manifest("", folders([...[...listed].map((one) => one[1]), ...JVM_FOLDERS]));
}

function gradleFolders(text: string): Manifest | undefined {
  if (!["plugins", "dependencies", "sourceSets"].some((word) => text.includes(word))) return undefined;
  const lists = text.matchAll(
    /\b(?:set)?[sS]rcDirs?\b\s*(?:\+?=\s*)?[[(]?\s*(?:listOf\()?((?:["'][^"']+["'][\s,]*)+)/g,
  );
  const named = [...lists].flatMap((list) =>
    [...list[1]!.matchAll(/["']([^"']+)["']/g)].map((one) => one[1])
  );
  return manifest("", folders([...named, ...JVM_FOLDERS]));
}

const JVM_FOLDERS = ["src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin"];
