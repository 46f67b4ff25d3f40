import assert from "node:assert/strict";
import denoJson from "../../deno.json" with { type: "json" };
import { VERSION } from "../../src/platform/program.ts";
import { testParser } from "../syntax/support.ts";
import { RUNS_ALL } from "../support/long_test.ts";
import { run } from "../support/processes.ts";
import { has } from "../setup/script_support.ts";
import { type Finished, PROJECT, runProgram } from "../setup/support.ts";

/** A release of a stand-in program, packed by the real script and installed in every way from loopback. */

const TRIPLE = `${Deno.build.arch}-unknown-linux-gnu`;
const CPU = Deno.build.arch === "aarch64" ? "arm64" : "x64";
const ARCHIVE = `auto-tools-${TRIPLE}`;
const canPack = Deno.build.os === "linux" && has("git", "gzip", "tar", "dpkg-deb") && isClone();
const canFetch = canPack && (has("curl") || has("wget"));

const PROGRAM = `#!/bin/sh
hooks=$HOME/.claude/hooks
case "$1 \${2:-}" in
  '--version '*) echo "auto-tools ${VERSION}" ;;
  'install --show-context') cat ;;
  'install '*) mkdir -p "$hooks" && cp "$0" "$hooks/auto-tools" && echo "installed: $*" ;;
  'hook '*) cat >/dev/null ;;
  *) echo "called as \${0##*/} with $*" ;;
esac
`;

Deno.test("release: the version stands in one place and is the same in all", () => {
  assert.equal(VERSION, denoJson.version);
});

releaseTest("checksums, notes and packages are there and reproducible", async ({ root, folder }) => {
  const sums = await Deno.readTextFile(`${folder}/SHA256SUMS`);
  const names = sums.trim().split("\n").map((line) => line.split("  ")[1]);
  for (
    const name of [`${ARCHIVE}.tar.gz`, `auto-tools-linux-${CPU}-npm.tgz`, "auto-tools-npm.tgz", "install.sh"]
  ) {
    assert.ok(names.includes(name), `${name} in\n${sums}`);
  }
  const checked = await runProgram("sha256sum", ["--check", "--quiet", "SHA256SUMS"], {
    env: PATH,
    cwd: folder,
  });
  assert.equal(checked.code, 0, checked.out);
  assert.match(await Deno.readTextFile(`${folder}/NOTES.md`), /^### /);
  const script = await Deno.readTextFile(`${folder}/install.sh`);
  assert.ok(script.includes(`\nRELEASES=\${AUTO_TOOLS_RELEASES:-${ADDRESS}}\n`), script.slice(0, 500));
  const listed = await runProgram("tar", ["-tzf", `${folder}/${ARCHIVE}.tar.gz`], { env: PATH });
  for (const name of ["auto-tools", "LICENSE", "THIRD-PARTY-NOTICES.txt", "auto-tools.1"]) {
    assert.ok(listed.out.includes(`${ARCHIVE}/${name}\n`), listed.out);
  }
  const npm = await runProgram("tar", ["-tzf", `${folder}/auto-tools-linux-${CPU}-npm.tgz`], { env: PATH });
  assert.ok(npm.out.includes("package/THIRD-PARTY-NOTICES.txt\n"), npm.out);
  if (!RUNS_ALL) return;
  await pack(`${root}/programs`, `${root}/again`);
  assert.equal(await Deno.readTextFile(`${root}/again/SHA256SUMS`), sums);
});

releaseTest(
  "Homebrew's formula and the flake name the archive with its checksum",
  async ({ folder }) => {
    const sums = await Deno.readTextFile(`${folder}/SHA256SUMS`);
    const sum = sums.split("\n").find((line) => line.endsWith(`  ${ARCHIVE}.tar.gz`))?.split(" ")[0];
    for (const name of ["auto-tools.rb", "flake.nix"]) {
      const text = await Deno.readTextFile(`${folder}/${name}`);
      assert.ok(text.includes(`${ADDRESS}/download/v${VERSION}/${ARCHIVE}.tar.gz`), text);
      assert.ok(text.includes(`"${sum}"`), text);
    }
    const formula = await Deno.readTextFile(`${folder}/auto-tools.rb`);
    const { gaps, definitions } = (await testParser()).parse(formula, "ruby");
    assert.deepEqual([gaps, definitions.map(({ name }) => name)], [[], ["AutoTools", "install"]]);
  },
);

releaseTest("the Debian package holds the program under both names", async ({ root, folder }) => {
  const file = `${folder}/auto-tools_${VERSION}_${CPU === "x64" ? "amd64" : "arm64"}.deb`;
  const { out } = await runProgram("dpkg-deb", ["--field", file, "Package", "Version"], { env: PATH });
  assert.equal(out, `Package: auto-tools\nVersion: ${VERSION}\n`);
  await runProgram("dpkg-deb", ["-x", file, `${root}/debian`], { env: PATH });
  const read = (path: string): string => Deno.readTextFileSync(`${root}/debian/usr/share/${path}`);
  assert.match(read("doc/auto-tools/THIRD-PARTY-NOTICES.txt"), /^zod \d[\d.]+, MIT\n\nMIT License\n/m);
  await runProgram("gzip", ["-d", `${root}/debian/usr/share/man/man1/auto-tools.1.gz`], { env: PATH });
  assert.equal(read("man/man1/auto-tools.1"), Deno.readTextFileSync(`${PROJECT}/docs/auto-tools.1`));
  const ran = await runProgram(`${root}/debian/usr/bin/codex-auto`, ["--version"], { env: PATH });
  assert.equal(ran.out, `auto-tools ${VERSION}\n`);
});

releaseTest("curl | sh fetches, checks and installs", async ({ piped, home }) => {
  const { code, out, err } = await piped(["--no-hook"]);
  assert.equal(code, 0, out + err);
  assert.match(out, /fetching http:\/\/127\.0\.0\.1:\d+\/latest\/download\/auto-tools-.*\.tar\.gz/);
  assert.match(out, /installed: install --claude --no-hook/);
  assert.equal(await Deno.readTextFile(`${home}/.claude/hooks/auto-tools`), PROGRAM);
  const named = await piped(["--release", `v${VERSION}`]);
  assert.match(named.out, new RegExp(`fetching .*/download/v${VERSION}/`), named.err);
}, canFetch);

/** What goes wrong, how the script is run then, and what it says. */
const FAILURES: Readonly<Record<string, [(release: Release) => Promise<Finished>, RegExp]>> = {
  "a file that is not what was published": [async ({ folder, piped }) => {
    await Deno.writeTextFile(`${folder}/${ARCHIVE}.tar.gz`, "something else");
    return await piped([]);
  }, /does not match its checksum/],
  "an archive that is cut off": [async ({ folder, piped }) => {
    await Deno.truncate(`${folder}/${ARCHIVE}.tar.gz`, 500);
    return await piped([]);
  }, /does not match its checksum/],
  "no checksums": [async ({ folder, piped }) => {
    await Deno.remove(`${folder}/SHA256SUMS`);
    return await piped([]);
  }, /the release could not be reached: .*SHA256SUMS/],
  "a version that was never published": [
    ({ piped }) => piped(["--release", "99.0.0"]),
    /could not be reached/,
  ],
  "a version that is none": [({ piped }) => piped(["--release", "../../x"]), /not a version: \.\.\/\.\.\/x/],
  "an address without encryption": [
    ({ piped }) => piped([], { AUTO_TOOLS_RELEASES: "http://example.org/releases" }),
    /is not https: http:\/\/example\.org/,
  ],
  "another C library": [async ({ tools, piped }) => {
    await Deno.remove(`${tools}/ldd`).catch(() => {});
    await Deno.writeTextFile(`${tools}/ldd`, "#!/bin/sh\necho 'musl libc' >&2\n", { mode: 0o755 });
    return await piped([]);
  }, /not published for this C library: musl/],
  "no program to fetch with": [async ({ tools, piped }) => {
    for (const name of ["curl", "wget"]) await Deno.remove(`${tools}/${name}`).catch(() => {});
    return await piped([]);
  }, /no program for downloads on PATH: curl wget/],
  "no program for checksums": [async ({ tools, piped }) => {
    for (const name of ["sha256sum", "shasum", "openssl"]) {
      await Deno.remove(`${tools}/${name}`).catch(() => {});
    }
    return await piped([]);
  }, /no program for checksums on PATH/],
  "a home where nothing can be written": [async ({ root, piped }) => {
    await Deno.writeTextFile(`${root}/file`, "");
    return await piped([], { CLAUDE_CONFIG_DIR: `${root}/file/claude` });
  }, /cannot write in/],
  "something that only a clone can do": [({ piped }) => piped(["--build-only"]), /not the project's folder/],
};

for (const [what, [act, message]] of Object.entries(FAILURES)) {
  releaseTest(`curl | sh changes nothing and says why: ${what}`, async (release) => {
    const { code, out, err } = await act(release);
    assert.equal(code, 1, out + err);
    assert.match(err, message);
    assert.deepEqual([...Deno.readDirSync(release.home)], []);
    assert.deepEqual([...Deno.readDirSync(`${release.root}/tmp`)], []);
  }, canFetch);
}

releaseTest("curl | sh: a script that is cut off does nothing", async ({ folder, home, shell }) => {
  const script = await Deno.readTextFile(`${folder}/install.sh`);
  for (const share of [0.2, 0.5, 0.8, 0.99]) {
    await shell(script.slice(0, script.length * share), []);
    assert.deepEqual([...Deno.readDirSync(home)], []);
  }
}, canFetch);

releaseTest("curl | sh: where no program fits, the sources are built", async ({ folder, piped }) => {
  const sums = (await Deno.readTextFile(`${folder}/SHA256SUMS`)).split("\n");
  const without = sums.filter((line) => !line.endsWith(`${ARCHIVE}.tar.gz`)).join("\n");
  await Deno.writeTextFile(`${folder}/SHA256SUMS`, without);
  // The build itself fails at once: its compiler cannot be fetched.
  const { code, out, err } = await piped([], {
    AUTO_TOOLS_DENO_MIRROR: "http://127.0.0.1:1",
    DENORT_BIN: "/nowhere",
  });
  assert.match(out, /no program is published for this machine: .*; building it from the sources/);
  assert.equal(code, 1);
  assert.match(err, /Deno .* could not be fetched/);
}, canFetch && has("git"));

releaseTest("npx finds the program for this system in a registry", async ({ root, folder, npm }) => {
  const registry = await startRegistry(folder);
  try {
    await Deno.mkdir(`${root}/project`);
    const args = ["--yes", "--registry", registry.address, "auto-tools", "search", "a b"];
    const { code, out, err } = await npm("npx", args, `${root}/project`);
    assert.equal(code, 0, err);
    assert.equal(out, "called as auto-tools with search a b\n");
  } finally {
    await registry.stop();
  }
}, canPack && has("npm", "npx", "node"));

/** Where the packed files say that releases are; the tests name another place by the environment. */
const ADDRESS = "https://releases.example/auto-tools/releases";
const BASE = Deno.makeTempDirSync({ prefix: "release-test-" });
addEventListener("unload", () => Deno.removeSync(BASE, { recursive: true }));
let packing: Promise<void> | undefined;

/** Packs the release that every test gets a copy of, once. */
function packed(): Promise<void> {
  packing ??= (async () => {
    await Deno.mkdir(`${BASE}/programs`);
    await Deno.writeTextFile(`${BASE}/programs/${ARCHIVE}`, PROGRAM, { mode: 0o755 });
    await pack(`${BASE}/programs`, `${BASE}/release`);
  })();
  return packing;
}

async function pack(programs: string, output: string): Promise<void> {
  const script = `${PROJECT}/config/build/release/make.ts`;
  const args = ["run", "-A", "--no-check", script, "--programs", programs, "--releases", ADDRESS];
  const ended = await runProgram(Deno.execPath(), [...args, "--output", output], {
    env: { ...Deno.env.toObject() },
    cwd: PROJECT,
  });
  assert.equal(ended.code, 0, ended.err);
}

function isClone(): boolean {
  try {
    return Deno.statSync(`${PROJECT}/.git`) !== undefined;
  } catch {
    return false;
  }
}

const PATH = { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin" };

interface Release {
  readonly root: string;
  /** The release's files, which are also served. */
  readonly folder: string;
  readonly home: string;
  /** The only folder on PATH for the scripts. */
  readonly tools: string;
  /** Runs the released installer as `curl | sh` does. */
  piped(args: readonly string[], env?: Record<string, string>): Promise<Finished>;
  shell(script: string, args: readonly string[], env?: Record<string, string>): Promise<Finished>;
  npm(program: string, args: readonly string[], cwd: string): Promise<Finished>;
}

function releaseTest(name: string, test: (release: Release) => Promise<void>, isWanted = canPack): void {
  Deno.test({
    name: `release: ${name}`,
    ignore: !isWanted,
    fn: async () => {
      const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "release-test-" }));
      const folder = `${root}/release`;
      const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
        const found = /^\/(?:latest\/download|download\/v([^/]+))\/([\w.-]+)$/.exec(
          new URL(request.url).pathname,
        );
        return serve(found?.[1] ?? VERSION, `${folder}/${found?.[2]}`);
      });
      try {
        await test(await prepare(root, folder, `http://127.0.0.1:${server.addr.port}`));
      } finally {
        await server.shutdown();
        await Deno.remove(root, { recursive: true });
      }
    },
  });
}

async function serve(version: string, path: string): Promise<Response> {
  const bytes = version === VERSION ? await Deno.readFile(path).catch(() => undefined) : undefined;
  return bytes ? new Response(bytes) : new Response("not here", { status: 404 });
}

async function prepare(root: string, folder: string, address: string): Promise<Release> {
  const [home, tools, programs] = [`${root}/home`, `${root}/tools`, `${root}/programs`];
  for (const path of [home, tools, programs, `${root}/tmp`, `${root}/elsewhere`]) await Deno.mkdir(path);
  await Deno.writeTextFile(`${programs}/${ARCHIVE}`, PROGRAM, { mode: 0o755 });
  // The programs of this machine, but nothing that a build could use.
  for (const path of ["/bin", "/usr/bin", "/usr/local/bin"]) {
    for (const { name } of Deno.readDirSync(path)) {
      if (/^(?:npm|node|npx|deno)$/.test(name)) continue;
      await Deno.symlink(`${path}/${name}`, `${tools}/${name}`).catch(() => {});
    }
  }
  const env = { HOME: home, PATH: tools, TMPDIR: `${root}/tmp`, AUTO_TOOLS_RELEASES: address };
  const shell: Release["shell"] = async (script, args, more = {}) => {
    const { code, stdout, stderr } = await run("sh", ["-s", "--", ...args], {
      env: { ...env, ...more },
      cwd: `${root}/elsewhere`,
      input: script,
      timeout: 600_000,
    });
    return { code, out: stdout, err: stderr };
  };
  await packed();
  await runProgram("cp", ["-r", `${BASE}/release`, folder], { env: PATH });
  return {
    root,
    folder,
    home,
    tools,
    shell,
    piped: async (args, more) => await shell(await Deno.readTextFile(`${folder}/install.sh`), args, more),
    npm: (program, args, cwd) =>
      runProgram(program, args, {
        env: { ...PATH, HOME: home, npm_config_cache: `${root}/npm`, npm_config_update_notifier: "false" },
        cwd,
      }),
  };
}

/** An npm registry on loopback that has the release's packages and nothing else. */
async function startRegistry(folder: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const archives = new Map([
    ["auto-tools", "auto-tools-npm.tgz"],
    [`@auto-tools/linux-${CPU}`, `auto-tools-linux-${CPU}-npm.tgz`],
  ]);
  const manifests = new Map<string, unknown>();
  for (const [name, archive] of archives) {
    const { out } = await runProgram("tar", ["-xzOf", `${folder}/${archive}`, "package/package.json"], {
      env: PATH,
    });
    manifests.set(name, JSON.parse(out));
  }
  const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: () => {},
  }, async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname.slice(1));
    if (path.endsWith(".tgz")) return await serve(VERSION, `${folder}/${path}`);
    const manifest = manifests.get(path);
    if (manifest === undefined) return new Response("{}", { status: 404 });
    const tarball = `http://127.0.0.1:${server.addr.port}/${archives.get(path)}`;
    const version = { ...(manifest as Record<string, unknown>), dist: { tarball } };
    return Response.json({ name: path, "dist-tags": { latest: VERSION }, versions: { [VERSION]: version } });
  });
  return { address: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}
