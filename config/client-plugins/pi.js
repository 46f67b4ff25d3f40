// Facts about the repository for each prompt, from `auto-tools install --pi`; `auto-tools uninstall --pi` removes this
// file. What is added stands in the requests of its own turn alone and is not kept in the session.
import { spawn } from "node:child_process";

const PROGRAM = "auto-tools";
const TIMEOUT_MS = 15_000;
/** The program prints at most a tenth of it. Characters. */
const MOST_OUTPUT = 1_000_000;

/** The facts for a prompt; empty if there are none, whatever the reason. */
function factsFor(prompt, cwd) {
  return new Promise((resolve) => {
    const child = spawn(PROGRAM, ["hook", "pi"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
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
    child.stdin.end(JSON.stringify({ hook_event_name: "before_agent_start", cwd, prompt }));
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

export default function autoTools(pi) {
  let facts = Promise.resolve("");
  pi.on("before_agent_start", ({ messageType, prompt }, { cwd }) => {
    // Looked for while the client prepares the request.
    facts = messageType === "user" && prompt?.trim() ? factsFor(prompt, cwd) : Promise.resolve("");
  });
  pi.on("context", async ({ messages }) => {
    const content = await facts;
    const last = messages.findLastIndex(({ role }) => role === "user");
    if (content === "" || last < 0) return;
    const { timestamp } = messages[last];
    const message = { role: "custom", customType: "auto-tools", content, display: false, timestamp };
    return { messages: messages.toSpliced(last + 1, 0, message) };
  });
}
