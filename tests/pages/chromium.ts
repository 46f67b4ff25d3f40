import assert from "node:assert/strict";
import { HOSTILE, htmlOf, PAGES } from "./samples.ts";

/**
 * The written pages in headless Chromium: `deno task test:chromium`. Not part of the tests that always run, because many
 * machines have no Chromium. AUTO_TOOLS_CHROMIUM names the program; default: the first known name on PATH.
 */

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome-headless-shell"];

/** A tab that is driven by the DevTools protocol. */
class Tab {
  #id = 0;
  readonly #answers = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  readonly #loaded: (() => void)[] = [];
  /** Errors of the page and what it tried to load. */
  readonly problems: string[] = [];

  constructor(private readonly socket: WebSocket) {
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
  }

  async call(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#id;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    this.#answers.set(id, answer);
    this.socket.send(JSON.stringify({ id, method, params }));
    return await answer.promise;
  }

  async open(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.#loaded.push(resolve));
    await this.call("Page.navigate", { url });
    await loaded;
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.call("Runtime.evaluate", { expression, returnByValue: true });
    return (result as { readonly value?: unknown }).value;
  }

  async press(key: string, text?: string): Promise<void> {
    await this.call("Input.dispatchKeyEvent", { type: "keyDown", key, ...(text && { text }) });
    await this.call("Input.dispatchKeyEvent", { type: "keyUp", key });
  }

  #hear({ id, result, error, method, params }: Record<string, unknown>): void {
    if (typeof id === "number") {
      const answer = this.#answers.get(id);
      return error ? answer?.reject(new Error(JSON.stringify(error))) : answer?.resolve(result as never);
    }
    if (method === "Page.loadEventFired") this.#loaded.shift()?.();
    const reported = JSON.stringify(params ?? {});
    if (method === "Runtime.exceptionThrown" || method === "Log.entryAdded") this.problems.push(reported);
    if (method === "Network.requestWillBeSent" && !/"documentURL":"file:/.test(reported)) {
      this.problems.push(reported);
    }
  }
}

async function withTab(use: (tab: Tab, folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-pages-" });
  const browser = start(folder);
  const [beginning, whole] = browser.stderr.tee();
  const closed = whole.pipeTo(new WritableStream());
  try {
    const endpoint = await endpointOf(beginning);
    const list = await (await fetch(`http://${new URL(endpoint).host}/json/list`)).json();
    const socket = new WebSocket(
      list.find((one: { readonly type: string }) => one.type === "page").webSocketDebuggerUrl,
    );
    await new Promise((resolve) => socket.onopen = resolve);
    const tab = new Tab(socket);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await tab.call(`${domain}.enable`);
    await use(tab, folder);
    const ended = new Promise((resolve) => socket.onclose = resolve);
    await tab.call("Browser.close");
    await ended;
  } finally {
    await Promise.all([browser.status, closed]);
    Deno.removeSync(folder, { recursive: true });
  }
}

function start(folder: string): Deno.ChildProcess {
  const named = Deno.env.get("AUTO_TOOLS_CHROMIUM");
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "about:blank"];
  for (const name of named === undefined ? NAMES : [named]) {
    try {
      return new Deno.Command(name, {
        args: [...args, `--user-data-dir=${folder}/profile`],
        stdin: "null",
        stdout: "null",
        stderr: "piped",
      }).spawn();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new Error(`no Chromium found: ${named ?? NAMES.join(", ")}; set AUTO_TOOLS_CHROMIUM to its path`);
}

async function endpointOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let reported = "";
  for await (const chunk of stderr.pipeThrough(new TextDecoderStream())) {
    reported += chunk;
    const endpoint = /DevTools listening on (ws:\S+)/.exec(reported)?.[1];
    if (endpoint !== undefined) return endpoint;
  }
  throw new Error(`Chromium did not start: ${reported}`);
}

Deno.test("every page opens in Chromium, light and dark, and answers the keyboard", async () => {
  await withTab(async (tab, folder) => {
    for (const [name, page] of PAGES) {
      Deno.writeTextFileSync(`${folder}/${name}.html`, htmlOf(page));
      const grounds: unknown[] = [];
      for (const value of ["light", "dark"]) {
        await tab.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
        await tab.open(`file://${folder}/${name}.html`);
        grounds.push(await tab.evaluate("getComputedStyle(document.body).backgroundColor"));
      }
      assert.deepEqual(grounds, ["rgb(255, 255, 255)", "rgb(20, 23, 28)"], name);
      assert.equal(await tab.evaluate("document.images.length"), 0);
      assert.ok(await tab.evaluate(`document.body.textContent.includes(${JSON.stringify(HOSTILE)})`), name);
      await tab.press("/");
      const first = String(await tab.evaluate("document.querySelector('tbody tr').cells[0].textContent"));
      await tab.call("Input.insertText", { text: first });
      await tab.press("Enter");
      assert.match(
        String(await tab.evaluate("document.getElementById('found').textContent")),
        /^[1-9]\d* of/,
      );
      assert.ok(await tab.evaluate("document.activeElement.matches('.node.selected')"), name);
      assert.ok(await tab.evaluate("document.querySelector('#details dl') !== null"), name);
      await tab.press("Escape");
      assert.equal(await tab.evaluate("document.querySelectorAll('.dim, .selected, tr[hidden]').length"), 0);
    }
    assert.deepEqual(tab.problems, []);
  });
});
