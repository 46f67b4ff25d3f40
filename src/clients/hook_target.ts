import { CLIENT_PLUGINS } from "../platform/program.ts";
import { programText } from "../platform/program_files.ts";
import { hookCommand } from "./codex/native_hook.ts";

/** Wiring by `install` of the prompt hook of a client with a file of its own for that: texts in, texts out. */

/** One client. */
export interface HookTarget {
  /** The option of `install` without its dashes; also the word after `hook` in the command. */
  readonly word: string;
  /** As people know the client. */
  readonly title: string;
  /** Absolute path that client users have. */
  trace(place: Place): string;
  /** The files to write; the last holds the hook. */
  files(place: Place): readonly TargetFile[];
  /** Reason from the client's own settings not to run the hook; undefined: it would. */
  off?(place: Place): string | undefined;
  /** Further note for people; undefined: none. */
  note?(place: Place): string | undefined;
}

/** This user's folders; paths are absolute and without a trailing slash. */
export interface Place {
  readonly home: string;
  /** Folder of the user's configurations, by default `~/.config`. */
  readonly config: string;
  /** The installed program. */
  readonly binary: string;
  /** The text of a small file; undefined when there is none. */
  read(path: string): string | undefined;
  /** The version of a client's npm package that a program on PATH belongs to; undefined: it is not known. */
  version(program: string): string | undefined;
}

/** One file of a target. */
export interface TargetFile {
  readonly path: string;
  /**
   * The text with our part in it, the same when it is there already; undefined: no file is to be made.
   *
   * @param text undefined: there is no such file
   * @throws {FileRefused} for a text that cannot take it
   */
  put(text: string | undefined): string | undefined;
  /**
   * The text without our part; undefined when nothing else is left.
   *
   * @throws {FileRefused} for a text that cannot be read
   */
  take(text: string): string | undefined;
}

/** A file that is ours alone: its path names this program. */
export function wholeFile(path: string, text: string): TargetFile {
  return { path, put: () => text, take: (found) => found.includes("auto-tools") ? undefined : found };
}

/** Source of a plug-in in `config/client-plugins`, with the part that all of them share and the path of the program. */
export function pluginText(file: string, binary: string): string {
  return [file, "facts.js"].map((part) => programText(`${CLIENT_PLUGINS}${part}`)).join("\n")
    .replace('const PROGRAM = "auto-tools"', () => `const PROGRAM = ${JSON.stringify(binary)}`);
}

/** Formats JSON for our files. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

/** The shell command of a client's hook. */
export function wordCommand(binary: string, word: string): string {
  return `${hookCommand(binary)} ${word}`;
}

/** True if a shell command runs this program as the hook of the client `word`. */
export function runsHookFor(word: string): (command: string) => boolean {
  const own = new RegExp(`auto-tools'? hook ${word}(?![\\w-])`);
  return (command) => own.test(command);
}
