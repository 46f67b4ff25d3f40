import { type Page, pageHtml } from "../clients/page/page.ts";
import { Failure } from "../model/errors.ts";
import type { Arguments, CommandIo } from "../platform/command_io.ts";
import { readPageFile } from "../platform/page_files.ts";
import { rootFor } from "./tool_command.ts";

/** Default of --link: the places of a page open in VS Code. */
const EDITOR = "vscode://file{root}/{path}:{line}";

/**
 * Prepares `--format html` while this thread may still read the program's files; the function it answers writes the page.
 *
 * @throws Failure when a terminal is to show it, or --link is neither a URL nor `none`
 */
export async function openPage(values: Arguments["values"], io: CommandIo): Promise<(page: Page) => void> {
  if (io.isTerminal) {
    throw new Failure("invalidArgs", "a page is for a browser, not for a terminal: add > page.html");
  }
  const link = values["link"] ?? EDITOR;
  if (typeof link !== "string" || !/^(?:none|[a-z][a-z0-9+.-]*:\/\/\S+)$/.test(link)) {
    throw new Failure("invalidArgs", `--link takes none or a URL with {root}, {path} and {line}: ${link}`);
  }
  const root = await rootFor(io);
  const files = { css: readPageFile("page.css"), js: readPageFile("page.js") };
  const style = { ...files, root, link: link === "none" ? undefined : link };
  return (page) => io.out(pageHtml(page, style));
}
