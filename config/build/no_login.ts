/** Stands in for a package that only a login by OAuth would call, which this program never starts. */
export default function pkceChallenge(): never {
  throw new Error("no login here: set a token instead");
}
