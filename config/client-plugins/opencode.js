// Facts about the repository for each prompt, from `auto-tools install --opencode`; `auto-tools uninstall --opencode`
// removes this file. What is added stands in the requests of its own turn alone and is not kept in the conversation.
import { spawn } from "node:child_process";

const PROGRAM = "auto-tools";
const TIMEOUT_MS = 15_000;
/** The program prints at most a tenth of it. Characters. */
const MOST_OUTPUT = 1_000_000;
const MOST_SESSIONS = 50;

/** The facts for a prompt; empty when there are none, whatever the reason. */
function factsFor(prompt, cwd) {
  return new Promise((resolve) => {
    const child = spawn(PROGRAM, ["hook", "opencode"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    const end = (facts) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      // What the program started may hold its output open.
      child.stdout?.destroy();
      resolve(facts);
    };
    const timer = setTimeout(end, TIMEOUT_MS, "");
    child.on("error", () => end(""));
    child.stdin.on("error", () => {});
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (output.length > MOST_OUTPUT) end("");
    });
    child.on("close", () => end(contextIn(output)));
    child.stdin.end(JSON.stringify({ hook_event_name: "messages.transform", cwd, prompt }));
  });
}

function contextIn(output) {
  try {
    const context = JSON.parse(output).hookSpecificOutput.additionalContext;
    return typeof context === "string" ? context : "";
  } catch {
    return "";
  }
}

/** What the user typed, without what was added to it. */
function typedIn(parts) {
  return parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\n");
}

function partId() {
  const random = Math.random().toString(36).slice(2, 16).padEnd(14, "0");
  return `prt_${Date.now().toString(16).padStart(12, "0")}${random}`;
}

/** A hook that throws would end the run. */
function harmless(act) {
  return async (input, output) => {
    try {
      await act(input, output);
    } catch {
      // The prompt goes on without facts.
    }
  };
}

export const AutoTools = ({ directory }) => {
  // By session: the last message and its facts, which are looked for while the client prepares the request.
  const asked = new Map();
  return Promise.resolve({
    "chat.message": harmless(({ sessionID }, { message, parts }) => {
      const prompt = typedIn(parts);
      if (prompt.trim() === "") return;
      asked.set(sessionID, { message: message.id, facts: factsFor(prompt, directory) });
      if (asked.size > MOST_SESSIONS) asked.delete(asked.keys().next().value);
    }),
    "experimental.chat.messages.transform": harmless(async (_input, { messages }) => {
      const last = messages.findLast(({ info }) => info.role === "user");
      const { message, facts } = asked.get(last?.info.sessionID) ?? {};
      if (message === undefined || message !== last.info.id) return;
      const text = await facts;
      if (text === "") return;
      const { sessionID } = last.info;
      last.parts.push({ id: partId(), messageID: message, sessionID, type: "text", synthetic: true, text });
    }),
  });
};
