/** FNV-1a (Fowler, Noll, Vo) of the UTF-16 units, 32 bits. */
export function fnv1a(text: string, seed = 0x811c9dc5): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
