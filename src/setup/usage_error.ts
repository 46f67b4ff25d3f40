import { Failure } from "../model/errors.ts";

/** A wrong command line, or a request that cannot be met here; the message has the remedy. */
export class UsageError extends Failure {
  constructor(message: string) {
    super("invalidArgs", message);
  }
}
