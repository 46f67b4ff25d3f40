/** An external type or value: its name, or "" if it is unknown. */
export type Outside = { readonly outside: string };

/** An external value about which nothing else is known. */
export const OUTSIDE: Outside = { outside: "" };

/** A value of an external type; the types of Go's library need their package to be distinct. */
export function outsideType(language: string, path: string): Outside {
  return language === "go" ? OUTSIDE : { outside: path.replace(/^.*\./, "") };
}
