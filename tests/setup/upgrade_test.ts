import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { VERSION } from "../../src/platform/program.ts";
import { BINARY } from "../support/binary.ts";
import { type Finished, runProgram, snapshot } from "./support.ts";

/** The built program replaces itself by a release on loopback, or stays as it is. */

const NAME = `auto-tools-${Deno.build.target}`;
const NEWER = "99.1.0";

/** A stand-in for the next version: it installs itself by a copy and says how it was asked to. */
const NEXT = `#!/bin/sh
case "$1" in
  --version) echo "auto-tools ${NEWER}" ;;
  install)
    cp "$0" "$HOME/.claude/hooks/next" && mv "$HOME/.claude/hooks/next" "$HOME/.claude/hooks/auto-tools"
    echo "installed with: $*" ;;
esac
`;

interface User {
  readonly home: string;
  /** Files of the site by path. */
  readonly site: Map<string, Uint8Array>;
  /** Redirects of the site by path. */
  readonly moved: Map<string, string>;
  /** Publishes a program as a release. */
  publish(version: string, program: string): Promise<void>;
  run(args: readonly string[], env?: Record<string, string>): Promise<Finished>;
}

upgradeTest(
  "a newer release takes the place of the program, and it is said where it came from",
  async (user) => {
    await user.publish(NEWER, NEXT);
    const { code, out, err } = await user.run(["upgrade"]);
    assert.equal(code, 0, out + err);
    assert.match(
      out,
      new RegExp(
        `fetching http://127\\.0\\.0\\.1:\\d+/download/v${NEWER}/${NAME}\\.tar\\.gz\nsha256 [0-9a-f]{64}`,
      ),
    );
    assert.match(out, new RegExp(`installed with: install --claude --bin-dir ${user.home}/\\.local/bin\n`));
    assert.equal((await user.run(["--version"])).out, `auto-tools ${NEWER}\n`);
    const left = [...Deno.readDirSync(`${user.home}/.claude/hooks`)].map(({ name }) => name);
    assert.deepEqual(left.filter((name) => /staged|next/.test(name)), []);
  },
);

upgradeTest("--check and an equal version change nothing", async (user) => {
  await user.publish(NEWER, NEXT);
  const before = await names(user.home);
  assert.match(
    (await user.run(["upgrade", "--check"])).out,
    new RegExp(`^${NEWER} can be had, this is ${VERSION}`),
  );
  await user.publish(VERSION, NEXT);
  assert.match((await user.run(["upgrade"])).out, new RegExp(`^already the newest: ${VERSION} `));
  await user.publish("0.0.1", NEXT);
  assert.match((await user.run(["upgrade"])).out, /^already the newest/);
  assert.deepEqual(await names(user.home), before);
});

upgradeTest(
  "the same program installed again can be taken back, and uninstalling leaves nothing of it",
  async (user) => {
    await user.publish(VERSION, BINARY);
    const again = await user.run(["upgrade", "--release", `v${VERSION}`]);
    assert.equal(again.code, 0, again.out + again.err);
    const back = await user.run(["upgrade", "--rollback"]);
    assert.equal(back.code, 0, back.out + back.err);
    assert.equal((await user.run(["--version"])).out, `auto-tools ${VERSION}\n`);
    assert.equal((await user.run(["uninstall"])).code, 0);
    assert.deepEqual(await snapshot(user.home), {});
  },
);

/** What is wrong, and what is said about it. */
const FAILURES: Readonly<Record<string, [(user: User) => void | Promise<void>, readonly string[], RegExp]>> =
  {
    "a download that is not what was published": [
      ({ site }) => {
        for (const path of site.keys()) if (path.endsWith(".tar.gz")) site.set(path, new Uint8Array(100));
      },
      [],
      /does not match its checksum/,
    ],
    "a program that does not start": [
      ({ publish }) => publish(NEWER, "#!/bin/sh\nexit 3\n"),
      [],
      /the fetched program does not start here; nothing was changed/,
    ],
    "a program of another version": [({ publish }) => publish("99.2.0", NEXT), [], /does not start here/],
    "no program for this system": [
      ({ site }) => {
        for (const path of site.keys()) if (path.endsWith("SUMS")) site.set(path, new Uint8Array());
      },
      [],
      /no program for this system/,
    ],
    "a version that was never published": [() => {}, ["--release", "98.0.0"], /cannot fetch .*status 404/],
    "a redirect without encryption, although it would lead back": [
      ({ moved }) => void moved.set("/latest/download/release.json", "http://plain.example/release.json"),
      [],
      /leads to an address without encryption: http:\/\/plain\.example/,
    ],
    "redirects without an end": [
      ({ moved }) => void moved.set("/latest/download/release.json", "/latest/download/release.json"),
      [],
      /more than 10 redirects/,
    ],
    "an archive that unpacks to far more than a program": [
      ({ publish, site }) => publishBomb(publish, site),
      [],
      /unpacks to more than/,
    ],
    "a version that is none": [() => {}, ["--release", "../x"], /not a version: \.\.\/x/],
    "an unknown option": [() => {}, ["--nonsense"], /unknown option: --nonsense/],
    "nothing to take back": [() => {}, ["--rollback"], /no upgrade to take back/],
  };

for (const [what, [spoil, args, message]] of Object.entries(FAILURES)) {
  upgradeTest(`nothing changes and the reason is said: ${what}`, async (user) => {
    await user.publish(NEWER, NEXT);
    await spoil(user);
    const before = await names(user.home);
    const { code, err } = await user.run(["upgrade", ...args]);
    assert.notEqual(code, 0);
    assert.match(err, message);
    assert.deepEqual(await names(user.home), before);
  });
}

upgradeTest("an address without encryption is refused", async ({ run }) => {
  const { code, err } = await run(["upgrade"], { CI_AUTO_TOOLS_RELEASES: "http://releases.example/x" });
  assert.equal(code, 20);
  assert.match(err, /is not https: http:\/\/releases\.example/);
});

Deno.test("version: --json says what was built for which system", async () => {
  const { out } = await runProgram(BINARY, ["--version", "--json"], { env: { PATH: "/usr/bin:/bin" } });
  const { name, version, target, commit } = JSON.parse(out);
  assert.deepEqual({ name, version, target }, {
    name: "auto-tools",
    version: VERSION,
    target: Deno.build.target,
  });
  assert.match(commit ?? "0000000", /^[0-9a-f]{7,64}$/);
});

Deno.test("upgrade: a program that install did not put there is left to what did", async () => {
  const home = await Deno.makeTempDir({ prefix: "upgrade-test-" });
  try {
    const { code, err } = await runProgram(BINARY, ["upgrade"], {
      env: { HOME: home, PATH: "/usr/bin:/bin" },
    });
    assert.equal(code, 20);
    assert.match(err, /was not put here by its own install: .*\(npm, apt, brew, nix\)/);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

function upgradeTest(name: string, test: (user: User) => Promise<void>): void {
  Deno.test(`upgrade: ${name}`, async () => {
    const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "upgrade-test-" }));
    const site = new Map<string, Uint8Array>();
    const moved = new Map<string, string>();
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const { pathname } = new URL(request.url);
      const location = moved.get(pathname);
      if (location !== undefined) return new Response(null, { status: 302, headers: { location } });
      const bytes = site.get(pathname) as Uint8Array<ArrayBuffer> | undefined;
      return bytes ? new Response(bytes) : new Response("not here", { status: 404 });
    });
    const home = `${root}/home`;
    const env = {
      HOME: home,
      PATH: `${home}/.local/bin:/usr/local/bin:/usr/bin:/bin`,
      CI_AUTO_TOOLS_RELEASES: `http://127.0.0.1:${server.addr.port}`,
    };
    try {
      await Deno.mkdir(home);
      const installed = await runProgram(BINARY, ["install"], { env });
      assert.equal(installed.code, 0, installed.err);
      await test({
        home,
        site,
        moved,
        publish: (version, program) => publish(root, site, version, program),
        run: (args, more) =>
          runProgram(`${home}/.local/bin/auto-tools`, args, { env: { ...env, ...more }, cwd: root }),
      });
    } finally {
      await server.shutdown();
      await Deno.remove(root, { recursive: true });
    }
  });
}

/** Replaces the published archive by 1 GB of zeros, with a matching checksum. */
async function publishBomb(publish: User["publish"], site: User["site"]): Promise<void> {
  await publish(NEWER, NEXT);
  const bomb = new Uint8Array(gzipSync(new Uint8Array(1 << 30), { level: 1 }));
  const sum = createHash("sha256").update(bomb).digest("hex");
  const folder = `/download/v${NEWER}`;
  site.set(`${folder}/SHA256SUMS`, new TextEncoder().encode(`${sum}  ${NAME}.tar.gz\n`));
  site.set(`${folder}/${NAME}.tar.gz`, bomb);
}

/** @param program its text, or the path of the built one */
async function publish(
  root: string,
  site: Map<string, Uint8Array>,
  version: string,
  program: string,
): Promise<void> {
  const folder = `${root}/packed/${NAME}`;
  await Deno.mkdir(folder, { recursive: true });
  if (program.startsWith("#!")) await Deno.writeTextFile(`${folder}/auto-tools`, program);
  else await Deno.copyFile(program, `${folder}/auto-tools`);
  const args = ["--use-compress-program=gzip -1", "-cf", `${root}/archive`, "-C", `${root}/packed`, NAME];
  await runProgram("tar", args, { env: { PATH: "/usr/bin:/bin" } });
  const archive = await Deno.readFile(`${root}/archive`);
  const sum = createHash("sha256").update(archive).digest("hex");
  const put = (path: string, text: string): void => void site.set(path, new TextEncoder().encode(text));
  put("/latest/download/release.json", JSON.stringify({ version }));
  put(`/download/v${version}/SHA256SUMS`, `${sum}  ${NAME}.tar.gz\n`);
  site.set(`/download/v${version}/${NAME}.tar.gz`, archive);
}

/** Every entry below a folder with its size: the program itself is too large to compare by content. */
async function names(folder: string): Promise<string[]> {
  const { out } = await runProgram("find", [folder, "-printf", "%P %s %l\n"], {
    env: { PATH: "/usr/bin:/bin" },
  });
  return out.split("\n").sort();
}
