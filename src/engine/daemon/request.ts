import { within } from "../../model/within.ts";
import type {
  DaemonOpening,
  DaemonResult,
  FromDaemon,
  PlanOpening,
  PromptOpening,
  ToDaemon,
} from "../../model/daemon.ts";
import type { QueryEmbedding } from "../../model/semantic.ts";
import { clock } from "../../platform/clock.ts";
import type { Connection } from "../../platform/lines.ts";
import { MessageLink } from "../../platform/message_link.ts";
import { recordSlowly } from "../reply.ts";
import type { Meaning, WarmEngine } from "../warm/warm_engine.ts";
import { environmentFor } from "./environment_for.ts";

/** Interval of a running request's signs of life. Milliseconds. */
const BEAT_MS = 150;
/** A request that is still under way by then will not be answered; no budget is longer. Milliseconds. */
const LONGEST_MS = 90_000;
/** A connection over which nothing was asked by then is closed; likewise one whose reply was not taken. Milliseconds. */
const SILENT_MS = 10_000;
/** Share of the time a prompt is waited for in which the caller has to say how the question's vector is to be had. */
const MEANING_SHARE = 0.16;

/** One connection: its opening, and the request that this begins. */
export class DaemonRequest {
  readonly #link: MessageLink<ToDaemon, FromDaemon>;
  readonly #gone = new AbortController();
  readonly #arrived = clock();
  #meaning = (_: Meaning): void => {};
  #vector = (_: QueryEmbedding): void => {};
  #taken = (): void => {};
  /** Time the caller waits for its reply; 0 until known. Milliseconds. */
  #waitedMs = 0;
  #isOpened = false;
  #limit: ReturnType<typeof setTimeout>;
  /** Resolves when its connection has ended. */
  readonly ended: PromiseWithResolvers<void> = Promise.withResolvers();

  /** @param key the user's secret, which greets the caller */
  constructor(connection: Connection, key: string, private readonly engine: WarmEngine) {
    this.#limit = setTimeout(() => this.close(), SILENT_MS);
    this.#link = new MessageLink<ToDaemon, FromDaemon>(connection, {
      receive: (message) => this.#receive(message),
      end: () => {
        clearTimeout(this.#limit);
        this.#gone.abort();
        this.ended.resolve();
      },
    });
    this.#link.send({ type: "ready", key });
  }

  /** There is nothing more to say. */
  close(): void {
    this.#link.close();
  }

  #receive(message: ToDaemon): void {
    if (message.type === "meaning") this.#meaning(message);
    else if (message.type === "vector") this.#vector(revived(message.query));
    else if (message.type === "taken") this.#taken();
    else if (this.#isOpened || !OPENINGS.includes(message.type)) this.close();
    else {
      this.#isOpened = true;
      void this.#open(message);
    }
  }

  async #open(opening: DaemonOpening): Promise<void> {
    this.#limitTo(LONGEST_MS);
    const beat = setInterval(() => this.#link.send({ type: "working" }), BEAT_MS);
    try {
      if (opening.type === "prompt") await this.#prompt(opening);
      else if (opening.type === "plan") await this.#plan(opening);
      else {
        await this.engine.serve(opening.root);
        this.close();
      }
    } catch {
      // The process that asks answers itself.
      this.close();
    } finally {
      clearInterval(beat);
    }
  }

  async #prompt({ ask, environment, elapsedMs }: PromptOpening): Promise<void> {
    const env = environmentFor(environment);
    const answer = env && await this.engine.answer(ask, {
      env,
      startedAt: this.#arrived - elapsedMs,
      signal: this.#gone.signal,
      onPlanned: (waitedMs) => {
        this.#waitedMs = waitedMs;
        this.#link.send({ type: "planned", waitedMs });
      },
      onDraft: ({ context, truncated }) =>
        this.#link.send({ type: "draft", reply: { context, ...(truncated && { isTruncated: truncated }) } }),
      embed: (onVector) => this.#embed(onVector),
    });
    if (!answer) return this.#finish({ type: "alone" });
    this.#taken = () => {
      this.close();
      void recordSlowly(answer);
    };
    this.#finish({ type: "reply", reply: answer.reply });
  }

  async #plan({ root, facts, plan, rules, elapsedMs }: PlanOpening): Promise<void> {
    const outcomes = await this.engine.call(root, {
      plan,
      rules,
      facts,
      startedAt: this.#arrived - elapsedMs,
      signal: this.#gone.signal,
      onRunning: (tool) => this.#link.send({ type: "running", tool }),
    });
    this.#finish(outcomes ? { type: "found", outcomes } : { type: "alone" });
  }

  #finish(result: DaemonResult): void {
    this.#link.send(result);
    this.#limitTo(SILENT_MS);
  }

  async #embed(onVector: (query: QueryEmbedding) => void): Promise<Meaning> {
    const { promise, resolve } = Promise.withResolvers<Meaning>();
    this.#meaning = resolve;
    this.#vector = onVector;
    this.#link.send({ type: "embed" });
    return await within(promise, this.#waitedMs * MEANING_SHARE) ?? { models: { uses: [] } };
  }

  #limitTo(ms: number): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.close(), ms);
  }
}

const OPENINGS: readonly ToDaemon["type"][] = ["prompt", "plan", "serve"];

/** JSON has no arrays of 32-bit numbers. */
function revived({ outcome, ...query }: QueryEmbedding): QueryEmbedding {
  if (!("vectors" in outcome)) return { ...query, outcome };
  return { ...query, outcome: { ...outcome, vectors: outcome.vectors.map((one) => Float32Array.from(one)) } };
}
