import assert from "node:assert/strict";
import { DENO_VERSION, fakeDeno, has, type Sandbox, withSandbox, withSite, zipOf } from "./script_support.ts";
import { PROJECT, runProgram, snapshot } from "./support.ts";

const TRIPLE = `${Deno.build.arch}-${Deno.build.os === "darwin" ? "apple-darwin" : "unknown-linux-gnu"}`;
const DENO_ZIP = `deno-${TRIPLE}.zip`;
const DENORT_ZIP = `denort-${TRIPLE}.zip`;

/** Takes the stand-in for Deno away from PATH: the one found there is of another version. */
async function withoutDeno(sandbox: Sandbox): Promise<void> {
  await sandbox.program("deno", fakeDeno("1.0.0"));
}

/** Makes the real programs for downloads reachable again. */
async function withCurl(sandbox: Sandbox): Promise<void> {
  for (const name of ["curl", "wget"]) await Deno.remove(`${sandbox.bin}/${name}`);
}

Deno.test("script: builds, installs and shows what the hook answers", async () => {
  await withSandbox(async (sandbox) => {
    const { code, out, err } = await sandbox.run([]);
    assert.equal(code, 0, err);
    assert.match(
      out,
      /proof: the hook on a sample prompt in .*a project\nprompt: Where is .*\nshown: \{.*\}\n/,
    );
    assert.match(out, /answered in \d+ ms\n\nnext: ask your agent .*`auto-tools last`/);
    const shown = /shown: (.*)/.exec(out)?.[1] ?? "";
    const payload = JSON.parse(shown);
    assert.equal(payload.hook_event_name, "UserPromptSubmit");
    assert.equal(payload.cwd, sandbox.project);
    const calls = await sandbox.calls();
    const build = calls.find((call) => call.includes("build.ts")) ?? "";
    assert.match(build, new RegExp(`--target ${TRIPLE} --output .*/dist/\\.auto-tools-\\d+$`));
    assert.ok(calls.includes("deno install --quiet --frozen"));
    assert.ok(calls.includes("program install --claude"));
  });
});

Deno.test("script: the second run builds nothing, a changed source does", async () => {
  await withSandbox(async (sandbox) => {
    const builds = async (): Promise<number> =>
      (await sandbox.calls()).filter((call) => call.includes("build.ts")).length;
    await sandbox.run(["--build-only"]);
    assert.equal(await builds(), 1);
    const { out } = await sandbox.run(["--build-only"]);
    assert.match(out, /up to date: .*dist\/auto-tools/);
    assert.equal(await builds(), 1);
    await Deno.writeTextFile(`${sandbox.project}/src/new file.ts`, "export {};");
    await sandbox.run(["--build-only"]);
    assert.equal(await builds(), 2);
    await Deno.writeTextFile(`${sandbox.project}/dist/auto-tools`, "damaged");
    await sandbox.run(["--build-only"]);
    assert.equal(await builds(), 3);
  });
});

Deno.test("script: of the downloads stays what the next build needs, and it is said how much", async () => {
  await withSandbox(async (sandbox) => {
    const packages = `${sandbox.project}/node_modules/.deno/grammar/node_modules/grammar`;
    await sandbox.program(
      "deno",
      `if [ "$1" = install ]; then
  mkdir -p "$DENO_DIR/npm" "$DENO_DIR/dl/release" "${packages}"
  head -c 3000000 /dev/zero >"$DENO_DIR/npm/package"
  for file in "$DENO_DIR/dl/release/denort.zip" "${packages}/parser.c" "${packages}/grammar.wasm"; do echo x >"$file"; done
fi
${fakeDeno(DENO_VERSION)}`,
    );
    const { code, out, err } = await sandbox.run([]);
    assert.equal(code, 0, err);
    const cache = `${sandbox.home}/.cache/auto-tools/toolchain`;
    assert.match(out, /kept for the next build: 0 MB of downloads in .*toolchain \(removed: 2 MB;/);
    const left = Object.keys(await snapshot(cache)).map((path) => path.slice(cache.length + 1));
    assert.deepEqual(left.filter((path) => !path.endsWith(".made-by-auto-tools")), [
      "deno-dir",
      "deno-dir/dl",
      "deno-dir/dl/release",
      "deno-dir/dl/release/denort.zip",
    ]);
    assert.deepEqual([...Deno.readDirSync(packages)].map(({ name }) => name), ["grammar.wasm"]);
  });
});

Deno.test("script: downloads in a folder chosen by hand stay whole", async () => {
  await withSandbox(async (sandbox) => {
    const cache = `${sandbox.home}/downloads`;
    await sandbox.program("deno", `mkdir -p "$DENO_DIR/npm"\n${fakeDeno(DENO_VERSION)}`);
    const { out } = await sandbox.run([], { AUTO_TOOLS_CACHE: cache });
    assert.doesNotMatch(out, /kept for the next build/);
    assert.ok((await Deno.stat(`${cache}/deno-dir/npm`)).isDirectory);
  });
});

Deno.test("script: uninstalling without any program says that the hooks are still there", async () => {
  await withSandbox(async (sandbox) => {
    await Deno.mkdir(`${sandbox.home}/.claude`);
    await Deno.writeTextFile(`${sandbox.home}/.claude/settings.json`, '{"hooks":{"a":"hooks/auto-tools"}}');
    const before = await snapshot(sandbox.home);
    const { code, err } = await sandbox.run(["--uninstall"]);
    assert.equal(code, 1);
    assert.match(err, /its hooks are still in .*settings\.json\n.*--build-only/);
    assert.deepEqual(await snapshot(sandbox.home), before);
  });
});

Deno.test("script: uninstalling leaves the home empty, downloads included", async () => {
  await withSandbox(async (sandbox) => {
    assert.equal((await sandbox.run([])).code, 0);
    assert.notDeepEqual(await snapshot(sandbox.home), {});
    const { code, err } = await sandbox.run(["--uninstall"]);
    assert.equal(code, 0, err);
    assert.deepEqual(await snapshot(sandbox.home), {});
    const again = await sandbox.run(["--uninstall"]);
    assert.equal(again.code, 0);
  });
});

Deno.test("script: uninstalling keeps what others put beside the downloads", async () => {
  await withSandbox(async (sandbox) => {
    await Deno.mkdir(`${sandbox.home}/.cache/other`, { recursive: true });
    await sandbox.run([]);
    await sandbox.run(["--uninstall"]);
    assert.deepEqual(Object.keys(await snapshot(sandbox.home)), [
      `${sandbox.home}/.cache`,
      `${sandbox.home}/.cache/other`,
    ]);
  });
});

Deno.test("script: a folder for downloads that was chosen by hand stays", async () => {
  await withSandbox(async (sandbox) => {
    const env = { AUTO_TOOLS_CACHE: `${sandbox.home}/downloads` };
    await sandbox.run([], env);
    assert.match((await sandbox.run(["--uninstall"], env)).out, /kept: the downloads in .*\/downloads/);
    assert.deepEqual([...Deno.readDirSync(sandbox.home)].map(({ name }) => name), ["downloads"]);
  });
});

Deno.test("script: options reach the program", async () => {
  await withSandbox(async (sandbox) => {
    await sandbox.run(["--no-hook", "--replace", "--bin-dir", `${sandbox.home}/my bin`]);
    assert.ok((await sandbox.calls()).includes(
      `program install --claude --no-hook --replace --bin-dir ${sandbox.home}/my bin`,
    ));
    const { out } = await sandbox.run(["--dry-run"]);
    assert.doesNotMatch(out, /proof/);
    assert.ok((await sandbox.calls()).includes("program install --claude --dry-run"));
  });
});

Deno.test("script: a ready-made program is installed without any toolchain", async () => {
  await withSandbox(async (sandbox) => {
    await withoutDeno(sandbox);
    await Deno.copyFile(`${sandbox.home}/../program`, `${sandbox.home}/ready`);
    const { code, err } = await sandbox.run(["--binary", `${sandbox.home}/ready`]);
    assert.equal(code, 0, err);
    assert.deepEqual((await sandbox.calls()).filter((call) => !call.startsWith("program ")), []);
  });
});

Deno.test("script: a target of another machine is built under its own name and not installed", async () => {
  await withSandbox(async (sandbox) => {
    const { code, out, err } = await sandbox.run(["--target", "macos-arm64"]);
    assert.equal(code, 0, err + out);
    assert.equal((await Deno.stat(`${sandbox.project}/dist/auto-tools-macos-arm64`)).isFile, true);
    assert.match((await sandbox.calls()).join("\n"), /--target aarch64-apple-darwin/);
    assert.doesNotMatch((await sandbox.calls()).join("\n"), /^program/m);
  });
});

const FAILURES: Record<string, [readonly string[], Record<string, string>, RegExp]> = {
  "an unknown option": [["--nonsense"], {}, /unknown option: --nonsense\n {2}what to do: see .*--help/],
  "a missing value": [["--bin-dir"], {}, /no value for the option: --bin-dir/],
  "an unknown target": [["--target", "amiga"], {}, /unknown target: amiga\n.*linux-x64/],
  "a relative home": [[], { HOME: "home" }, /HOME is not an absolute path: home/],
  "packages that cannot be fetched": [
    [],
    { FAKE_NO_PACKAGES: "1" },
    /npm packages could not be fetched.*\n.*connection/,
  ],
  "a build that fails": [[], { FAKE_NO_BUILD: "1" }, /the build failed.*\n.*nothing was installed/],
  "a program that does not start": [[], { FAKE_BROKEN: "1" }, /does not start here/],
  "a binary that is none": [["--binary", "/nowhere/x"], {}, /not an executable file: \/nowhere\/x/],
};

for (const [name, [args, env, message]] of Object.entries(FAILURES)) {
  Deno.test(`script: nothing is installed and the reason is said: ${name}`, async () => {
    await withSandbox(async (sandbox) => {
      const { code, err } = await sandbox.run(args, env);
      assert.equal(code, 1);
      assert.match(err, message);
      assert.doesNotMatch(Object.keys(await snapshot(sandbox.home)).join("\n"), /\.claude|\.local/);
      assert.doesNotMatch((await sandbox.calls()).join("\n"), /^program install/m);
      const built = [...Deno.readDirSync(sandbox.project)].some(({ name }) => name === "dist")
        ? [...Deno.readDirSync(`${sandbox.project}/dist`)].map((entry) => entry.name)
        : [];
      assert.deepEqual(built.filter((entry) => entry.startsWith(".")), []);
    });
  });
}

Deno.test("script: a home that cannot be written stops before the build", async () => {
  await withSandbox(async (sandbox) => {
    await Deno.writeTextFile(`${sandbox.home}/file`, "");
    const { code, err } = await sandbox.run([], { CLAUDE_CONFIG_DIR: `${sandbox.home}/file/claude` });
    assert.equal(code, 1);
    assert.match(err, /cannot write in .*\/file\n.*CLAUDE_CONFIG_DIR.*nothing was changed/);
    assert.deepEqual(await sandbox.calls(), []);
  });
});

Deno.test({
  name: "script: a read-only home stops before the build",
  ignore: Deno.build.os !== "linux", // Only there /proc is a folder that not even root can write.
  fn: async () => {
    await withSandbox(async (sandbox) => {
      const { code, err } = await sandbox.run([], { HOME: "/proc/sys" });
      assert.equal(code, 1);
      assert.match(err, /cannot write in \/proc\/sys/);
      assert.deepEqual(await sandbox.calls(), []);
    });
  },
});

Deno.test("script: a folder for downloads that cannot be written is replaced by a temporary one", async () => {
  await withSandbox(async (sandbox) => {
    await Deno.writeTextFile(`${sandbox.home}/.cache`, "");
    const { code, out, err } = await sandbox.run([]);
    assert.equal(code, 0, err);
    assert.match(
      out,
      /not writable: .*\.cache\/auto-tools\/toolchain; using a temporary one \(set AUTO_TOOLS_CACHE/,
    );
  });
});

Deno.test("script: too little disk space is said before anything is done", async () => {
  await withSandbox(async (sandbox) => {
    await sandbox.program(
      "df",
      'echo "Filesystem 1024-blocks Used Available Capacity Mounted"; echo "x 9 9 51200 1% /"',
    );
    const { code, err } = await sandbox.run([]);
    assert.equal(code, 1);
    assert.match(err, /not enough disk space for installing: 50 MB free in .*home, 250 MB needed/);
    assert.deepEqual(await sandbox.calls(), []);
    assert.deepEqual(await snapshot(sandbox.home), {});
  });
});

Deno.test("script: one build at a time, and a build that was killed does not block the next", async () => {
  await withSandbox(async (sandbox) => {
    await Deno.mkdir(`${sandbox.project}/dist`);
    await Deno.symlink(String(Deno.pid), `${sandbox.project}/dist/.lock`);
    const { code, err } = await sandbox.run(["--build-only"]);
    assert.equal(code, 1);
    assert.match(err, new RegExp(`another build runs in this folder: process ${Deno.pid}`));
    await Deno.remove(`${sandbox.project}/dist/.lock`);
    const ended = new Deno.Command("true").spawn();
    await ended.status;
    await Deno.symlink(String(ended.pid), `${sandbox.project}/dist/.lock`);
    await Deno.writeTextFile(`${sandbox.project}/dist/.auto-tools-1`, "half a program");
    assert.equal((await sandbox.run(["--build-only"])).code, 0);
    const left = [...Deno.readDirSync(`${sandbox.project}/dist`)].map(({ name }) => name).sort();
    assert.deepEqual(left, ["auto-tools", "auto-tools.stamp"]);
  });
});

Deno.test("script: without npm and network it says what to do and leaves nothing behind", async () => {
  await withSandbox(async (sandbox) => {
    await withoutDeno(sandbox);
    const { code, err } = await sandbox.run([]);
    assert.equal(code, 1);
    assert.match(
      err,
      /Deno .* could not be fetched: neither by npm nor from https:\S+\n.*put a deno .* on PATH/,
    );
    assert.deepEqual(await snapshot(sandbox.home), {});
    const asked = (await sandbox.calls()).filter((call) => /^(npm|curl)/.test(call)).map((call) =>
      call.split(" ")[0]
    );
    assert.deepEqual(asked, ["npm", "curl"]);
  });
});

Deno.test("script: a runtime that cannot be had is named with what to do", async () => {
  await withSandbox(async (sandbox) => {
    const { code, err } = await sandbox.run(["--target", "macos-x64"], { DENORT_BIN: "" });
    assert.equal(code, 1);
    assert.match(
      err,
      /runtime for x86_64-apple-darwin could not be fetched: \S+denort-x86_64-apple-darwin\.zip\n.*DENORT_BIN/,
    );
  });
});

const downloads = { ignore: !has("curl") || !(has("unzip") || has("python3") || has("bsdtar")) };

Deno.test({
  name: "script: Deno and its runtime are taken from the release site, checked, once",
  ...downloads,
  fn: async () => {
    await withSandbox(async (sandbox) => {
      await withoutDeno(sandbox);
      await withCurl(sandbox);
      const deno = `#!/bin/sh\n${fakeDeno(DENO_VERSION)}`;
      await withSite(
        { [DENO_ZIP]: zipOf("deno", deno), [DENORT_ZIP]: zipOf("denort", "x") },
        async (site) => {
          const env = { AUTO_TOOLS_DENO_MIRROR: site.address, DENORT_BIN: "" };
          const first = await sandbox.run(["--build-only"], env);
          assert.equal(first.code, 0, first.err);
          assert.deepEqual(site.asked, [
            `GET ${DENO_ZIP}.sha256sum`,
            `GET ${DENO_ZIP}`,
            `GET ${DENORT_ZIP}.sha256sum`,
            `GET ${DENORT_ZIP}`,
          ]);
          const placed = `deno-dir/dl/release/v${DENO_VERSION}/${DENORT_ZIP}`;
          assert.ok(await Deno.stat(`${sandbox.home}/.cache/auto-tools/toolchain/${placed}`));
          await Deno.writeTextFile(`${sandbox.project}/main.ts`, "changed");
          assert.equal((await sandbox.run(["--build-only"], env)).code, 0);
          assert.equal(site.asked.length, 4);
        },
      );
    });
  },
});

Deno.test({
  name: "script: a broken download goes on where it stopped",
  ...downloads,
  fn: async () => {
    await withSandbox(async (sandbox) => {
      await withoutDeno(sandbox);
      await withCurl(sandbox);
      const deno = `#!/bin/sh\n${fakeDeno(DENO_VERSION)}\n${"# padding\n".repeat(20_000)}`;
      await withSite({ [DENO_ZIP]: zipOf("deno", deno) }, async (site) => {
        site.breaks.add(DENO_ZIP);
        const env = { AUTO_TOOLS_DENO_MIRROR: site.address };
        const first = await sandbox.run([], env);
        assert.equal(first.code, 1);
        assert.match(first.err, /could not be fetched/);
        assert.doesNotMatch(Object.keys(await snapshot(sandbox.home)).join("\n"), /\.claude|\.local/);
        const second = await sandbox.run([], env);
        assert.equal(second.code, 0, second.err);
        assert.match(site.asked.at(-1) ?? "", /^GET deno-.*\.zip bytes=[1-9]\d*-$/);
      });
    });
  },
});

Deno.test({
  name: "script: a download that is not what was published is dropped",
  ...downloads,
  fn: async () => {
    await withSandbox(async (sandbox) => {
      await withoutDeno(sandbox);
      await withCurl(sandbox);
      const sum = new TextEncoder().encode(`${"0".repeat(64)}  ${DENO_ZIP}\n`);
      await withSite({ [DENO_ZIP]: zipOf("deno", "x"), [`${DENO_ZIP}.sha256sum`]: sum }, async (site) => {
        const { code, out } = await sandbox.run([], { AUTO_TOOLS_DENO_MIRROR: site.address });
        assert.equal(code, 1);
        assert.match(out, /damaged and was dropped/);
        assert.deepEqual(await snapshot(sandbox.home), {});
      });
    });
  },
});

Deno.test({
  name: "script: a package that is not what was published is dropped",
  ignore: downloads.ignore || TRIPLE !== "x86_64-unknown-linux-gnu", // The digest of this one is known.
  fn: async () => {
    await withSandbox(async (sandbox) => {
      await withoutDeno(sandbox);
      await withCurl(sandbox);
      await withSite({ "deno.tgz": zipOf("deno", "x") }, async (site) => {
        await sandbox.program(
          "npm",
          `[ "$1" = view ] && echo ${site.address}/deno.tgz || { touch x.tgz && echo x.tgz; }`,
        );
        const { code, out, err } = await sandbox.run([], {
          AUTO_TOOLS_DENO_MIRROR: `${site.address}/nothing`,
        });
        assert.equal(code, 1);
        assert.match(out, /damaged and was dropped: @deno\/linux-x64-glibc@/);
        assert.match(err, /could not be fetched/);
        assert.deepEqual(site.asked.slice(0, 1), ["GET deno.tgz"]);
        assert.deepEqual(await snapshot(sandbox.home), {});
      });
    });
  },
});

Deno.test("script: tests run with the fresh program, and CI ends with the plain counts", async () => {
  await withSandbox(async (sandbox) => {
    const { code, out, err } = await sandbox.run(["test"]);
    assert.equal(code, 0, err);
    assert.match(out, /3 passed/);
    assert.equal((await sandbox.run(["test", "--all"])).code, 0);
    assert.deepEqual((await sandbox.calls()).filter((call) => call.startsWith("deno task")), [
      "deno task test",
      "deno task test --all",
    ]);
    assert.match((await sandbox.run(["--all"])).err, /--all belongs to test/);
    const env = { HOME: sandbox.home, PATH: Deno.env.get("PATH") ?? "" };
    const script = (text: string): Promise<void> =>
      Deno.writeTextFile(`${sandbox.project}/install.sh`, `#!/bin/sh\n${text}`);
    const ci = async (text: string): Promise<[number, string | undefined]> => {
      await script(text);
      const run = await runProgram(`${sandbox.project}/.ci/run`, [], { env });
      return [run.code, run.out.trimEnd().split("\n").at(-1)];
    };
    const ok = "echo 'ok | 12 passed (3 steps) | 0 failed | 2 ignored (1s)'";
    assert.deepEqual(await ci(`${ok}; ${ok}`), [0, "24 passed, 0 failed"]);
    assert.deepEqual(await ci(`${ok}; echo 'FAILED | 3 passed | 1 failed (9ms)'; exit 1`), [
      1,
      "15 passed, 1 failed",
    ]);
    assert.deepEqual(await ci("exit 3"), [3, "0 passed, 0 failed"]);
    assert.deepEqual(await ci("true"), [1, "0 passed, 0 failed"]);
    assert.deepEqual(await ci(`test "$CI" = true && test "$*" = "test --all" && ! read -r line && ${ok}`), [
      0,
      "12 passed, 0 failed",
    ]);
  });
});

Deno.test({
  name: "script: shellcheck has nothing to say",
  ignore: !has("shellcheck"), // Not on every machine.
  fn: async () => {
    const files = [`${PROJECT}/install.sh`, `${PROJECT}/.ci/run`];
    const { code, out } = await runProgram("shellcheck", files, {
      env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    });
    assert.equal(code, 0, out);
  },
});

Deno.test("script: help names every option", async () => {
  await withSandbox(async (sandbox) => {
    const { code, out } = await sandbox.run(["--help"]);
    assert.equal(code, 0);
    const options = [
      "--build-only",
      "--uninstall",
      "test",
      "--no-hook",
      "--bin-dir",
      "--binary",
      "--target",
      "--dry-run",
    ];
    for (const option of options) assert.ok(out.includes(option), option);
  });
});
