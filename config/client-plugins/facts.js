import { spawn } from "node:child_process";

const PROGRAM = "auto-tools";
const TIMEOUT_MS = 15_000;
/** The program prints at most a tenth of it. Characters. */
const MOST_OUTPUT = 1_000_000;

/**
 * The facts for a prompt; empty when there are none, whatever the reason.
 *
 * @param client the word behind `hook`
 * @param event name of the client's event
 */
// deno-lint-ignore no-unused-vars -- for the plug-in in front of it
function factsFor({ client, event, cwd, prompt }) {
  return new Promise((resolve) => {
    const child = spawn(PROGRAM, ["hook", client], { cwd, stdio: ["pipe", "pipe", "ignore"] });
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
    child.stdin.end(JSON.stringify({ hook_event_name: event, cwd, prompt }));
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
