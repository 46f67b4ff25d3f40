import library from "../../config/go_library.json" with { type: "json" };

/**
 * Facts about Go's standard library that lead to interfaces a repository implements. Names consist of package and type:
 * `io.Writer`.
 */

/** Type of a library member: of a field, or of the first result of a call. */
export function libraryMember(holder: string, name: string): string | undefined {
  return MEMBERS.get(`${holder}.${name}`);
}

/** The interface that declares a method of a library interface: `io.Closer` for Close of `io.ReadCloser`. */
export function declaringInterface(type: string, method: string): string | undefined {
  const parts = INTERFACES.get(type) ?? [];
  if (parts.includes(method)) return type;
  for (const part of parts) {
    const found = part.includes(".") ? declaringInterface(part, method) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All methods of a library interface; empty if unknown. */
export function methodsOfInterface(type: string): readonly string[] {
  return (INTERFACES.get(type) ?? []).flatMap((part) =>
    part.includes(".") ? methodsOfInterface(part) : [part]
  );
}

const INTERFACES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(library.interfaces).map(([type, parts]) => [type, parts.split(" ")]),
);

/** Members by type. */
const MEMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries(library.members).flatMap(([type, names]) => names.split(" ").map((name) => [name, type])),
);
