/** Environment of a command, injected by the composition root, so that tests can run a whole command. */
export interface CommandIo {
  /** Writes to standard output verbatim; the caller adds the line end. */
  out(text: string): void;
  /** Writes to standard error verbatim; the caller adds the line end. */
  err(text: string): void;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** True if standard input is a terminal. */
  readonly isTyped: boolean;
  /** Value of an environment variable; undefined if it is unset or not permitted. */
  env(name: string): string | undefined;
  /** All of standard input as UTF-8 text. */
  stdin(): Promise<string>;
  /**
   * The JSON object at the start of standard input, as text; if it is incomplete after some seconds, everything
   * received.
   */
  payload(): Promise<string>;
  /** The user's home folder, absolute; "" if unknown. */
  readonly home: string;
  /** Working directory of the command, absolute. */
  readonly cwd: string;
  /** Root of the repository, absolute; default: the one that contains {@link cwd}. */
  readonly repository?: string;
  /** Absolute path of the running executable, without symlinks. */
  readonly execPath: string;
}
