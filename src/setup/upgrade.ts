import { parseObject } from "../model/json.ts";
import type { ExitCode } from "../model/errors.ts";
import { type CommandIo, noPositionals, readArguments } from "../platform/command_io.ts";
import { buildInfo } from "../platform/build_info.ts";
import { runChild } from "../platform/client_process.ts";
import { fetchFile, fileInArchive, isFetchable, LARGEST_PROGRAM } from "../platform/download.ts";
import { MESSAGE_BYTES } from "../platform/limits.ts";
import { realPath } from "../platform/host_files.ts";
import { SELF } from "../platform/detached.ts";
import { entryKind, Journal, readTextIfAny, UserFilesError, withStaged } from "../platform/user_files.ts";
import { type Layout, layoutFor, parseInstallOptions } from "./install_layout.ts";
import { UsageError } from "./usage_error.ts";
import { decodeManifest, type Manifest } from "./install_manifest.ts";
import { guarded } from "./install_steps.ts";

/** Name of a fetched program while it is tried; the runtime starts what it finds under this name on PATH. */
const NEXT = "auto-tools-next";

/** First argument of the process that starts the fetched program: it has that program's folder as its PATH. */
const FINISH = "--finish";

/** The variable that keeps the user's PATH meanwhile. */
const PATH_KEPT = "CI_AUTO_TOOLS_UPGRADE_PATH";

/** `auto-tools upgrade`: fetches a release, checks it, tries it, and has it install itself. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  if (args[0] === FINISH) return await finish(args[1] ?? "", args.slice(2), io);
  let code: ExitCode = 0;
  const failed = await guarded("upgrade", io, async () => {
    const { values } = readArguments(args, {
      flags: ["check", "rollback"],
      texts: ["release"],
      ...noPositionals("upgrade"),
    });
    const layout = layoutFor(parseInstallOptions([]), io);
    const manifest = await installedManifest(layout, io);
    if (values["rollback"] === true) return void (code = await rollBack(layout, manifest, io));
    const wanted = typeof values["release"] === "string" ? values["release"].replace(/^v/, "") : undefined;
    const releases = placeOfReleases(io);
    const version = wanted ?? await newest(releases);
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) throw new UsageError(`not a version: ${version}`);
    const { version: current } = buildInfo();
    const order = compareVersions(version, current);
    if (wanted === undefined && order <= 0) return io.out(`already the newest: ${current} (${releases})\n`);
    if (values["check"] === true) {
      return io.out(`${version} can be had, this is ${current}: auto-tools upgrade\n`);
    }
    code = await upgrade({ releases, version, layout, manifest, io });
  });
  return failed || code;
}

interface Upgrade extends Installed {
  readonly releases: string;
  readonly version: string;
}

async function upgrade({ releases, version, layout, manifest, io }: Upgrade): Promise<ExitCode> {
  const name = `auto-tools-${buildInfo().target}`;
  const site = `${releases}/download/v${version}`;
  const sums = new TextDecoder().decode(await fetchFile(`${site}/SHA256SUMS`, MESSAGE_BYTES));
  const sum = new RegExp(`^([0-9a-f]{64}) [ *]${name}\\.tar\\.gz$`, "m").exec(sums)?.[1];
  if (sum === undefined) {
    throw new UserFilesError(`the release has no program for this system: ${site}; nothing was changed`);
  }
  io.out(`fetching ${site}/${name}.tar.gz\n`);
  const archive = await fetchFile(`${site}/${name}.tar.gz`, LARGEST_PROGRAM);
  const program = fileInArchive(archive, { name: `${name}/auto-tools`, sum });
  io.out(`sha256 ${sum}, as published\n`);
  return await replaceBy({ program, version }, { layout, manifest, io });
}

/** The program that takes the place of the installed one. */
interface Next {
  /** Its bytes, or the absolute path of its file. */
  readonly program: Uint8Array | string;
  /** Empty: the one before the last upgrade. */
  readonly version: string;
}

/** The installation that is changed. */
interface Installed {
  readonly layout: Layout;
  readonly manifest: Manifest;
  readonly io: CommandIo;
}

/** Tries a program and has it install itself; the one it replaces is kept. */
async function replaceBy({ program, version }: Next, { layout, manifest, io }: Installed): Promise<ExitCode> {
  const { hooksDir, binary, previous } = layout;
  return await withStaged(
    { folder: hooksDir, name: "kept", content: binary },
    (keeping) =>
      withStaged({ folder: hooksDir, name: NEXT, content: program }, async (staging) => {
        const env = { PATH: staging, [PATH_KEPT]: io.env("PATH") ?? "" };
        const { code } = await runChild(SELF, ["upgrade", FINISH, version, ...installArguments(manifest)], {
          input: "",
          env,
        });
        if (code !== 0) return 40;
        const journal = new Journal();
        await journal.copyFile(`${keeping}/kept`, previous, 0o755);
        await journal.commit();
        io.out(`now ${version || "the former program"}; auto-tools upgrade --rollback puts this one back\n`);
        return 0;
      }),
  );
}

async function rollBack(layout: Layout, manifest: Manifest, io: CommandIo): Promise<ExitCode> {
  if (await entryKind(layout.previous) !== "file") {
    throw new UserFilesError(`no upgrade to take back: ${layout.previous} is missing; nothing was changed`);
  }
  return await replaceBy({ program: layout.previous, version: "" }, { layout, manifest, io });
}

/** The second process: starts the program that is the only one on its PATH. */
async function finish(version: string, args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = `${io.env("PATH")}/${NEXT}`;
  const env = { PATH: io.env(PATH_KEPT) ?? "" };
  const tried = await runChild(program, ["--version"], { input: "", collect: true, env });
  const isRight = /^auto-tools \S+\n$/.test(tried.stdout) && tried.stdout.includes(version);
  if (tried.code !== 0 || !isRight) {
    io.err("auto-tools upgrade: the fetched program does not start here; nothing was changed\n");
    return 40;
  }
  const { code } = await runChild(program, ["install", ...args], { input: "", env });
  return code === 0 ? 0 : 40;
}

/** Returns this installation as options of `install`. */
function installArguments({ binary, links, settings }: Manifest): string[] {
  const link = links.find(({ target }) => target === binary)?.path;
  return [
    settings === undefined ? "--no-hook" : "--claude",
    ...(link === undefined ? [] : ["--bin-dir", link.slice(0, link.lastIndexOf("/"))]),
  ];
}

async function installedManifest(layout: Layout, io: CommandIo): Promise<Manifest> {
  const manifest = decodeManifest(await readTextIfAny(layout.manifest));
  if (manifest !== undefined && realPath(layout.binary) === io.execPath) return manifest;
  throw new UsageError(
    `this program was not put here by its own install: ${io.execPath}; upgrade it with what brought it (npm, apt, brew, nix)`,
  );
}

function placeOfReleases(io: CommandIo): string {
  const place = (io.env("CI_AUTO_TOOLS_RELEASES") || buildInfo().releases)?.replace(/\/$/, "");
  if (place === undefined) {
    throw new UsageError(
      "this program was built from sources: pull them and run ./install.sh, or set CI_AUTO_TOOLS_RELEASES",
    );
  }
  if (!isFetchable(place)) throw new UsageError(`the address of the releases is not https: ${place}`);
  return place;
}

async function newest(releases: string): Promise<string> {
  const address = `${releases}/latest/download/release.json`;
  const { version } = parseObject(new TextDecoder().decode(await fetchFile(address, MESSAGE_BYTES))) ?? {};
  if (typeof version === "string") return version;
  throw new UserFilesError(`no version in ${address}; nothing was changed`);
}

/** Below 0 when `a` is older; a pre-release is older than its release. */
function compareVersions(a: string, b: string): number {
  const [left = [], right = []] = [a, b].map((text) => text.split("-")[0]?.split(".").map(Number));
  const at = [0, 1, 2].find((index) => left[index] !== right[index]);
  if (at !== undefined) return (left[at] ?? 0) - (right[at] ?? 0);
  return Number(b.includes("-")) - Number(a.includes("-"));
}
