const WIDTH = 30;

/** Draws a bar on standard error, over itself; draws nothing where that is no terminal. */
export class ProgressBar {
  readonly #isShown = Deno.stderr.isTerminal();
  #isDrawn = false;

  /** `label` comes before the bar. */
  constructor(private readonly label: string) {}

  update(done: number, total: number): void {
    if (!this.#isShown || total === 0) return;
    const filled = Math.round(WIDTH * done / total);
    const bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
    this.#write(`\r${this.label} [${bar}] ${done}/${total}\x1b[K`);
    this.#isDrawn = true;
  }

  /** Wipes the bar away. */
  clear(): void {
    if (this.#isDrawn) this.#write("\r\x1b[K");
  }

  #write(text: string): void {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  }
}
