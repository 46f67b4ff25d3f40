const WIDTH = 30;

/** A progress bar on standard error; draws nothing if that is not a terminal. */
export class ProgressBar {
  readonly #isShown = Deno.stderr.isTerminal();
  #isDrawn = false;
  readonly #started = performance.now();

  /** @param label text before the bar */
  constructor(private readonly label: string) {}

  update(done: number, total: number): void {
    if (!this.#isShown || total === 0) return;
    const filled = Math.round(WIDTH * done / total);
    const bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
    this.#write(`\r${this.label} [${bar}] ${paceOf(done, total, performance.now() - this.#started)}\x1b[K`);
    this.#isDrawn = true;
  }

  /** Erases the bar. */
  clear(): void {
    if (this.#isDrawn) this.#write("\r\x1b[K");
  }

  #write(text: string): void {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  }
}

/** `120/480, 60/s, 6 s left`; the remaining time appears once the pace is known. */
export function paceOf(done: number, total: number, milliseconds: number): string {
  const perSecond = done / milliseconds * 1000;
  if (milliseconds < SHORTEST_MS || done === 0) return `${done}/${total}`;
  return `${done}/${total}, ${Math.round(perSecond)}/s, ${Math.ceil((total - done) / perSecond)} s left`;
}

/** Minimum duration for a reliable pace, in milliseconds. */
const SHORTEST_MS = 500;
