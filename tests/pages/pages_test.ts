import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type Dom, type DomNode, parsePage } from "./dom.ts";
import { EMPTY_HOME, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";
import { HOSTILE, htmlOf, PAGES } from "./samples.ts";

/**
 * The written pages in a DOM library: what they hold, what they may do, and how they answer mouse and keyboard.
 * `deno task test:chromium` does the same in a browser.
 */

for (const [name, page] of PAGES) {
  Deno.test(`page ${name}: needs nothing else, and hostile names stay text`, () => {
    const html = htmlOf(page);
    const { document } = parsePage(html);
    const all = [...document.querySelectorAll("*")];
    const tags = (tag: string): DomNode[] => all.filter(({ localName }) => localName === tag);
    assert.equal(tags("img").length, 0);
    assert.deepEqual([tags("script").length, tags("style").length, tags("link").length], [1, 1, 0]);
    const attributes = all.flatMap((one) => [...one.attributes]);
    assert.deepEqual(attributes.filter((one) => /^on|^style$|^src$/i.test(one.name)), []);
    assert.ok(document.querySelector("body")?.textContent.includes(HOSTILE));
    for (const link of tags("a")) {
      assert.match(link.getAttribute("href") ?? "", /^vscode:\/\/file\/home\/o'neil\//);
    }
    const policy = document.querySelector("meta[http-equiv]")?.getAttribute("content") ?? "";
    for (const [tag, rule] of [["script", "script-src"], ["style", "style-src"]] as const) {
      const text = html.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0] ?? "";
      const hash = createHash("sha256").update(text).digest("base64");
      assert.ok(policy.includes(`${rule} 'sha256-${hash}';`), rule);
    }
    assert.match(policy, /^default-src 'none';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  });

  Deno.test(`page ${name}: every node has its row, and no two cover each other`, () => {
    const { document } = parsePage(htmlOf(page));
    const rows = [...document.querySelectorAll("tr[data-row]")].map((row) => row.getAttribute("data-row"));
    const nodes = [...document.querySelectorAll(".node[data-row]")];
    assert.ok(nodes.length > 1);
    for (const node of nodes) assert.ok(rows.includes(node.getAttribute("data-row")));
    const boxes = nodes.map((node) => {
      const [x = 0, y = 0, width = 0, height = 0] = ["x", "y", "width", "height"].map((key) =>
        Number(node.querySelector("rect")?.getAttribute(key))
      );
      assert.ok([x, y, width, height].every((value) => value >= 0), node.outerHTML);
      return { x, y, width, height };
    });
    for (const [at, a] of boxes.entries()) {
      for (const b of boxes.slice(at + 1)) {
        const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y ||
          b.y + b.height <= a.y;
        assert.ok(isApart, JSON.stringify([a, b]));
      }
    }
  });
}

Deno.test("page hotspots: areas are as large as the files, the most changed is the warmest", () => {
  const { document } = parsePage(htmlOf(PAGES.get("hotspots")!));
  const areas = [...document.querySelectorAll(".node rect")].map((one) =>
    Number(one.getAttribute("width")) * Number(one.getAttribute("height"))
  );
  assert.ok(
    Math.abs(areas[0]! / areas[1]! - 2) < 0.1 && Math.abs(areas[1]! / areas[2]! - 2) < 0.1,
    String(areas),
  );
  const heats = [...document.querySelectorAll(".node")].map(({ classList }) => [...classList].at(-1));
  assert.deepEqual(heats, ["heat4", "heat1", "heat0"]);
});

Deno.test("page impact: what depends through another stands behind it, circles are drawn once", () => {
  const { document } = parsePage(htmlOf(PAGES.get("impact")!));
  const x = (title: string): number => {
    const node = [...document.querySelectorAll(".node")].find((one) =>
      one.querySelector("text")?.textContent === title
    );
    return Number(node?.getAttribute("data-x"));
  };
  assert.ok(x("user") < x("test"));
  assert.equal(x("itself"), x("user"));
  assert.equal(document.querySelectorAll(".node[data-row]").length, 1 + 5);
});

Deno.test("page: places link as --link says, or not at all", () => {
  const page = PAGES.get("hotspots")!;
  const hrefs = (link: string | undefined): (string | null)[] =>
    [...parsePage(htmlOf(page, link)).document.querySelectorAll("a")].map((one) => one.getAttribute("href"));
  assert.equal(hrefs("https://h/{path}#L{line}")[1], "https://h/src/b.ts#L1");
  const [first = ""] = hrefs("https://h/{path}#L{line}");
  assert.match(first ?? "", /^https:\/\/h\/src\/[^"<>#? ]*%7Broot%7D\/a%20b%23%3F%25\.ts#L1$/);
  const noLink = htmlOf(page).replace(/<a [^>]*>/g, "");
  assert.ok(!noLink.includes("vscode:"));
});

/** The page with its script started, as far as that needs no layout. */
function open(name: string): Dom & { readonly focused: () => DomNode | undefined } {
  const html = htmlOf(PAGES.get(name)!);
  const opened = parsePage(html);
  let focused: DomNode | undefined;
  for (const one of opened.document.querySelectorAll("*")) {
    Object.assign(one, { focus: () => focused = one, scrollIntoView: () => {} });
  }
  const script = html.split("<script>")[1]!.split("</script>")[0]!;
  new Function("document", "matchMedia", script)(opened.document, () => ({ matches: false }));
  return { ...opened, focused: () => focused };
}

function key(opened: Dom, target: DomNode | null, name: string): void {
  target?.dispatchEvent(opened.event("keydown", { key: name }));
}

Deno.test("page: search shows the rows that match, dims the other nodes, and Enter goes to the first", () => {
  const opened = open("chain");
  const { document } = opened;
  const search = document.querySelector("#search")!;
  assert.equal(search.hidden, false);
  search.value = "DEEP src";
  search.dispatchEvent(opened.event("input"));
  assert.equal(document.querySelector("#found")?.textContent, "2 of 8 rows");
  assert.equal(document.querySelectorAll("tr[data-row][hidden]").length, 6);
  const bright = [...document.querySelectorAll(".node:not(.dim)")];
  assert.deepEqual(bright.map((node) => node.querySelector("text")?.textContent), ["deep", "deeper"]);
  key(opened, search, "Enter");
  assert.equal(opened.focused(), bright[0]);
  assert.match(document.querySelector("#details")?.textContent ?? "", /definitiondeep.*certainty0\.8/);
  key(opened, search, "Escape");
  assert.equal(document.querySelectorAll(".dim, tr[hidden]").length, 0);
  key(opened, document.body, "/");
  assert.equal(opened.focused(), search);
});

Deno.test("page: a click and the keyboard choose a node, arrows go to its neighbour", () => {
  const opened = open("chain");
  const { document } = opened;
  const nodes = [...document.querySelectorAll(".node[data-row]")];
  const titled = (title: string): DomNode =>
    nodes.find((one) => one.querySelector("text")?.textContent === title)!;
  titled("callee").dispatchEvent(opened.event("click"));
  assert.ok(titled("callee").classList.contains("selected"));
  assert.equal(document.querySelector("tr.selected td")?.textContent, "callee");
  assert.equal(document.querySelectorAll("#details a").length, 2);
  key(opened, titled("callee"), "ArrowRight");
  assert.ok(["deep", "deeper"].includes(opened.focused()?.querySelector("text")?.textContent ?? ""));
  key(opened, titled("deep"), "ArrowDown");
  assert.equal(opened.focused(), titled("deeper"));
  key(opened, titled("deeper"), " ");
  assert.equal(document.querySelector("tr.selected td")?.textContent, "deeper");
  document.querySelector("#theme")?.dispatchEvent(opened.event("click"));
  assert.equal(document.documentElement.getAttribute("data-theme"), "dark");
});

Deno.test("page: the commands write it, and refuse a link that is no URL", async () => {
  using repo = makeRepo(SHOP);
  const run = (...args: string[]) => runBinary(args, { cwd: repo.root, env: { HOME: EMPTY_HOME } });
  const { code, stdout } = await run("chain", "refundOrder", "--format", "html", "--link", "none");
  assert.equal(code, 0);
  const { document } = parsePage(stdout);
  assert.match(
    document.querySelector("h1")?.textContent ?? "",
    /^Calls around src\/orders\/refund\.ts:refundOrder$/,
  );
  assert.equal(document.querySelectorAll("a").length, 0);
  assert.match((await run("stats", "--format=html")).stdout, /<h1>Deliveries in this repository<\/h1>/);
  const refused = await run("hotspots", "--format", "html", "--link", "javascript:alert(1)");
  assert.deepEqual([refused.code, refused.stdout], [20, ""]);
  assert.match(
    refused.stderr,
    /--link takes none or a URL with \{root\}, \{path\} and \{line\}: javascript:alert\(1\)/,
  );
});
