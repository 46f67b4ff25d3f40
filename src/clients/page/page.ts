import type { PageFile } from "../../platform/page_files.ts";
import { Markup, markup } from "./markup.ts";

/** A picture with its table: everything that a page shows. */
export interface Page {
  readonly title: string;
  /** Lines under the title: what was found, what limited it. */
  readonly summary: readonly string[];
  /** Meaning of the picture's forms and colours. */
  readonly legend: string;
  readonly picture: Markup;
  /** Titles of the table's columns; a column with a number in it is one of numbers. */
  readonly columns: readonly string[];
  /** Each node of the picture names one by its index in `data-row`. */
  readonly rows: readonly Row[];
}

/** Title of code that is in no definition. */
export const TOP_LEVEL = "(top level)";

/** A cell: text, or a place in the repository with its one-based line, which becomes a link. */
export type Cell = string | number | { readonly path: string; readonly line: number };

/** A row of the table. */
export type Row = readonly Cell[];

/** Style of a page. */
export interface PageStyle {
  readonly css: PageFile;
  readonly js: PageFile;
  /** Link of a place, with `{root}`, `{path}` and `{line}`; undefined: none. */
  readonly link: string | undefined;
  /** Absolute path of the repository. */
  readonly root: string;
}

/**
 * One HTML file that needs nothing else: its policy forbids every connection and every script and style but its own,
 * which are named by their hashes.
 */
export function pageHtml(page: Page, style: PageStyle): string {
  const { css, js } = style;
  const policy = `default-src 'none'; script-src '${js.hash}'; style-src '${css.hash}'; base-uri 'none'; ` +
    "form-action 'none'";
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${page.title}</title>
<style>${new Markup(css.text)}</style>
</head>
<body>
<header>
<h1>${page.title}</h1>
${page.summary.map((line) => markup`<p class="quiet">${line}</p>`)}
<div class="bar">
<input id="search" type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off" data-script hidden>
<span id="found" class="quiet" role="status"></span>
<button id="theme" type="button" data-script hidden>Light / dark</button>
</div>
</header>
<main>
<figure>
<figcaption>${page.legend}</figcaption>
${page.picture}
</figure>
<div id="details" aria-live="polite">Choose a node: click, or Tab and the arrow keys, then Enter.</div>
${tableOf(page, style)}
</main>
<script>${new Markup(js.text)}</script>
</body>
</html>
`.toString();
}

function tableOf({ columns, rows }: Page, style: PageStyle): Markup {
  const kinds = columns.map((_, at) => rows.some((row) => typeof row[at] === "number") ? "number" : "text");
  const head = columns.map((title, at) => markup`<th scope="col" class="${kinds[at]!}">${title}</th>`);
  const body = rows.map((row, number) =>
    markup`<tr data-row="${number}">${
      row.map((cell, at) => markup`<td class="${kinds[at]!}">${cellOf(cell, style)}</td>`)
    }</tr>`
  );
  return markup`<table>
<thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody>
</table>`;
}

function cellOf(cell: Cell, { link, root }: PageStyle): Markup {
  if (typeof cell !== "object") return markup`${cell}`;
  const { path, line } = cell;
  const parts = new Map([["root", encodePath(root)], ["path", encodePath(path)], ["line", String(line)]]);
  const to = link?.replace(/\{(root|path|line)\}/g, (_, name) => parts.get(name) ?? "");
  return to === undefined ? markup`${path}:${line}` : markup`<a href="${to}">${path}:${line}</a>`;
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
