import { clock } from "../../platform/clock.ts";
import { env } from "../../platform/environment.ts";
import type { Engine } from "../engine.ts";
import { recordSlowly } from "../reply.ts";
import type { WarmEngine } from "./warm_engine.ts";

/** A request that a process of its own has to answer. */
export class NotHere extends Error {}

/**
 * The engine for clients whose requests come to the daemon's own process: for those that can connect, but should not have to start
 * a program.
 */
export function ownEngine(warm: WarmEngine): Engine {
  return {
    answer: async (ask) => {
      const reply = await warm.answer(ask, {
        env,
        startedAt: clock(),
        signal: new AbortController().signal,
        embed: () =>
          Promise.reject(new NotHere("a provider is to be asked, and the daemon connects to none")),
      });
      if (!reply) {
        throw new NotHere(
          "the daemon does not serve this repository, or its settings name a server or a model",
        );
      }
      return { reply: reply.reply, record: () => void recordSlowly(reply) };
    },
    call: () => Promise.reject(new NotHere("tools are called by a process of their own")),
  };
}
