import type { DaemonQuestion, FromDaemon, FromTurn, ToDaemon, ToTurn } from "../../model/daemon.ts";
import type { QueryEmbedding } from "../../model/semantic.ts";
import { existingState } from "../../platform/state_files.ts";
import { notesOf } from "../../timeline/journal.ts";
import { gitLimit } from "../repository_for.ts";
import { symbolsIn } from "../symbols_file.ts";
import type { AnsweringThread, AnsweringTurn } from "./answering_thread.ts";
import type { WarmRepository } from "./calls.ts";
import { DaemonCalls } from "./calls.ts";

/** What a daemon answers with about one repository. */
export interface DaemonService extends WarmRepository {
  readonly answering: AnsweringThread;
}

/** The connection to the caller. */
export interface DaemonLink {
  send(message: FromDaemon): void;
  /** There is no answer. */
  close(): void;
}

/**
 * One request in a daemon. It goes to the thread that answers, which has no right: what the sandbox finds goes there as it
 * is, and so does the result to the caller.
 */
export class DaemonRequest {
  readonly #calls: DaemonCalls;
  readonly #turn: AnsweringTurn;
  #isOver = false;

  constructor(private readonly service: DaemonService, private readonly link: DaemonLink) {
    this.#turn = service.answering.begin((message) => this.#hear(message));
    this.#calls = new DaemonCalls(service, (answer) => this.#say(answer));
  }

  /** Handles a message of the caller. */
  receive(message: ToDaemon): void {
    if (message.type === "ask") this.#ask(message.question);
    else if (message.type === "root") this.#calls.facts(message.facts);
    else if (message.type === "meaning") {
      this.#calls.meaning(message.meaning);
      this.#say(message);
    } else if (message.type === "semantic") {
      this.#say({ type: "said", said: message.said });
      void this.#calls.vector(revived(message.query));
    }
  }

  /** It is answered, or the caller is gone. */
  end(): void {
    this.#isOver = true;
    this.#calls.end();
    this.#turn.end();
  }

  #ask(question: DaemonQuestion): void {
    const { root, cache } = this.service;
    const { task, rules, wallMs } = question;
    const prompt = "prompt" in task ? task.prompt : undefined;
    const notes = prompt?.isTurn ? notesOf(existingState(root), prompt.request) : "";
    const symbols = prompt && symbolsIn(cache);
    this.#say({ type: "ask", root, question, known: { notes, symbols } });
    // Afterwards: to start git takes this thread some milliseconds.
    this.#calls.begin(rules, gitLimit(wallMs));
  }

  #say(message: ToTurn): void {
    if (!this.#isOver) this.#turn.say(message);
  }

  #hear(message: FromTurn): void {
    if (this.#isOver) return;
    if (message.type === "plan") {
      this.#calls.plan(message);
      this.link.send({ type: "planned", wallMs: message.wallMs });
    } else if (message.type === "call") void this.#calls.call(message);
    else if (message.type === "end") this.#calls.restart();
    else if (message.type === "failed") this.link.close();
    else this.link.send(message);
  }
}

/** JSON has no arrays of 32-bit numbers. */
function revived({ outcome, ...query }: QueryEmbedding): QueryEmbedding {
  if (!("vectors" in outcome)) return { ...query, outcome };
  return { ...query, outcome: { ...outcome, vectors: outcome.vectors.map((one) => Float32Array.from(one)) } };
}
