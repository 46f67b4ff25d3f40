import type { History } from "../../../src/history/history.ts";
import type { Commit } from "./press_history.ts";
import { historyOf } from "./press_history.ts";

/**
 * A repository made for the limits of the ranking: names that exactly as many files or definitions share as still count,
 * and one more; paths with the same ending; chains of base classes; files with many definitions; a long history.
 */

/** A source file. */
interface File {
  readonly path: string;
  readonly text: string;
}

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Names that so many files define, once each. */
export const SHARES: readonly number[] = [1, 2, 3, 4, 6, 7, 8, 9, 12, 13];

/** Bay `n` defines the names that more than `n` files share, as functions and as classes, each with a method. */
const BAYS = times(13, (bay): File => ({
  path: `store/bays/bay_${bay}.py`,
  text: SHARES.filter((share) => share > bay).map((share) =>
    `def lift_${share}(pallet):
    """Lifts a pallet of bay ${bay} for ${share} bays."""
    return weigh_crate(pallet) + ${bay}

class Rack${share}(Frame):
    def stack_${share}(self, crate):
        return lift_${share}(crate)
`
  ).join("\n"),
}));

/** One name that so many definitions share, all in two files. */
const CROWDS = [6, 7, 40, 41, 200, 201, 500, 501].flatMap((count) =>
  [0, 1].map((half): File => ({
    path: `store/crowds/crowd_${count}_${half}.py`,
    text: times(half === 0 ? Math.ceil(count / 2) : Math.floor(count / 2), (at) =>
      `class Crowd${count}x${half}x${at}:\n    def swarm_${count}(self):\n        return gather_${count}\n`)
      .join("\n"),
  }))
);

/** Files that use one name: 60 the one, 61 the other. */
const USERS = times(61, (at): File => ({
  path: `store/users/user_${String(at).padStart(2, "0")}.py`,
  text: `from store.scales import popular_60, popular_61

def use_${at}(crate):
    return popular_61(crate)${at < 60 ? " + popular_60(crate)" : ""}
`,
}));

/** Classes above each other, each with a method of its own. */
const LADDER: File = {
  path: "store/ladder.py",
  text: times(8, (at) =>
    `class Rung${at}(Rung${at + 1}):
    def climb_${at}(self, load):
        """Climbs one rung."""
        return self.climb_${at + 1}(load)
`).join("\n"),
};

/** Paths that two, three and four files end with, by their bare names and with a folder. */
const NAMESAKES = [2, 3, 4].flatMap((count) =>
  times(count, (at): File[] => [
    { path: `north/n${at}/pair_${count}.py`, text: `def find_pair_${count}_${at}(): return ${at}\n` },
    { path: `east/e${at}/deep/path_${count}.py`, text: `def find_path_${count}_${at}(): return ${at}\n` },
  ]).flat()
);

const HANDWRITTEN: readonly File[] = [
  {
    path: "store/scales.py",
    text: `"""Scales: how heavy a crate is, and who asks for it."""
import logging

class Frame:
    """Holds what is weighed."""
    limit = 100

    def __init__(self, limit):
        self.limit = limit

    def _reset(self):
        self.limit = 0

    def __len__(self):
        return self.limit

def weigh_crate(crate):
    """Weighs one crate in grams; an empty crate is refused."""
    if not crate:
        raise EmptyCrate("an empty crate has no weight")
    return tare(crate) + len(crate)

def tare(crate):
    # the empty weight of a crate
    return 12

def popular_60(crate):
    return crate

def popular_61(crate):
    return crate

def ab(x): return x
def abc(x): return ab(x)
def abcd(x): return abc(x)
def abcde(x): return abcd(x)

class EmptyCrate(Exception):
    pass
`,
  },
  {
    path: "store/loading.py",
    text: `"""Loading a lorry, in one long function among many short ones."""
from store.scales import weigh_crate

WEIGHTS = {
    "small": 1,
    "large": 2,
    "wide": 3,
    "tall": 4,
    "flat": 5,
    "long": 6,
}

def load_lorry(lorry, crates, order="heavy first"):
    """Loads the lorry with the heaviest crates first."""
    total = 0
    for crate in sorted(crates, key=weigh_crate, reverse=True):
        weight = weigh_crate(crate)
        if total + weight > lorry.limit:
            raise Overloaded("the lorry would be overloaded")
        total += weight
        lorry.crates.append(crate)
        if order == "heavy first":
            continue
        lorry.crates.reverse()
    lorry.weight = total
    return total

class Overloaded(Exception):
    pass

${
      times(12, (at) =>
        `def lorry_step_${at}(lorry, crate):
    """Step ${at} of loading the lorry: the crate is ${at % 3 === 0 ? "lifted" : "moved"}."""
    check_ramp(lorry)
    return weigh_crate(crate) * ${at}
`).join("\n")
    }
`,
  },
  {
    path: "store/ramp.ts",
    text: `/** The ramp that a lorry backs up to. */
export interface Ramp { readonly height: number; }

export class LoadingRamp implements Ramp {
  constructor(readonly height: number) {}

  /** Whether the lorry stands at the ramp. */
  checkRamp(lorry: Lorry): boolean {
    return lorry.height === this.height || this.raise(lorry.height - this.height);
  }

  private raise(by: number): boolean {
    if (by > 10) throw new Error("the ramp cannot be raised any further");
    return true;
  }
}

export const RAMP_LIMITS = [
  "low",
  "middle",
  "high",
  "highest",
];
`,
  },
  { path: "store/ramp.d.ts", text: "export declare function checkRamp(lorry: unknown): boolean;\n" },
  { path: "store/__init__.py", text: "from store.scales import weigh_crate\n" },
  {
    path: "store/legacy/old_scales.py",
    text: 'def weigh_crate_old(crate):\n    """Deprecated: weighs a crate."""\n    return tare(crate)\n',
  },
  {
    path: "tools/scales.py",
    text: "from store.scales import weigh_crate\n\ndef calibrate(scales):\n    return weigh_crate(scales)\n",
  },
  {
    path: "tests/test_scales.py",
    text: `from store.scales import weigh_crate, tare

def test_empty_crate_is_refused():
    weigh_crate("")

def test_weight_of_a_crate():
    assert weigh_crate("abc") == 15
    assert tare("abc") == 12
`,
  },
  {
    path: "tests/store/loading_test.py",
    text: "from store.loading import load_lorry\n\ndef test_overloaded_lorry():\n    load_lorry(None, [1])\n",
  },
  {
    path: "tests/ramp.spec.ts",
    text: 'test("the ramp", () => { new LoadingRamp(3).checkRamp({ height: 3 }); });\n',
  },
  {
    path: "docs/loading.md",
    text: "# Loading\nA lorry is loaded from the ramp, the heaviest crate first.\n## Weights\nIn grams.\n",
  },
  { path: "config/limits.yaml", text: "lorry:\n  limit: 7500\nramp:\n  height: 120\n" },
];

/** Every file of the repository. */
export const WAREHOUSE: readonly File[] = [
  ...BAYS,
  ...CROWDS,
  ...USERS,
  LADDER,
  ...NAMESAKES,
  ...HANDWRITTEN,
];

const pathsOf = (files: readonly File[]): string[] => files.map(({ path }) => path);

/** What is asked of it, by what the question is about. */
export const WAREHOUSE_QUESTIONS: Readonly<Record<string, string>> = {
  "a sentence": "Why is the lorry overloaded although the heaviest crates are loaded first?",
  "a message": 'Users see "an empty crate has no weight" when the ramp is raised',
  "names by how many files share them": `Which of ${
    SHARES.map((share) => `lift_${share}`).join(", ")
  } fails?`,
  "classes by how many files share them": `${SHARES.map((share) => `Rack${share}`).join(" and ")} are slow`,
  "names in backticks": `${SHARES.map((share) => `\`lift_${share}\``).join(" ")} fail`,
  "names in code": `It fails:\n\n\`\`\`python\n${
    SHARES.map((share) => `lift_${share}(crate)`).join("\n")
  }\n\`\`\`\n`,
  "members by how many files define them": SHARES.map((share) => `Rack${share}.stack_${share}`).join(" "),
  "names by how many definitions share them":
    "swarm_6 swarm_7 swarm_40 swarm_41 swarm_200 swarm_201 are called",
  "members of crowds": "Crowd500x0x0.swarm_500 and Crowd501x0x0.swarm_501 and Crowd7x1x0.swarm_7",
  "inherited members": times(8, (at) => `Rung0.climb_${at}()`).join(", "),
  "members further down": times(4, (at) => `Rung3.climb_${at + 4}`).join(" "),
  "short names": "ab abc abcd abcde `ab` `abc` ab() abc()",
  "what many files use": "who calls popular_60 and popular_61 in scales",
  "paths by how many files end with them":
    "pair_2.py pair_3.py pair_4.py and deep/path_2.py, deep/path_3.py, deep/path_4.py and e1/deep/path_4.py",
  "paths of elsewhere": "/srv/build/store/scales.py:20 and ./store/ramp.ts and docs\\loading.md",
  "addresses": "see https://example.org/x/blob/main/store/loading.py#L14 and https://example.org/pair_2.py",
  "modules":
    "store.scales.weigh_crate fails, store.loading too, from store.legacy import old_scales; store::ramp",
  "a trace": `load_lorry fails
Traceback (most recent call last):
  File "/srv/app/tests/test_scales.py", line 4, in test_empty_crate_is_refused
    weigh_crate("")
  File "/srv/app/store/loading.py", line 17, in load_lorry
    weight = weigh_crate(crate)
  File "/srv/app/store/scales.py", line 20, in weigh_crate
    raise EmptyCrate("an empty crate has no weight")
store.scales.EmptyCrate: an empty crate has no weight`,
  "a component": "[scales] weigh_crate: wrong weight of a crate",
  "tests": "which tests cover weigh_crate?",
  "tests beside": "what does load_lorry do, and are there tests for it?",
  "documents": "where do the docs and the configuration say how high the ramp is?",
  "exactly a prompt": "the tests of the ramp ".repeat(19).slice(0, 400),
  "one more than a prompt": "the tests of the ramp ".repeat(19).slice(0, 401),
  "verbs": "verify the ramp, compute the weight, raise the ramp, reset the frame",
  "folders": "the bays in the store and the users of the crowds",
  "Chinese": "货车 load_lorry 超载 weight 重量 检查",
  "a report": `The lorry is overloaded by one crate
### What happened
\`load_lorry\` appends the crate before \`total\` is compared; the heaviest crate stands last.
### Expected
The sum of weigh_crate stays below lorry.limit.
### Environment
store: 3.1`,
};

/** Few and many files per commit, exactly as many as still describe them and one more, more commits than are looked at. */
const COMMITS: readonly Commit[] = [
  [0, "Weigh each crate once", ["store/scales.py"]],
  [0, "Refuse an empty crate", ["store/scales.py", "tests/test_scales.py"]],
  [2, "The lorry is loaded from the heaviest crate", [
    "store/loading.py",
    "store/scales.py",
    "docs/loading.md",
  ]],
  [30, "Raise the ramp", ["store/ramp.ts", "store/ramp.d.ts", "config/limits.yaml"]],
  [60, "Lift crates in ten bays", pathsOf(BAYS.slice(0, 10))],
  [61, "Lift crates in eleven bays", pathsOf(BAYS.slice(0, 11))],
  [365, "Stack crates in all bays", pathsOf(BAYS)],
  [400, "Users weigh a crate", pathsOf(USERS.slice(0, 20))],
  [420, "Users weigh another crate", pathsOf(USERS.slice(0, 21))],
  [500, "Only documents", ["docs/loading.md"]],
  [700, "Move the scales", ["tools/old.py > tools/scales.py", "store/legacy/old_scales.py"]],
  [900, "A file that is gone", ["store/gone.py"]],
  ...times(110, (at): Commit => [1000 + at, `Weigh the crate of user ${at % 61}`, [USERS[at % 61]!.path]]),
];

/** What git would tell about it. */
export const WAREHOUSE_HISTORY: History = historyOf(COMMITS);
