/**
 * `node javascript_figures.mjs MODULES FILE...`: ESLint's cyclomatic and SonarJS' cognitive complexity of every function, as
 * lines of JSON. MODULES is a folder with eslint@8.57.1, eslint9@npm:eslint@9.39.1 (whose rule runs in the older linter),
 * eslint-plugin-sonarjs@0.25.1, @typescript-eslint/parser@6 and typescript installed.
 */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import process from "node:process";

const [modules, ...files] = process.argv.slice(2);
const require = createRequire(`${modules}/package.json`);
const { Linter } = require("eslint");
const complexity = require(`${modules}/node_modules/eslint9/lib/rules/complexity.js`);
const cognitive = require("eslint-plugin-sonarjs").rules["cognitive-complexity"];

const linter = new Linter();
linter.defineParser("typescript", require("@typescript-eslint/parser"));

/** Runs a rule with options of our own and hears its reports together with the function they are about. */
function listen(rule, options, hear) {
  return {
    create(context) {
      let leaving;
      const listener = Object.create(context, {
        options: { value: options },
        report: { value: (report) => hear(report.node ?? leaving, report) },
      });
      const visitor = rule.create(listener);
      const leave = visitor[":function:exit"];
      if (leave) {
        visitor[":function:exit"] = (node) => {
          leaving = node;
          leave(node);
        };
      }
      return visitor;
    },
  };
}

/** A method begins where its property does. */
function placeOf(node) {
  const { parent } = node;
  const isMethod = parent?.value === node &&
    (parent.type === "MethodDefinition" || (parent.type === "Property" &&
      (parent.method || parent.kind !== "init")));
  return isMethod ? parent : node;
}

for (const file of files) {
  const found = new Map();
  const at = (node) => {
    // Initialisers of class fields are no functions here.
    if (!/Function|StaticBlock/.test(node.type)) return {};
    const place = placeOf(node);
    const key = `${place.range[0]}-${place.range[1]}`;
    if (!found.has(key)) {
      found.set(key, { file, line: place.loc.start.line, start: place.range[0], end: place.range[1] });
    }
    return found.get(key);
  };
  linter.defineRule(
    "cyclomatic",
    listen(complexity, [0], (node, { data }) => at(node).cyclomatic = data.complexity),
  );
  linter.defineRule(
    "cognitive",
    listen(cognitive, [-1], (node, { data }) => at(node).cognitive = data.complexityAmount),
  );
  const messages = linter.verify(readFileSync(file, "utf8"), {
    parser: "typescript",
    parserOptions: {
      ecmaVersion: 2023,
      sourceType: "module",
      range: true,
      ecmaFeatures: { jsx: !file.endsWith(".ts") },
    },
    rules: { cyclomatic: 2, cognitive: 2 },
  }, { filename: file, allowInlineConfig: false });
  if (messages.some((message) => message.fatal)) continue;
  const figures = [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { file, line, cyclomatic, cognitive } of figures) {
    console.log(JSON.stringify({ file, line, cyclomatic, cognitive }));
  }
}
