/**
 * Every way this program fails: its code in the contract, the exit code of the command line, and what helps.
 */
export interface FailureKind {
  /** `error.code` of the v1.0 contract. */
  readonly code: string;
  /** Exit code of the kernel and the command line. The hook entry always exits 0 instead. */
  readonly exit: ExitCode;
  /** The remedy, one sentence without a final period. */
  readonly fix: string;
}

/**
 * 0 ok (also degraded but usable), 10 kernel unavailable, 20 configuration, 30 parse, 40 tool failure, 50 time or
 * budget, 60 named but not found; 1 of a language server that exits before `shutdown`, as its protocol requires.
 */
export type ExitCode = 0 | 1 | 10 | 20 | 30 | 40 | 50 | 60;

/** The registry of failures, by name. */
export const FAILURES = {
  timeout: {
    code: "E_TIMEOUT",
    exit: 50,
    fix: "raise CI_AUTO_TOOLS_BUDGET_WALL_MS or ask about fewer files",
  },
  parse: { code: "E_PARSE", exit: 30, fix: "pass one JSON object, as the client's hook does" },
  toolUnavailable: { code: "E_TOOL_UNAVAILABLE", exit: 40, fix: "run `auto-tools doctor`" },
  budget: { code: "E_BUDGET_EXCEEDED", exit: 50, fix: "raise CI_AUTO_TOOLS_BUDGET_WALL_MS" },
  invalidArgs: { code: "E_INVALID_ARGS", exit: 20, fix: "see `auto-tools --help`" },
  busy: { code: "E_BUDGET_EXCEEDED", exit: 50, fix: "ask again when fewer requests are under way" },
  repoRoot: { code: "E_REPO_ROOT", exit: 20, fix: "set CI_AUTO_TOOLS_REPO_ROOT to a folder that exists" },
  session: {
    code: "E_SESSION",
    exit: 40,
    fix: "delete the session file named above; the next turn starts a new one",
  },
  kernel: { code: "E_UNKNOWN", exit: 10, fix: "run `auto-tools doctor` and report what it prints" },
  unknown: { code: "E_UNKNOWN", exit: 40, fix: "run again with --explain and report what it prints" },
} as const satisfies Record<string, FailureKind>;

/** A name in {@link FAILURES}. */
export type FailureName = keyof typeof FAILURES;

/** `error.code` values of the v1.0 contract. */
export type ErrorCode = typeof FAILURES[FailureName]["code"];

/** An error with its kind of failure. The message names the problem, then the value after a colon. */
export class Failure extends Error {
  constructor(readonly kind: FailureName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Failure";
  }

  get code(): ErrorCode {
    return FAILURES[this.kind].code;
  }

  get exit(): ExitCode {
    return FAILURES[this.kind].exit;
  }

  get fix(): string {
    return FAILURES[this.kind].fix;
  }
}

/** Returns the failure behind an error of the contract, as far as its code identifies it. */
export function failureOf(
  { code, message }: { readonly code: ErrorCode; readonly message: string },
): Failure {
  const kinds = Object.keys(FAILURES) as FailureName[];
  return new Failure(kinds.findLast((kind) => FAILURES[kind].code === code) ?? "unknown", message);
}

/** The error itself when it already is a {@link Failure}, else one of the kind `unknown` around it. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure("unknown", error instanceof Error ? error.message : String(error), { cause: error });
}
