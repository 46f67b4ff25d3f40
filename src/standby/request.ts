import type {
  FromAnswering,
  FromLanes,
  FromStandby,
  MeaningOutset,
  StandbyQuestion,
  StandbyRoot,
  ToAnswering,
  ToLanes,
  ToStandby,
} from "../model/standby.ts";
import { asFailure } from "../model/errors.ts";
import type { QueryEmbedding } from "../model/semantic.ts";
import type { GitProcess } from "../platform/git.ts";
import { listFiles } from "../platform/repository.ts";
import { StatTable } from "../platform/stat_table.ts";
import { existingState } from "../platform/state_files.ts";
import { notesOf, symbolsIn } from "../commands/informed_intent.ts";
import type { Listed } from "../commands/repository_view.ts";
import { outlineOf, rulesOf } from "../commands/repository_view.ts";
import { tellPast } from "../commands/tell_past.ts";
import type { AnsweringThread } from "./answering_thread.ts";
import type { StandbyJails } from "./jails.ts";

/** How long git may list, and how long this thread looks at the files' times. Milliseconds. */
const LISTING_MS = 1000;
const LOOK_MS = 300;

/** What a process that stands by has of its repository. */
export interface StandbyGround {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the repository's cache. */
  readonly cache: string;
  readonly jails: StandbyJails;
  readonly answering: AnsweringThread;
  /** What git listed last; the next listing is likely the same. */
  listing?: Uint8Array<ArrayBuffer> | undefined;
}

/** Whoever asked. */
export interface StandbyLink {
  send(message: FromStandby): void;
  /** There is no answer. */
  close(): void;
}

type Call = Extract<ToLanes, { type: "call" }>;
type Planned = Extract<ToLanes, { type: "plan" }>;

/**
 * One prompt in a process that stands by. This thread, which has rights, starts git and looks at the files' times; what the
 * jails find goes to the thread that answers as it is, and so does its answer to whoever asked.
 */
export class StandbyRequest {
  readonly #question: PromiseWithResolvers<StandbyQuestion> = Promise.withResolvers();
  readonly #root: PromiseWithResolvers<StandbyRoot> = Promise.withResolvers();
  readonly #meaning: PromiseWithResolvers<MeaningOutset | undefined> = Promise.withResolvers();
  readonly #listed: Promise<Listed | undefined>;
  #opened: Promise<void> = Promise.resolve();
  #lanes = 0;
  #git: GitProcess | undefined;
  #stats: StatTable | undefined;
  #endPast = (): void => {};
  #isOver = false;

  constructor(private readonly ground: StandbyGround, private readonly link: StandbyLink) {
    ground.answering.listen((message) => this.#hear(message));
    link.send({ type: "ready", root: ground.root });
    this.#listed = this.#list();
    void this.#tellGround();
  }

  /** Takes what whoever asked says. */
  receive(message: ToStandby): void {
    if (message.type === "ask") this.#ask(message.question);
    else if (message.type === "root") this.#root.resolve(message.found);
    else if (message.type === "meaning") this.#meaning.resolve(message.meaning);
    else void this.#tell(message);
  }

  /** The prompt is answered, or nobody waits for it any more. */
  end(): void {
    this.#isOver = true;
    this.#stats?.stop();
    this.#git?.kill();
    this.#endPast();
    this.ground.jails.rest();
    this.ground.answering.rest();
  }

  /** While git lists, the files it listed last time are looked at. */
  async #list(): Promise<Listed | undefined> {
    const { root, listing: last } = this.ground;
    this.#git = listFiles(root, LISTING_MS);
    this.#stats = last && this.#look(last);
    const { ok, stdout } = await this.#git.answer;
    if (!ok || this.#isOver) return undefined;
    if (!this.#stats || !last || !isSame(last, stdout)) {
      this.#stats?.stop();
      this.#stats = this.#look(stdout);
    }
    this.ground.listing = stdout;
    return { listing: stdout, stats: this.#stats };
  }

  #look(listing: Uint8Array): StatTable {
    const stats = new StatTable(listing);
    void stats.fill(this.ground.root, { limitMs: LOOK_MS, from: "front" });
    return stats;
  }

  #ask(question: StandbyQuestion): void {
    const { root, cache } = this.ground;
    this.#question.resolve(question);
    const known = { notes: notesOf(existingState(root), question.request), symbols: symbolsIn(cache) };
    this.#say({ type: "ask", root, question, known });
  }

  async #tellGround(): Promise<void> {
    const [found, meaning] = await Promise.all([this.#root.promise, this.#meaning.promise]);
    this.#say({ type: "ground", found, meaning });
  }

  #say(message: ToAnswering): void {
    if (!this.#isOver) this.ground.answering.say(message);
  }

  #hear(message: FromAnswering): void {
    if (this.#isOver) return;
    if (message.type === "failed") return this.link.close();
    if (message.type !== "lanes") return this.link.send(message);
    const { message: wish } = message;
    if (wish.type === "plan") {
      this.#opened = this.#open(wish);
      // Its calls say so.
      this.#opened.catch(() => {});
    } else if (wish.type === "call") void this.#call(wish);
    else this.ground.jails.end(wish.lane);
  }

  /** The jails see the repository as it is now, and hear of its past what the calls need. */
  async #open({ lanes, wallMs }: Planned): Promise<void> {
    this.#lanes = lanes.length;
    const [question, { facts }, meaning, listed] = await Promise.all([
      this.#question.promise,
      this.#root.promise,
      this.#meaning.promise,
      this.#listed,
    ]);
    if (this.#isOver) return;
    const { root, cache, jails } = this.ground;
    const rules = rulesOf(question.resolved.settings);
    const open = jails.open(lanes, outlineOf({ root, facts }, cache, rules), listed);
    const space = meaning?.space;
    if (space) open.forEach((jail) => jail.tell({ type: "question", space }));
    this.#endPast = await tellPast(open, { root, cache, lanes, exclude: rules.exclude, wallMs });
  }

  async #call({ id, lane, call, timeLeftMs }: Call): Promise<void> {
    const answer = (message: FromLanes): void => this.#say({ type: "lanes", message });
    try {
      await this.#opened;
      if (this.#isOver) return;
      this.#stats?.stop();
      const onPartial = (findings: Extract<FromLanes, { type: "partial" }>["findings"]): void =>
        answer({ type: "partial", id, findings });
      answer({
        type: "done",
        id,
        findings: await this.ground.jails.run(lane, call, { timeLeftMs, onPartial }),
      });
    } catch (error) {
      const { kind, message } = asFailure(error);
      answer({ type: "failed", id, kind, message });
    }
  }

  async #tell({ query, said }: Extract<ToStandby, { type: "semantic" }>): Promise<void> {
    this.#say({ type: "said", said });
    await this.#opened;
    if (this.#isOver) return;
    const message = { type: "semantic", query: revived(query) } as const;
    for (let lane = 0; lane < this.#lanes; lane++) this.ground.jails.lane(lane).tell(message);
  }
}

/** JSON has no arrays of 32-bit numbers. */
function revived({ outcome, ...query }: QueryEmbedding): QueryEmbedding {
  if (!("vectors" in outcome)) return { ...query, outcome };
  return { ...query, outcome: { ...outcome, vectors: outcome.vectors.map((one) => Float32Array.from(one)) } };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
