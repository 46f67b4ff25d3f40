/**
 * What a command may know of the outside: handed in by the composition root, so that a command can be run whole in a test.
 */
export interface CommandIo {
  /** Writes to stdout exactly what is given; the caller adds the line end. */
  out(text: string): void;
  /** Writes to stderr exactly what is given; the caller adds the line end. */
  err(text: string): void;
  /** Whether a person reads stdout on a terminal. */
  readonly isTerminal: boolean;
  /** Whether standard input is a terminal. */
  readonly isTyped: boolean;
  /** An environment variable; undefined when unset or not granted to the program. */
  env(name: string): string | undefined;
  /** The whole of stdin as UTF-8 text. */
  stdin(): Promise<string>;
  /** The JSON object that stdin begins with, as text; whatever came when it is not whole within some seconds. */
  payload(): Promise<string>;
  /** The user's home folder, absolute; empty when unknown. */
  readonly home: string;
  /** The folder the command was started in, absolute. */
  readonly cwd: string;
  /** Root of the repository that is meant, absolute; default: the one around {@link cwd}. */
  readonly repository?: string;
  /** The running executable itself, absolute and without symlinks. */
  readonly execPath: string;
}
