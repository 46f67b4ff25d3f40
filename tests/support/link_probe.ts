/** A thread that tries whatever it should not be able to do, and says what succeeded. */

self.onmessage = async (
  { data }: MessageEvent<{ allowed: string; other: string; port: MessagePort }>,
): Promise<void> => {
  if (!data.port) return;
  const attempts: Record<string, () => unknown> = {
    allowed: () => fetch(data.allowed).then((response) => response.text()),
    other: () => fetch(data.other),
    name: () => fetch("http://localhost:60999/"),
    read: () => Deno.readTextFileSync("/etc/hostname"),
    write: () => Deno.writeTextFileSync("/tmp/auto-tools-probe", ""),
    run: () => new Deno.Command("git").outputSync(),
    env: () => Deno.env.get("HOME"),
    sys: () => Deno.hostname(),
  };
  const able: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      able.push(name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotCapable)) able.push(`${name}: ${error}`);
    }
  }
  data.port.postMessage(able);
};
