import { VERSION } from "../../../src/platform/program.ts";

/** The texts of the packages that carry the built program: npm, Debian, Homebrew and Nix. Pure. */

/** One system that a release is built for. */
export interface Target {
  /** Rust's triple. */
  readonly triple: string;
  /** As npm's `os` and `cpu` name it. */
  readonly os: "linux" | "darwin";
  readonly cpu: "x64" | "arm64";
  /** Debian's architecture; undefined where Debian has none. */
  readonly debian?: "amd64" | "arm64";
  /** Nix's name of the system. */
  readonly nix: string;
}

/** The systems of a release. */
export const TARGETS: readonly Target[] = [
  { triple: "x86_64-unknown-linux-gnu", os: "linux", cpu: "x64", debian: "amd64", nix: "x86_64-linux" },
  { triple: "aarch64-unknown-linux-gnu", os: "linux", cpu: "arm64", debian: "arm64", nix: "aarch64-linux" },
  { triple: "x86_64-apple-darwin", os: "darwin", cpu: "x64", nix: "x86_64-darwin" },
  { triple: "aarch64-apple-darwin", os: "darwin", cpu: "arm64", nix: "aarch64-darwin" },
];

const SUMMARY = "Facts about your repository for coding agents, before the model answers";

/** Name of a target's archive, without the ending `.tar.gz`; also of the folder inside. */
export function archiveName({ triple }: Target): string {
  return `auto-tools-${triple}`;
}

/** `package.json` of the npm package with one target's program. */
export function platformPackage({ os, cpu }: Target): Record<string, unknown> {
  return {
    name: `@auto-tools/${os}-${cpu}`,
    version: VERSION,
    description: `${SUMMARY} (the program for ${os} ${cpu})`,
    license: "MIT",
    os: [os],
    cpu: [cpu],
    ...(os === "linux" && { libc: ["glibc"] }),
    files: ["auto-tools"],
  };
}

/** `package.json` of the npm package people install: a launcher, and a platform package that npm picks. */
export function launcherPackage(targets: readonly Target[]): Record<string, unknown> {
  return {
    name: "auto-tools",
    version: VERSION,
    description: SUMMARY,
    license: "MIT",
    bin: { "auto-tools": "launch.js", "codex-auto": "launch.js" },
    files: ["launch.js"],
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(
      targets.map(({ os, cpu }) => [`@auto-tools/${os}-${cpu}`, VERSION]),
    ),
  };
}

/** Starts the program of the platform package in place of itself, under the name it was called by. */
export const LAUNCHER = `#!/usr/bin/env node
"use strict";
const { spawnSync } = require("node:child_process");
const { basename } = require("node:path");

const name = \`@auto-tools/\${process.platform}-\${process.arch}\`;
let program;
try {
  program = require.resolve(\`\${name}/auto-tools\`);
} catch {
  console.error(\`auto-tools: the package \${name} is not installed; install without --omit=optional, on Linux (glibc) or macOS\`);
  process.exit(1);
}
const argv0 = basename(process.argv[1]).replace(/\\.js$/, "").replace(/^launch$/, "auto-tools");
const { status, signal, error } = spawnSync(program, process.argv.slice(2), { stdio: "inherit", argv0 });
if (error) {
  console.error(\`auto-tools: cannot start \${program}: \${error.message}\`);
  process.exit(1);
}
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
`;

/**
 * Debian's control file.
 *
 * @param kilobytes what the package takes once unpacked
 */
export function debianControl({ debian }: Target, kilobytes: number): string {
  return `Package: auto-tools
Version: ${VERSION}
Architecture: ${debian}
Maintainer: the auto-tools authors <auto-tools@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.27), libgcc-s1
Recommends: git
Section: devel
Priority: optional
Description: facts about your repository for coding agents
 Searches the repository with read-only tools before the model of a coding
 agent answers, and hands it a short block of facts with their sources.
 Each user runs "auto-tools install" once to add the hooks.
`;
}

/** Where a release's files are. */
export interface Place {
  /** Address of the releases, without a slash at the end. */
  readonly releases: string;
  /** SHA-256 of each archive by its name, lower-case hexadecimal. */
  readonly sums: ReadonlyMap<string, string>;
}

/** Homebrew's formula. */
export function homebrewFormula(targets: readonly Target[], place: Place): string {
  const systems = (["darwin", "linux"] as const).filter((os) => targets.some((target) => target.os === os));
  const blocks = systems.map((os) => {
    const inner = targets.filter((target) => target.os === os).map((target) =>
      `    on_${target.cpu === "x64" ? "intel" : "arm"} do
      url "${address(target, place)}"
      sha256 "${sumOf(target, place)}"
    end`
    );
    return `  on_${os === "darwin" ? "macos" : "linux"} do\n${inner.join("\n")}\n  end`;
  });
  return `class AutoTools < Formula
  desc "${SUMMARY.replace("your", "a")}"
  homepage "${place.releases.replace(/\/releases$/, "")}"
  version "${VERSION}"
  license "MIT"

${blocks.join("\n\n")}

  def install
    bin.install "auto-tools"
    bin.install_symlink "auto-tools" => "codex-auto"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/auto-tools --version")
  end
end
`;
}

/** A Nix flake that unpacks the archives. */
export function nixFlake(targets: readonly Target[], place: Place): string {
  const systems = targets.map((target) =>
    `      ${target.nix} = {
        url = "${address(target, place)}";
        sha256 = "${sumOf(target, place)}";
      };`
  );
  return `{
  description = "${SUMMARY}";
  inputs.nixpkgs.url = "nixpkgs";
  outputs = { nixpkgs, ... }: let
    archives = {
${systems.join("\n")}
    };
    package = system: archive: let pkgs = nixpkgs.legacyPackages.\${system}; in
      pkgs.stdenv.mkDerivation {
        pname = "auto-tools";
        version = "${VERSION}";
        src = pkgs.fetchurl archive;
        nativeBuildInputs = pkgs.lib.optionals pkgs.stdenv.isLinux [ pkgs.autoPatchelfHook ];
        buildInputs = pkgs.lib.optionals pkgs.stdenv.isLinux [ pkgs.stdenv.cc.cc.lib ];
        # The program's data follow its code: nothing may be cut off.
        dontStrip = true;
        installPhase = ''
          install -Dm755 auto-tools $out/bin/auto-tools
          ln -s auto-tools $out/bin/codex-auto
        '';
      };
  in {
    packages = builtins.mapAttrs (system: archive: { default = package system archive; }) archives;
  };
}
`;
}

function address(target: Target, { releases }: Place): string {
  return `${releases}/download/v${VERSION}/${archiveName(target)}.tar.gz`;
}

function sumOf(target: Target, { sums }: Place): string {
  const sum = sums.get(`${archiveName(target)}.tar.gz`);
  if (sum === undefined) throw new Error(`no checksum of the archive: ${archiveName(target)}`);
  return sum;
}
