// Facts about the repository for each prompt, from `auto-tools install --opencode`; `auto-tools uninstall --opencode`
// removes this file. What is added stands in the requests of its own turn alone and is not kept in the conversation.
const OWN = { client: "opencode", event: "messages.transform" };
const MOST_SESSIONS = 50;

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
      asked.set(sessionID, { message: message.id, facts: factsFor({ ...OWN, cwd: directory, prompt }) });
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
