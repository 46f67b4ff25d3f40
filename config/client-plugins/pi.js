// Facts about the repository for each prompt, from `auto-tools install --pi`; `auto-tools uninstall --pi` removes this
// file. What is added stands in the requests of its own turn alone and is not kept in the session.
const OWN = { client: "pi", event: "before_agent_start" };

export default function autoTools(pi) {
  let facts = Promise.resolve("");
  pi.on("before_agent_start", ({ messageType, prompt }, { cwd }) => {
    // Looked for while the client prepares the request.
    facts = messageType === "user" && prompt?.trim()
      ? factsFor({ ...OWN, cwd, prompt })
      : Promise.resolve("");
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
