/** Memory this process holds, bytes. */
export function memoryInUse(): number {
  return Deno.memoryUsage().rss;
}
