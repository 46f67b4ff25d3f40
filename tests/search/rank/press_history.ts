import type { History } from "../../../src/history/history.ts";
import { createHistory } from "../../../src/history/git_history.ts";
import { SegmentBuilder } from "../../../src/history/segment.ts";

/** Days before the newest commit, message, files, author (default: Ada); a file that is renamed stands as `old > new`. */
export type Commit = readonly [days: number, message: string, files: readonly string[], author?: string];

/** Newest first. */
const COMMITS: readonly Commit[] = [
  [0, "Retry the mail server twice before giving up", ["press/mail/smtp.py"]],
  [
    3,
    "Reserve paper when an order is cancelled\n\nThe stock went below zero.",
    ["press/orders.py", "press/stock.py", "tests/test_orders.py"],
  ],
  [20, "Round half cents up in totals", ["press/pricing.py", "tests/test_pricing.py"]],
  [20, "Prices in the visitor's language", ["site/src/format.ts"]],
  [45, "Keep the shopping cart over a reload", [
    "site/src/cart.ts",
    "site/src/checkout.ts",
    "site/src/cookies.ts",
  ]],
  [90, "Check form tokens on every request", ["press/http/middleware.py", "press/http/tokens.py"]],
  [200, "Raise the lock timeout of the database", ["press/storage/connection.py", "docs/operations.md"]],
  [400, "Bulk discount on paper orders", ["press/pricing.py", "press/orders.py", "tests/test_pricing.py"]],
  [500, "Document the backups", ["docs/operations.md"]],
  [
    800,
    "Split views from routes, order pages by page size",
    ["press/views.py > press/http/views.py", "press/http/routes.py", "press/storage/repository.py"],
  ],
  [900, "Drop the old shop", ["shop/old.py", "press/orders.py"]],
  [
    1000,
    "First order, mail, cart and stock",
    [
      ...["__init__", "orders", "stock", "pricing", "errors", "mail/notices", "mail/smtp", "jobs/nightly"]
        .map((name) => `press/${name}.py`),
      ...["cart", "api", "cookies", "format"].map((name) => `site/src/${name}.ts`),
    ],
  ],
];

const NEWEST = 1_700_000_000;
const DAY = 86_400;

/** What git would tell about the press: few and many files, old and new, renamed and gone. */
export const PRESS_HISTORY: History = historyOf(COMMITS);

/** A history of commits, newest first. */
export function historyOf(commits: readonly Commit[]): History {
  const builder = new SegmentBuilder();
  commits.forEach(([days, message, files, author = "Ada"], at) => {
    const changes = files.map((file) => {
      const [from = file, path] = file.split(" > ");
      return path === undefined ? { status: "M", path: file } : { status: "R", path, from };
    });
    const id = at.toString(16).padStart(12, "0").padEnd(40, "0");
    builder.add({ id, side: ">", time: NEWEST - days * DAY, author, message, changes });
  });
  return createHistory({ segments: [builder.finish()], dropped: new Set(), lines: [], gaps: [] });
}
