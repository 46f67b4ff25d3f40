import { Failure } from "../model/errors.ts";

/** The command line was wrong, or what it asks for cannot be done here; the message says how. */
export class UsageError extends Failure {
  constructor(message: string) {
    super("invalidArgs", message);
  }
}
