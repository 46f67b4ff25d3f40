import { createHash } from "node:crypto";
import { VERSION } from "../../../src/platform/program.ts";
import { noticesText } from "../notices.ts";
import type { Target } from "./packages.ts";
import {
  archiveName,
  debianControl,
  homebrewFormula,
  LAUNCHER,
  launcherPackage,
  nixFlake,
  platformPackage,
  TARGETS,
} from "./packages.ts";

/**
 * Packs built programs into everything a release consists of. Run in the project's folder, on Linux with GNU tar:
 * `deno run -A config/build/release/make.ts --programs FOLDER --releases ADDRESS [--output FOLDER]`.
 * FOLDER holds one program per target, named `auto-tools-TRIPLE`; a target without one is left out. The same input gives
 * the same bytes.
 */

const DOCUMENTS = ["LICENSE", "README.md", "CHANGELOG.md"];
/** The licences of what the program carries; made for each release. */
const NOTICES = "THIRD-PARTY-NOTICES.txt";
/** A test holds it in step with `auto-tools man`. */
const MANUAL = "docs/auto-tools.1";

if (import.meta.main) {
  const [programs, releases, output] = [option("--programs"), option("--releases"), option("--output")];
  if (!programs || !releases) throw new Error("expected --programs FOLDER --releases ADDRESS");
  await makeRelease({ programs, releases: releases.replace(/\/$/, ""), output: output ?? "dist/release" });
}

interface Release {
  /** Folder of the programs. */
  readonly programs: string;
  /** Address of the releases, without a slash at the end. */
  readonly releases: string;
  readonly output: string;
}

async function makeRelease({ programs, releases, output }: Release): Promise<void> {
  const targets = TARGETS.filter(({ triple }) => exists(`${programs}/auto-tools-${triple}`));
  if (targets.length === 0) throw new Error(`no program auto-tools-TRIPLE in the folder: ${programs}`);
  await Deno.remove(output, { recursive: true }).catch(() => undefined);
  await Deno.mkdir(output, { recursive: true });
  const scratch = await Deno.makeTempDir({ prefix: "release-" });
  try {
    await Deno.writeTextFile(`${scratch}/${NOTICES}`, await noticesText());
    for (const target of targets) {
      const program = `${programs}/auto-tools-${target.triple}`;
      await makeArchive(target, program, { scratch, output });
      await makePlatformPackage(target, program, { scratch, output });
      if (target.debian) await makeDebianPackage(target, program, { scratch, output });
    }
    await makeLauncherPackage(targets, { scratch, output });
    await run("git", [
      "archive",
      `--prefix=auto-tools-${VERSION}/`,
      `--output=${output}/auto-tools-source.tar.gz`,
      "HEAD",
    ]);
    const place = { releases, sums: sumsOf(output) };
    await Deno.writeTextFile(`${output}/auto-tools.rb`, homebrewFormula(targets, place));
    await Deno.writeTextFile(`${output}/flake.nix`, nixFlake(targets, place));
    await Deno.writeTextFile(`${output}/install.sh`, await installer(releases), { mode: 0o755 });
    await Deno.writeTextFile(`${output}/release.json`, JSON.stringify({ version: VERSION }) + "\n");
    const lines = [...sumsOf(output)].map(([name, sum]) => `${sum}  ${name}\n`);
    await Deno.writeTextFile(`${output}/SHA256SUMS`, lines.join(""));
    await Deno.writeTextFile(`${output}/NOTES.md`, await notes());
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
  console.log(`packed ${VERSION} for ${targets.map(({ triple }) => triple).join(", ")} into ${output}`);
}

interface Folders {
  readonly scratch: string;
  readonly output: string;
}

async function makeArchive(target: Target, program: string, { scratch, output }: Folders): Promise<void> {
  const name = archiveName(target);
  const folder = `${scratch}/archive/${name}`;
  await put(program, `${folder}/auto-tools`, 0o755);
  for (const document of DOCUMENTS) await put(document, `${folder}/${document}`, 0o644);
  await put(`${scratch}/${NOTICES}`, `${folder}/${NOTICES}`, 0o644);
  await put(MANUAL, `${folder}/auto-tools.1`, 0o644);
  await pack(`${scratch}/archive`, name, `${output}/${name}.tar.gz`);
}

/** npm packages are archives of a folder named `package`. */
async function makePlatformPackage(target: Target, program: string, folders: Folders): Promise<void> {
  const folder = `${folders.scratch}/${target.triple}/package`;
  await put(program, `${folder}/auto-tools`, 0o755);
  await put(`${folders.scratch}/${NOTICES}`, `${folder}/${NOTICES}`, 0o644);
  await finishPackage({
    folder,
    manifest: platformPackage(target),
    name: `auto-tools-${target.os}-${target.cpu}`,
  }, folders);
}

async function makeLauncherPackage(targets: readonly Target[], folders: Folders): Promise<void> {
  const folder = `${folders.scratch}/launcher/package`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/launch.js`, LAUNCHER, { mode: 0o755 });
  await finishPackage({ folder, manifest: launcherPackage(targets), name: "auto-tools" }, folders);
}

async function finishPackage(
  { folder, manifest, name }: { folder: string; manifest: Record<string, unknown>; name: string },
  { output }: Folders,
): Promise<void> {
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify(manifest, null, 2) + "\n");
  for (const document of ["LICENSE", "README.md"]) await put(document, `${folder}/${document}`, 0o644);
  await pack(folder.replace(/\/package$/, ""), "package", `${output}/${name}-npm.tgz`);
}

async function makeDebianPackage(
  target: Target,
  program: string,
  { scratch, output }: Folders,
): Promise<void> {
  const root = `${scratch}/debian-${target.debian}`;
  await put(program, `${root}/usr/bin/auto-tools`, 0o755);
  await Deno.symlink("auto-tools", `${root}/usr/bin/codex-auto`);
  await put("LICENSE", `${root}/usr/share/doc/auto-tools/copyright`, 0o644);
  await put(`${scratch}/${NOTICES}`, `${root}/usr/share/doc/auto-tools/${NOTICES}`, 0o644);
  await put(MANUAL, `${root}/usr/share/man/man1/auto-tools.1`, 0o644);
  await run("gzip", ["-9", "-n", `${root}/usr/share/man/man1/auto-tools.1`]);
  await Deno.mkdir(`${root}/DEBIAN`);
  const kilobytes = Math.ceil((await Deno.stat(program)).size / 1024);
  await Deno.writeTextFile(`${root}/DEBIAN/control`, debianControl(target, kilobytes));
  const file = `${output}/auto-tools_${VERSION}_${target.debian}.deb`;
  await run("dpkg-deb", ["--root-owner-group", "-Zxz", "-z2", "--build", root, file]);
}

/** The installer with the address it fetches from, and the version it belongs to. */
async function installer(releases: string): Promise<string> {
  const text = await Deno.readTextFile("install.sh");
  const stamped = text.replace(/^RELEASES=.*$/m, `RELEASES=\${AUTO_TOOLS_RELEASES:-${releases}}`);
  if (stamped === text) throw new Error("install.sh has no line to name the releases in: RELEASES=");
  return stamped;
}

/** The section of the changelog for this version; a version without one gets what is unreleased. */
async function notes(): Promise<string> {
  const text = await Deno.readTextFile("CHANGELOG.md");
  const sections = text.split(/^(?=## )/m);
  const section =
    sections.find((one) => one.startsWith(`## ${VERSION}`) || one.startsWith(`## [${VERSION}]`)) ??
      sections.find((one) => /^## \[?Unreleased/.test(one));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for the version: ${VERSION}`);
  return section.replace(/^## .*\n+/, "");
}

async function put(from: string, to: string, mode: number): Promise<void> {
  await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  await Deno.copyFile(from, to);
  await Deno.chmod(to, mode);
}

/** Times, owners and order are fixed, so that equal contents give equal bytes. */
async function pack(folder: string, name: string, file: string): Promise<void> {
  const fixed = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
  await run("tar", [...fixed, "--use-compress-program=gzip -n", "-cf", file, "-C", folder, name]);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const { code } = await new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    stdout: "null",
    env: { SOURCE_DATE_EPOCH: "0" },
  }).spawn()
    .status;
  if (code !== 0) throw new Error(`${program} failed with exit code ${code}: ${args.join(" ")}`);
}

function sumsOf(folder: string): Map<string, string> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  return new Map(names.map((name) => [
    name,
    createHash("sha256").update(Deno.readFileSync(`${folder}/${name}`)).digest("hex"),
  ]));
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function option(name: string): string | undefined {
  const at = Deno.args.indexOf(name);
  return at < 0 ? undefined : Deno.args[at + 1];
}
