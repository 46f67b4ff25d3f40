import { PATIENT_SETTINGS } from "../../support/binary.ts";

/** A home with a small repository in it, and the program under test. */

const PROJECT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

/** A temporary folder that holds everything one test touches. */
export interface Workspace extends AsyncDisposable {
  readonly folder: string;
  /** The user's home; at first it holds settings that give every tool time, since the machine may have other work. */
  readonly home: string;
  /** A git repository with one commit. */
  readonly repository: string;
  /** A folder at the front of PATH. */
  readonly bin: string;
  /** What a process of this user sees, without any of the tester's own settings or keys. */
  readonly env: Record<string, string>;
}

/** Files of a small web service: enough for a question to have one right answer. */
const FIXTURE: Readonly<Record<string, string>> = {
  "README.md": "# shop\n\nA small shop service.\n",
  "src/session.py": [
    "import secrets",
    "",
    "TOKEN_BYTES = 32",
    "",
    "class SessionStore:",
    '    """Keeps sessions in memory."""',
    "    def __init__(self):",
    "        self._sessions = {}",
    "",
    "    def rotate_session_token(self, user):",
    "        token = secrets.token_urlsafe(TOKEN_BYTES)",
    "        self._sessions[user] = token",
    "        return token",
    "",
  ].join("\n"),
  "src/cart.py": [
    "class Cart:",
    "    def __init__(self):",
    "        self.lines = []",
    "",
    "    def add_line(self, product, count):",
    "        self.lines.append((product, count))",
    "",
    "    def total_price(self):",
    "        return sum(product.price * count for product, count in self.lines)",
    "",
  ].join("\n"),
  "tests/test_cart.py":
    "from src.cart import Cart\n\ndef test_empty_cart():\n    assert Cart().total_price() == 0\n",
};

/** The question of the fixture and the file that answers it. */
export const QUESTION =
  "Where is rotate_session_token implemented in src/session.py and why does it fail for new users?";

/** A prompt that has nothing to do with code. */
export const SMALL_TALK = "thanks, that was all for today";

/** Makes the workspace. */
export async function makeWorkspace(): Promise<Workspace> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "auto-tools-test-" }));
  const at = (name: string): string => `${folder}/${name}`;
  for (const name of ["home", "repository", "bin", "tmp"]) await Deno.mkdir(at(name));
  const env = {
    HOME: at("home"),
    PATH: `${at("bin")}:${Deno.env.get("PATH") ?? ""}`,
    TMPDIR: at("tmp"),
    LANG: "C.UTF-8",
  };
  await Deno.mkdir(at("home/.config/auto-tools"), { recursive: true });
  await Deno.writeTextFile(at("home/.config/auto-tools/auto-tools.yaml"), PATIENT_SETTINGS);
  for (const [path, text] of Object.entries(FIXTURE)) {
    await Deno.mkdir(`${at("repository")}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${at("repository")}/${path}`, text);
  }
  await git(at("repository"), ["init", "-q"], env);
  await git(at("repository"), ["add", "-A"], env);
  await git(
    at("repository"),
    ["-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "one"],
    env,
  );
  return {
    folder,
    home: at("home"),
    repository: at("repository"),
    bin: at("bin"),
    env,
    [Symbol.asyncDispose]: () => removeLater(folder),
  };
}

/** Repositories named by the tester in AUTO_TOOLS_TEST_REPOSITORIES (colon-separated), for larger runs. */
export function largerRepositories(): string[] {
  return (Deno.env.get("AUTO_TOOLS_TEST_REPOSITORIES") ?? "").split(":").filter((path) => path !== "");
}

let built: Promise<string> | undefined;

/** The compiled program: AUTO_TOOLS_TEST_BINARY, or `dist/auto-tools`, compiled anew when a source is younger than it. */
export function program(): Promise<string> {
  return built ??= build();
}

async function build(): Promise<string> {
  const given = Deno.env.get("AUTO_TOOLS_TEST_BINARY");
  if (given) return given;
  const path = `${PROJECT}/dist/auto-tools`;
  const age = await Deno.stat(path).then((info) => info.mtime?.getTime() ?? 0, () => 0);
  if (age > Math.max(newest(`${PROJECT}/src`), newest(`${PROJECT}/config`))) return path;
  const child = new Deno.Command(Deno.execPath(), { args: ["task", "compile", "--no-check"], cwd: PROJECT });
  const { success, stderr } = await child.output();
  if (!success) throw new Error(`the program does not compile: ${new TextDecoder().decode(stderr)}`);
  return path;
}

function newest(folder: string): number {
  let result = 0;
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    const time = entry.isDirectory ? newest(path) : Deno.statSync(path).mtime?.getTime() ?? 0;
    if (time > result) result = time;
  }
  return result;
}

async function git(cwd: string, args: string[], env: Record<string, string>): Promise<void> {
  const { success } = await new Deno.Command("git", { args, cwd, env, clearEnv: true, stdin: "null" })
    .output();
  if (!success) throw new Error(`git failed: ${args.join(" ")}`);
}

/** A client's last children may still write for a moment. */
export async function removeLater(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch {
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}
