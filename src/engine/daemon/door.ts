import type { Engine } from "../engine.ts";
import { chooseEmbedding } from "../../semantic/choice/choose.ts";
import { clock } from "../../platform/clock.ts";
import { env } from "../../platform/environment.ts";
import { openState } from "../../platform/state_files.ts";
import { guessFor, isFor } from "../prewarm.ts";
import { repositoryFor } from "../repository_for.ts";
import { askForPrompt, type Keeping, receiveAnswer } from "./ask_prompt.ts";

/** A prompt that a process of its own has to answer. */
export class NotHere extends Error {}

/**
 * Answers prompts in the daemon's own process as another process would have them answered by it: over its socket, in its
 * queue. For clients that can connect, but should not have to start a program.
 */
export const ENGINE: Engine = {
  answer: async (question) => {
    const { request: { cwd }, resolved: { settings } } = question;
    const { service, ifThere } = chooseEmbedding(settings, env);
    if (service && !ifThere) throw new NotHere("a provider is to be asked, and the daemon connects to none");
    const place = guessFor(cwd, settings);
    const found = repositoryFor(cwd, settings);
    const asked = place && await askForPrompt(place, question, clock());
    if (!asked) throw new NotHere("nothing was indexed, or the settings name a server or a model");
    const isThere = await asked.isThere;
    const repository = await found;
    const reply = isThere && isFor(place, repository)
      ? await receiveAnswer(asked, repository, question, KEEPING)
      : undefined;
    asked.call.close();
    if (!reply) throw new NotHere("not answered");
    return reply;
  },
  call: () => Promise.reject(new NotHere("tools are called by a process of their own")),
};

/** This process goes on: it keeps its rights, and no file open. */
const KEEPING: Keeping = { open: (root) => openState(root, { isKept: false }), release: () => {} };
