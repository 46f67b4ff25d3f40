import { baseName } from "../model/paths.ts";
import type { ParsedFile } from "../syntax/parsed_file.ts";
import { namesOf } from "./file_names.ts";

/** An external type or value: a package or type of Go's library by name, "" for any other. */
export type Outside = { readonly outside: string };

/** An external value about which nothing else is known. */
export const OUTSIDE: Outside = { outside: "" };

/** A value of an external type. */
export function outsideType(parsed: ParsedFile, path: string): Outside {
  if (parsed.language !== "go" || path === "error") return { outside: path.replace(/^.*\./, "") };
  const [, alias = "", name] = /^(\w+)\.(\w+)$/.exec(path) ?? [];
  const library = name === undefined ? undefined : libraryPackage(parsed, alias);
  return library === undefined ? OUTSIDE : { outside: `${library}.${name}` };
}

/** The Go library package that an import alias refers to: its path contains no dots. */
export function libraryPackage(parsed: ParsedFile, alias: string): string | undefined {
  const module = parsed.language === "go" ? namesOf(parsed).import(alias)?.module : undefined;
  return module === undefined || module.includes(".") ? undefined : baseName(module);
}
