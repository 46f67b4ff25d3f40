import { COMMAND_NAMES, type Shell, SUBCOMMANDS } from "./command_line.ts";
import { helpText, MCP_CLIENTS } from "./help.ts";

/** Options of the program itself. */
const GLOBAL_OPTIONS = ["--prompt", "--help", "--version"];

/** A command with what may follow it. */
interface Completed {
  readonly name: string;
  readonly doc: string;
  /** With their dashes, sorted. */
  readonly options: readonly string[];
  /** The words that may follow an option, or the command itself, where they are known. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * A script for the shell that completes commands, their options, the words that these take, and files; made from the same
 * texts as `--help`.
 */
export function completions(shell: Shell): string {
  return { bash, zsh, fish }[shell](COMMAND_NAMES.map(completed));
}

function completed(name: string): Completed {
  const [usage = "", ...more] = helpText(name).split("\n\n");
  const text = [usage, ...more.flatMap((part) => part.match(/^ {2}--[a-z-]+/gm) ?? [])].join("\n");
  const options = text.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];
  const docs: ReadonlyMap<string, string> = new Map(Object.entries(SUBCOMMANDS));
  const own = name === "help" ? [] : [...new Set([...options, "--help"])].sort();
  return {
    name,
    doc: docs.get(name) ?? `see auto-tools ${name} --help`,
    options: own,
    values: valuesIn(text),
  };
}

/** Reads the values in a usage text such as `--mode keyword|semantic|hybrid`; words in capitals are placeholders. */
function valuesIn(text: string): Map<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const [, name = "", words = ""] of text.matchAll(/(--[a-z-]+|[a-z]+) (\w+(?:\|\w+)+)/g)) {
    values.set(name, words.split("|").filter((word) => /^[a-z]/.test(word)));
  }
  if (text.includes("--mcp CLIENT")) values.set("--mcp", MCP_CLIENTS);
  return values;
}

/** A line for each option of each command whose values are known. */
function valueLines(
  commands: readonly Completed[],
  line: (command: string, option: string, words: string) => string,
): string {
  return commands.flatMap(({ name, values }) =>
    [...values].map(([option, words]) => line(name, option, words.join(" ")))
  ).join("\n");
}

function bash(commands: readonly Completed[]): string {
  return `# bash completion for auto-tools
_auto_tools() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} options
  if [ "$word" = = ]; then word=""
  elif [ "$before" = = ]; then before=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    options="${[...commands.map(({ name }) => name), ...GLOBAL_OPTIONS].join(" ")}"
  else
    case "\${COMP_WORDS[1]} $before" in
${valueLines(commands, (name, option, words) => `      "${name} ${option}") options="${words}" ;;`)}
${commands.map(({ name, options }) => `      "${name} "*) options="${options.join(" ")}" ;;`).join("\n")}
      *) options="" ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
}
complete -o default -F _auto_tools auto-tools
`;
}

function zsh(commands: readonly Completed[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return `#compdef auto-tools
local -a commands options
commands=(
${commands.map(({ name, doc }) => `  ${quoted(`${name}:${doc.replaceAll(":", "\\:")}`)}`).join("\n")}
)
if (( CURRENT == 2 )); then
  _describe command commands
  compadd -- ${GLOBAL_OPTIONS.join(" ")}
  return
fi
local before=$words[CURRENT-1]
if [[ $words[CURRENT] == --*=* ]]; then
  before=\${words[CURRENT]%%=*}
  compset -P '*='
fi
case "$words[2] $before" in
${valueLines(commands, (name, option, words) => `  "${name} ${option}") compadd -- ${words}; return ;;`)}
esac
case $words[2] in
${commands.map(({ name, options }) => `  ${name}) options=(${options.join(" ")}) ;;`).join("\n")}
esac
compadd -- $options
_files
`;
}

function fish(commands: readonly Completed[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, doc, options, values }) => [
    `complete -c auto-tools -n __fish_use_subcommand -a ${name} -d ${quoted(doc)}`,
    ...options.filter((option) => !values.has(option)).map((option) =>
      `complete -c auto-tools -n "__fish_seen_subcommand_from ${name}" -l ${option.slice(2)}`
    ),
  ]);
  const chosen = valueLines(commands, (name, option, words) => {
    const after = option.startsWith("--") ? ` -l ${option.slice(2)}` : "";
    return `complete -c auto-tools -n "__fish_seen_subcommand_from ${name}"${after} -x -a "${words}"`;
  });
  return `# fish completion for auto-tools\n${lines.join("\n")}\n${chosen}\n`;
}
