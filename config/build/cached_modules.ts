import { CODE, SOURCE } from "../../src/platform/cached_module.ts";

/** An import that is loaded with its module, as the bundler writes it: the names, if any, and the specifier. */
const IMPORT = /^import(?:([^"]+)from)?"([^"]+)";/;
/** The list of exports, with which a bundled module ends. */
const EXPORTS = /export\{([^}]*)\};\s*$/;

/** Globals that are others in a script: Node's instead of the runtime's. */
const TIMERS = "setTimeout,clearTimeout,setInterval,clearInterval";

/** Makes a script of a module of the bundle, and a module in its place that runs it. See src/platform/cached_module.ts. */
export function makeCached(path: string): void {
  let code = Deno.readTextFileSync(path);
  const specifiers = new Set<string>();
  let names = "";
  for (let found = IMPORT.exec(code); found; found = IMPORT.exec(code)) {
    const [text, clause, specifier = ""] = found;
    specifiers.add(specifier);
    if (clause) names += `const ${pattern(clause)}=require("${specifier}");`;
    code = code.slice(text.length);
  }
  const list = EXPORTS.exec(code)?.[1]?.split(",").map((one) => one.split(" as ")) ?? [];
  code = code.replace(EXPORTS, "").replaceAll('import("./', 'load("./')
    .replaceAll("import.meta.url", "url");
  // Text of one byte a character is read faster, and little of it is parsed.
  code = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (/\bimport[(.]/.test(code)) throw new Error(`an import that no script can have: ${path}`);
  const exported = list.map(([name, other = name]) => `${other}:${name}`);
  Deno.writeTextFileSync(
    path + SOURCE,
    `(function(require,load,url,${TIMERS}){${names}${code};return{${exported}}})`,
  );
  Deno.writeTextFileSync(path + CODE, "");
  const parts = [...specifiers].map((specifier, at) => ({ specifier, name: `m${at}` }));
  const imports = parts.map(({ specifier, name }) => `import*as ${name} from"${specifier}";`).join("");
  const required = parts.map(({ specifier, name }) => `"${specifier}":${name}`);
  Deno.writeTextFileSync(
    path,
    `${imports}import{runModule}from"./src/platform/cached_module.js";` +
      `export const{${list.map((names) => names.at(-1))}}=` +
      `runModule(import.meta.url,{${required}},path=>import(path));`,
  );
}

/** The names of an import as a pattern that takes a module apart. */
function pattern(clause: string): string {
  if (clause.startsWith("*as ")) return clause.slice("*as ".length);
  const names = clause.trim().replace(/^([\w$]+)/, "default as $1").replace(/[{}]/g, "");
  return `{${names.replaceAll(" as ", ":")}}`;
}
