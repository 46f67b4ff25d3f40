import type { Impact } from "../../graph/impact/impact_data.ts";
import { type Page, TOP_LEVEL } from "./page.ts";
import { nameOf, type Reached, reachedPage } from "./reached_page.ts";

/** A target's dependants, each below the one it depends through. */
export function impactPage(
  { target, dependants, tests, public_api }: Impact,
  summary: readonly string[],
): Page {
  const reached = dependants.map((one): Reached => {
    const { path, line, symbol, through, impact: share, dispatch } = one;
    const title = symbol ?? TOP_LEVEL;
    const marks = [one.is_test && "test", one.is_public && "public", dispatch && "dispatch"].filter(Boolean);
    const kind = one.is_test ? "test" : "plain";
    return {
      name: nameOf(path, symbol),
      through,
      cells: [title, through, { path, line }, share, marks.join(", ")],
      node: { title, note: `${path}:${line}`, share, kind, isDashed: dispatch === true },
    };
  });
  return reachedPage(
    {
      title: `Impact of ${target}`,
      summary: [...summary, `tests: ${tests.length}; public API: ${public_api.length}`],
      legend:
        "What uses it stands at its right. The bar is the impact: 0.8 per step times the certainty. Green: tests; " +
        "dashed: through an interface or base class.",
      columns: ["definition", "depends through", "use", "impact", "marks"],
    },
    { cells: [target, "", "", 1, ""], node: { title: target, note: `${reached.length} dependants` } },
    reached,
  );
}
