import type { PageFiles } from "../../platform/page_files.ts";
import { Markup, markup } from "./markup.ts";

/** A picture with its table: everything that a page shows. */
export interface Page {
  readonly title: string;
  /** Lines under the title: what was found, what limited it. */
  readonly summary: readonly string[];
  /** What the picture's forms and colours mean. */
  readonly legend: string;
  readonly picture: Markup;
  readonly columns: readonly Column[];
  /** Each node of the picture names one by its index in `data-row`. */
  readonly rows: readonly Row[];
}

/** A column of the table. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** A cell: text, or a place in the repository, which becomes a link. */
export type Cell = string | number | Spot;

/** A row of the table. */
export type Row = readonly Cell[];

/** A place in the repository; `line` is one-based. */
export interface Spot {
  readonly path: string;
  readonly line: number;
}

/** How a page is written. */
export interface PageStyle extends PageFiles {
  /** What a place links to, with `{root}`, `{path}` and `{line}`; undefined: nothing. */
  readonly link: string | undefined;
  /** Absolute path of the repository. */
  readonly root: string;
}

/**
 * One HTML file that needs nothing else: its policy forbids every connection and every script and style but its own,
 * which are named by their hashes.
 */
export function pageHtml(page: Page, style: PageStyle): string {
  const { css, js, cssHash, jsHash } = style;
  const policy = `default-src 'none'; script-src '${jsHash}'; style-src '${cssHash}'; base-uri 'none'; ` +
    "form-action 'none'";
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${page.title}</title>
<style>${new Markup(css)}</style>
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
<script>${new Markup(js)}</script>
</body>
</html>
`.toString();
}

function tableOf({ columns, rows }: Page, style: PageStyle): Markup {
  const kind = (at: number): string => columns[at]?.isNumber ? "number" : "text";
  const head = columns.map(({ title }, at) => markup`<th scope="col" class="${kind(at)}">${title}</th>`);
  const body = rows.map((row, number) =>
    markup`<tr data-row="${number}">${
      row.map((cell, at) => markup`<td class="${kind(at)}">${cellOf(cell, style)}</td>`)
    }</tr>`
  );
  return markup`<table>
<thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody>
</table>`;
}

function cellOf(cell: Cell, style: PageStyle): Markup {
  if (typeof cell !== "object") return markup`${cell}`;
  const text = `${cell.path}:${cell.line}`;
  const to = linkTo(cell, style);
  return to === undefined ? markup`${text}` : markup`<a href="${to}">${text}</a>`;
}

function linkTo({ path, line }: Spot, { link, root }: PageStyle): string | undefined {
  const parts = new Map([["root", encodePath(root)], ["path", encodePath(path)], ["line", String(line)]]);
  return link?.replace(/\{(root|path|line)\}/g, (_, name) => parts.get(name) ?? "");
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
