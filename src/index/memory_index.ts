import type { IndexView } from "./index_view.ts";
import type { Segment } from "./segment.ts";

/** A reader of an in-memory segment. */
export function segmentReader(segment: Segment): ConstructorParameters<typeof IndexView>[1][number] {
  return {
    columns: segment.columns,
    firstKeys: segment.firstKeys,
    names: () => new TextEncoder().encode(segment.names),
    block: (number) => segment.blocks[number] ?? new Uint8Array(0),
    parsed: (place) => segment.parsed[place],
  };
}
