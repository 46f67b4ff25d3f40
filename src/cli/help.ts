import { HOOK_TARGETS } from "../setup/hook_targets.ts";
import { lookUp } from "../model/json.ts";
import clients from "../../config/mcp-clients.json" with { type: "json" };
import { SUBCOMMANDS } from "./command_line.ts";
import { SETTINGS } from "../settings/specs.ts";

/** Names that `--mcp` takes. */
export const MCP_CLIENTS: readonly string[] = Object.keys(clients);

const TOPICS: Record<string, string> = {
  hook: `Usage: auto-tools hook [CLIENT] < PAYLOAD

Reads one payload of a client's hook from standard input and prints what that client is to be given: a block of facts, or
nothing. Always exits with 0, so that a failure never disturbs the client; with CI_AUTO_TOOLS_DEBUG=1 the reason is
printed to standard error. Clients call this; to see what would be injected, use auto-tools --prompt TEXT.
`,
  completions: `Usage: auto-tools completions bash|zsh|fish

Prints completions of commands and options for a shell.

Examples:
  auto-tools completions bash > ~/.local/share/bash-completion/completions/auto-tools
  auto-tools completions zsh > ~/.zfunc/_auto-tools
  auto-tools completions fish > ~/.config/fish/completions/auto-tools.fish
`,
  man: `Usage: auto-tools man

Prints the manual page, made from the same texts as --help.

Examples:
  auto-tools man | man -l -
  auto-tools man > ~/.local/share/man/man1/auto-tools.1
`,
  warm: `Usage: auto-tools warm < PAYLOAD

Builds or refreshes the index of the payload's folder, prints nothing and always exits with 0. The client runs it beside
a session that starts, so that the first prompt finds an index.
`,
  daemon: `Usage: auto-tools daemon [PATH]

Keeps the index of the repository around PATH (default: the current folder) open and the engine's code warm, so that the
next prompts are answered in a third of the time. One process does that for all repositories of a user, eight at most;
where it runs already it takes this one on. A prompt that finds none starts it in the background. A repository is let
go when no prompt came for daemon.idle_s seconds (600) or it is no longer there, and the process ends with the last one,
or when the program is replaced. With daemon.idle_s: 0 a repository is answered without. It prints nothing.
`,
  locate: `Usage: auto-tools locate [TEXT] [--query-file F] [--json] [--top N] [--history-depth N]
                         [--repo NAME|all]

Reads a bug report, a stack trace, compiler or test output and ranks the places where the fault most likely is, with
what speaks for each. Without TEXT it is read from standard input. --json holds files, functions and candidates.
--history-depth looks at the N newest commits of git's history only; 0 leaves it out.

Examples:
  auto-tools locate "History page crashes on load"
  npm test 2>&1 | auto-tools locate
`,
  config: `Usage: auto-tools config [--json] [--schema] [--init [--project]]

Every setting with its value and where it came from: env, project, user or default. --init writes your own file with
the commented defaults, --init --project one for this repository. --schema prints a JSON Schema for editors.
Exit code 20 when a file has a mistake.

Examples:
  auto-tools config
  auto-tools config --init
`,
  stats: `Usage: auto-tools stats [--session [ID]] [--format text|json|html] [--json]

Adds up the timeline of this repository: contexts delivered, characters, milliseconds, failures of tools, by day.
The timeline holds no prompts and no contents.

Options:
  --session [ID]   what one session was given, and what of that its conversation still holds, in characters
                   and tokens (estimated: 3.5 characters, or one ideograph); default: the latest session

Examples:
  auto-tools stats
  auto-tools stats --format html > deliveries.html
  auto-tools stats --session
`,
  last: `Usage: auto-tools last [--json]

Shows what the last prompt about code was given in this repository, word for word, why each tool ran, how many characters
and (estimated) tokens it cost, and what was left out. It is kept in the cache folder, readable by you alone, until its
session ends; last.enabled: false keeps nothing.

Example:
  auto-tools last
`,
  rerank: `Usage: auto-tools rerank [--query TEXT] [--mock-llm] < CANDIDATES

Has the model that reranker.* names put candidates in order, the ten first ones. Standard input is a JSON object with
candidates (each with file_path, line_start, symbol, reason and content, as far as known) and the query, where --query does
not give it. Standard output is a JSON object with ranked_results. --mock-llm asks no model and reverses the order.

Example:
  auto-tools graph "how is a refund calculated" --json | jq .graphContext |
    auto-tools rerank --query "how is a refund calculated" --mock-llm
`,
  index: `Usage: auto-tools index [PATH] [--publish] [--semantic [--estimate]] [--json]

Builds or refreshes the index of the repository that PATH (default: the current folder) lies in. Prompts do the same as
far as their time allows; this takes the time it needs. Interrupt it whenever you like: it goes on from there.

--semantic also has the chunks of code, tests and documents embedded by the provider of the settings, redacted, and only
those that have no vector yet. --estimate prints how many that are and what it would cost, and sends nothing.

--publish also sends what the index has of the commit that is checked out to the server that index.remote names, from
which others take it over. Nothing is sent without it, and nothing that is not committed.

Examples:
  auto-tools index
  auto-tools index --publish
  auto-tools index --semantic --estimate
`,
  search: `Usage: auto-tools search [QUERY] [--query-file F] [--json] [--limit N] [--path GLOB] [--lang L]
                         [--kind code|test|doc|data] [--mode keyword|semantic|hybrid] [--mock-llm] [--repo NAME|all]

Ranks the files of the repository for a question, an error, a stack trace, an identifier or a path, in English or
Chinese. Without QUERY it is read from standard input. --json holds files (ranked paths), functions and results.

--repo asks another repository of the workspace that your own settings name, or with all each of them in turn; what is
printed names the repository. graph, locate, chain and impact take it too. With all the query is an argument or a file.

Examples:
  auto-tools search "where are sessions stored" --limit 5
  auto-tools search --query-file issue.txt --json
  auto-tools search "where is an invoice sent" --repo all
`,
  graph: `Usage: auto-tools graph [QUERY] [--query-file F] [--json] [--depth N] [--budget TOKENS] [--top-k N]
                        [--format text|json|html] [--link URL] [--mock-llm] [--repo NAME|all]

Starts from the definitions that match and follows calls, uses, members and heritage. Depth is 2 and at most 2, the
budget 8000 tokens at most, the anchors 10 at most. html is a page to look at, see auto-tools chain --help.

Examples:
  auto-tools graph "how is a refund calculated"
  auto-tools graph "how is a refund calculated" --format html > graph.html
`,
  chain: `Usage: auto-tools chain SYMBOL [--direction callers|callees|both] [--depth N] [--trace-usage]
                        [--format text|json|mermaid|dot|html] [--link URL] [--json] [--repo NAME|all]

The call tree around a symbol with the line of every call and how sure it is (1 is certain). SYMBOL is a name,
Class.method, path:Qualified.name or path:line. Depth is 2, at most 3. --trace-usage adds the ways from entry points.

--format html writes one page that needs no network, with search and keyboard. --link sets what its places lead to: a URL
with {root}, {path} and {line} (default: vscode://file{root}/{path}:{line}), or none.

Examples:
  auto-tools chain parseConfig --direction callers
  auto-tools chain src/app.ts:Server.start --trace-usage --format mermaid
  auto-tools chain parseConfig --format html > calls.html
`,
  impact:
    `Usage: auto-tools impact [SYMBOL|FILE] [--depth N] [--format text|json|mermaid|markdown|html] [--link URL]
                         [--json] [--repo NAME|all]

What transitively uses it, each with its impact (0.8 per step times the certainty of the edge, down to 0.1), the tests
among them, the public API they reach, and who changed it by git's history. Depth is 3, at most 5.

Without a target: the same for the uncommitted changes. Staged, unstaged and untracked files are compared with HEAD; the
definitions that the changed lines lie in are listed, and where a removed name is still used. html is a page to look at,
see auto-tools chain --help.

Examples:
  auto-tools impact
  auto-tools impact Order.total
  auto-tools impact src/db/users.ts --format markdown
`,
  complexity: `Usage: auto-tools complexity PATH [--top N] [--json]

Cyclomatic (McCabe) and cognitive (Campbell) complexity, nesting, length and parameters of each function, the most complex
first. PATH is a file or folder, . for all. --top is 20, with --json all.

Examples:
  auto-tools complexity src/parser.ts
  auto-tools complexity . --json
`,
  hotspots:
    `Usage: auto-tools hotspots [--days N] [--all] [--top N] [--format text|json|html] [--link URL] [--json]

Code files by change frequency times complexity, with churn, authors and the files that change together with them. The
window ends at HEAD: 30 days and at most 30; --all takes the whole history. --top is 20, at most 20.
html is a page with a treemap, see auto-tools chain --help.

Examples:
  auto-tools hotspots --days 14
  auto-tools hotspots --all --json
`,
  mcp: `Usage: auto-tools mcp [FOLDER ...]

Serves the read-only tools over MCP on standard input and output, in the protocol of 2026-07-28 and those before it. The
folders are those named, else the client's own roots, else the folder it was started in. For Claude Code: claude mcp add auto-tools -- auto-tools mcp
For Codex: codex mcp add auto-tools -- auto-tools mcp
For others, in their MCP configuration:
  {"mcpServers": {"auto-tools": {"command": "auto-tools", "args": ["mcp"]}}}
`,
  lsp: `Usage: auto-tools lsp [FOLDER ...]

A read-only language server on standard input and output, for every language that the index parses: definition,
references, implementation, hover, symbols of the document and of the workspace, and calls. Open documents count as they
are in the editor, saved or not. The folders are those named, else the client's own, else the folder it was started in.

Examples:
  auto-tools lsp
  vim.lsp.start({ name = "auto-tools", cmd = { "auto-tools", "lsp" }, root_dir = vim.fs.root(0, ".git") })
`,
  status:
    `Usage: auto-tools status [--claude] [--codex] [--CLIENT ...] [--codex-mcp] [--mcp CLIENT] [--explain] [--json]

Shows the state of the index and which clients are wired to this program. Changes nothing. With clients
named, only how those are wired; exit code 40 when one of them is not. Imports of the repository's
own modules (relative, or by a name in a manifest) that lead to no file are counted, and with --explain the first 20 are
listed; in repositories of more than 2,000 files only with --explain.

Examples:
  auto-tools status --explain
  auto-tools status --codex && codex
`,
  doctor: `Usage: auto-tools doctor [--live]

Checks what is installed where, the versions, whether the repository can be read and git found, how each client is wired,
and runs the installed hook once. Every failed line names its fix. Exit code 0 when all is well, else 40.

--live runs each installed client with its own settings against a model on this machine's loopback and looks for the
facts in what that model is sent. No key of yours and no network is used.

Examples:
  auto-tools doctor
  auto-tools doctor --live
`,
  install:
    `Usage: auto-tools install [--claude | --claude-plugin] [--codex] [--CLIENT ...] [--all] [--codex-mcp]
                          [--mcp CLIENT] [--no-hook] [--bin-dir DIR] [--replace] [--dry-run]

Puts this program where Claude Code finds it, links its other names to it and wires what is asked for:

  --claude         the hooks in Claude Code's settings.json (the default)
  --claude-plugin  the plugin for Claude Code instead: the same hooks, agents, skills, a command and the MCP server
  --codex          the native hook of Codex, with the trust it needs
  ${[...HOOK_TARGETS.keys()].map((word) => `--${word}`).join(", ")}
                   the prompt hook of that client
  --all            --claude, and the prompt hook of every other client that this user has
  --codex-mcp      the MCP server in Codex
  --mcp CLIENT     the MCP server in ${MCP_CLIENTS.join(", ")}, or in a JSON file given by its path
  --no-hook        leave settings.json alone
  --bin-dir DIR    where the commands auto-tools and codex-auto go (default: ~/.local/bin)
  --replace        keep foreign files under our names as backups instead of stopping
  --dry-run        say what would change and change nothing

Everything else in those files stays as it is; a backup is written. Running it again changes nothing.

Examples:
  auto-tools install --dry-run
  auto-tools install --codex --mcp cursor
  auto-tools install --all
`,
  upgrade: `Usage: auto-tools upgrade [--check] [--release VERSION] [--rollback]

Fetches the newest release from the place this program came from, compares it with the release's SHA256SUMS, starts it
once, and only then has it install itself over this one, hooks and links included; all or nothing. It prints where the
program came from. CI_AUTO_TOOLS_RELEASES names another place.

  --check            only say whether there is a newer release
  --release VERSION  this release, also an older one
  --rollback         put the program back that the last upgrade replaced

Examples:
  auto-tools upgrade --check
  auto-tools upgrade
`,
  uninstall:
    `Usage: auto-tools uninstall [--claude-plugin] [--codex] [--CLIENT ...] [--codex-mcp] [--mcp CLIENT]
                            [--no-hook] [--bin-dir DIR] [--dry-run]

Takes away exactly what \`auto-tools install\` made: everything, or only the clients named, and then the program stays.

  --no-hook        leave settings.json alone
  --bin-dir DIR    where the commands were put, if the record of the installation is lost
  --dry-run        say what would change and change nothing

Examples:
  auto-tools uninstall --dry-run
  auto-tools uninstall --codex
`,
};

/** The help of one topic, or of the program. */
export function helpText(topic?: string): string {
  const known = topic === undefined ? undefined : lookUp(TOPICS, topic);
  return known ?? overview();
}

function overview(): string {
  const commands = Object.entries(SUBCOMMANDS).map(([name, doc]) => `  ${name.padEnd(12)} ${doc}`);
  const variables = Object.values(SETTINGS).filter((spec) => spec.env !== undefined)
    .map((spec) => `  ${(spec.env ?? "").padEnd(32)} ${spec.doc}`);
  return `auto-tools: facts about your repository, before the model answers

Usage:
  auto-tools hook [CLIENT]              a client's hook payload on standard input (also without any argument)
  auto-tools completions SHELL          completions for bash, zsh or fish
  auto-tools man                        the manual page
  auto-tools --prompt TEXT              the same by hand; --format text|json, --explain, --mock-llm
  auto-tools COMMAND                    see below; COMMAND --help for each
  codex-auto exec PROMPT                one Codex turn with the facts in front

Commands:
${commands.join("\n")}

Options:
  -h, --help     this text
  -V, --version  the version; with --json also the system, the commit and where the program came from

Environment:
${variables.join("\n")}
  ${"CI_AUTO_TOOLS_DRY_RUN".padEnd(32)} 1 is the same as CI_AUTO_TOOLS_MODE=plan
  ${"CI_AUTO_TOOLS_RELEASES".padEnd(32)} where upgrade looks for releases (an https address)
  ${"CI_AUTO_TOOLS_RECORD".padEnd(32)} 0 writes no statistics and no session memory

Examples:
  auto-tools --prompt "Where are CSRF tokens checked?" --explain
  CI_AUTO_TOOLS_MODE=plan auto-tools --prompt "修复登录错误" --format json
`;
}
