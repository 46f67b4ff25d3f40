/** A terminal session as a picture. Pure. */

const COLUMN = 8.4;
const LINE = 20;
const MARGIN = 18;
/** The bar with three dots above the text. */
const BAR = 34;

const COLOURS = { ground: "#14171c", bar: "#20252c", text: "#d7dde5", typed: "#7ee08a", quiet: "#8b95a3" };

/**
 * An SVG of what was typed and printed, without script, fonts or anything else from outside.
 *
 * @param session lines as in a document: what was typed begins with `$ `
 */
export function sessionPicture(session: string): string {
  const lines = session.trim().split("\n");
  const columns = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil(columns * COLUMN + 2 * MARGIN);
  const height = BAR + lines.length * LINE + MARGIN;
  const text = lines.map((line, at) => {
    const colour = line.startsWith("$ ") ? "typed" : /^\S+:\d/.test(line.trim()) ? "text" : "quiet";
    return line === ""
      ? ""
      : `<text class="${colour}" x="${MARGIN}" y="${BAR + (at + 1) * LINE - 4}">${escaped(line)}</text>\n`;
  });
  const dots = [0, 1, 2].map((at) =>
    `<circle class="dot" cx="${MARGIN + 4 + 18 * at}" cy="${BAR / 2}" r="5"/>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="auto-tools in a terminal">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }
.typed { fill: ${COLOURS.typed}; }
.text { fill: ${COLOURS.text}; }
.quiet { fill: ${COLOURS.quiet}; }
.dot { fill: #4a525d; }
</style>
<rect width="${width}" height="${height}" rx="8" fill="${COLOURS.ground}"/>
<path d="M0 8a8 8 0 0 1 8-8h${width - 16}a8 8 0 0 1 8 8v${BAR - 12}H0z" fill="${COLOURS.bar}"/>
${dots.join("\n")}
${text.join("")}</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
