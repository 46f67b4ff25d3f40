import type { ParsedFile } from "../syntax/parsed_file.ts";
import { namesOf } from "./file_names.ts";

/** Something that is not in the repository: a package or a type of Go's library by its name, "" for all else. */
export interface Outside {
  readonly outside: string;
}

/** What nothing more is known of. */
export const OUTSIDE: Outside = { outside: "" };

/** A value of a type that is not in the repository. */
export function outsideType(parsed: ParsedFile, path: string): Outside {
  if (parsed.language !== "go" || path === "error") return { outside: path.replace(/^.*\./, "") };
  const [, alias = "", name] = /^(\w+)\.(\w+)$/.exec(path) ?? [];
  const library = name === undefined ? undefined : libraryPackage(parsed, alias);
  return library === undefined ? OUTSIDE : { outside: `${library}.${name}` };
}

/** The package of Go's library that a name stands for: its path has no dots. */
export function libraryPackage(parsed: ParsedFile, alias: string): string | undefined {
  const module = parsed.language === "go" ? namesOf(parsed).import(alias)?.module : undefined;
  return module === undefined || module.includes(".") ? undefined : module.replace(/^.*\//, "");
}
