// Search, selection and keyboard of a page that auto-tools made. The page is readable without this.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const [search, found, details, theme] = ["search", "found", "details", "theme"].map((id) =>
    document.getElementById(id)
  );
  const nodes = all(".node[data-row]");
  const rows = all("tr[data-row]");
  const titles = all("thead th").map((cell) => cell.textContent);
  const textOf = new Map(rows.map((row) => [row.dataset.row, row.textContent.toLowerCase()]));
  const hint = details.textContent;

  function select(key, from) {
    for (const one of [...nodes, ...rows]) {
      const isIt = one.dataset.row === key;
      one.classList.toggle("selected", isIt);
      if (isIt && one !== from && nodes.includes(one)) {
        one.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
    const row = rows.find((one) => one.dataset.row === key);
    if (!row) return details.replaceChildren(hint);
    const list = document.createElement("dl");
    [...row.children].forEach((cell, at) => {
      if (cell.textContent === "") return;
      const [term, value] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = titles[at];
      value.append(...[...cell.childNodes].map((child) => child.cloneNode(true)));
      list.append(term, value);
    });
    details.replaceChildren(list);
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const isFound = (key) => words.every((word) => textOf.get(key)?.includes(word));
    for (const row of rows) row.hidden = !isFound(row.dataset.row);
    for (const node of nodes) node.classList.toggle("dim", words.length > 0 && !isFound(node.dataset.row));
    const count = rows.filter((row) => !row.hidden).length;
    found.textContent = words.length === 0 ? `${rows.length} rows` : `${count} of ${rows.length} rows`;
  }

  /** The nearest node in the direction of an arrow key. */
  function neighbour(node, key) {
    const place = (one) => [Number(one.dataset.x), Number(one.dataset.y)];
    const [x, y] = place(node);
    const ahead = {
      ArrowLeft: ([dx, dy]) => [-dx, Math.abs(dy)],
      ArrowRight: ([dx, dy]) => [dx, Math.abs(dy)],
      ArrowUp: ([dx, dy]) => [-dy, Math.abs(dx)],
      ArrowDown: ([dx, dy]) => [dy, Math.abs(dx)],
    }[key];
    let [best, least] = [undefined, Infinity];
    for (const other of nodes) {
      const [otherX, otherY] = place(other);
      const [forward, aside] = ahead([otherX - x, otherY - y]);
      if (other === node || forward <= 1 || forward + 2 * aside >= least) continue;
      [best, least] = [other, forward + 2 * aside];
    }
    return best;
  }

  for (const node of nodes) {
    node.addEventListener("click", () => select(node.dataset.row, node));
    node.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") select(node.dataset.row, node);
      else if (!event.key.startsWith("Arrow")) return;
      else neighbour(node, event.key)?.focus();
      event.preventDefault();
    });
  }
  for (const row of rows) row.addEventListener("click", () => select(row.dataset.row, row));
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const first = nodes.find((node) => !node.classList.contains("dim"));
    if (!first) return;
    first.focus();
    select(first.dataset.row);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== search) {
      search.focus();
      event.preventDefault();
    } else if (event.key === "Escape") {
      search.value = "";
      filter();
      select(undefined);
    }
  });
  theme.addEventListener("click", () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
  });
  for (const one of all("[data-script]")) one.hidden = false;
  const [center, figure] = [".node.center", "figure"].map((selector) => document.querySelector(selector));
  if (center) {
    figure.scrollLeft = Number(center.dataset.x) - figure.clientWidth / 2;
    figure.scrollTop = Number(center.dataset.y) - figure.clientHeight / 2;
  }
  filter();
})();
