import assert from "node:assert/strict";
import { firstPass } from "../../../src/index/vectors/first_pass.ts";
import { cosine, quantise, storedBytes, unit, unscaledValues } from "../../../src/index/vectors/quantise.ts";
import { random } from "../../support/random.ts";

function gaussian(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Vectors in loose clusters, as texts are. */
function clustered(count: number, dimension: number, next: () => number): Float32Array[] {
  const centres = Array.from(
    { length: 50 },
    () => Float32Array.from({ length: dimension }, () => gaussian(next)),
  );
  return Array.from({ length: count }, (_, at) => {
    const centre = centres[at % centres.length]!;
    return centre.map((value) => value + 1.2 * gaussian(next));
  });
}

function trueCosine(a: Float32Array, b: Float32Array): number {
  const [x, y] = [unit(a)!, unit(b)!];
  return x.reduce((sum, value, at) => sum + value * y[at]!, 0);
}

Deno.test("a stored vector keeps its direction to a hundredth, whatever its length", () => {
  const next = random(1);
  for (const dimension of [3, 64, 100, 768]) {
    for (const length of [1e-6, 1, 1e6]) {
      const vector = Float32Array.from({ length: dimension }, () => gaussian(next) * length);
      const other = Float32Array.from({ length: dimension }, () => gaussian(next));
      const { vectors } = quantise([vector], dimension);
      assert.ok(Math.abs(cosine(unit(other)!, vectors) - trueCosine(vector, other)) < 0.01);
      assert.ok(Math.abs(cosine(unit(vector)!, vectors) - 1) < 0.01);
    }
  }
});

Deno.test("what has no direction matches nothing", () => {
  const dimension = 16;
  const query = unit(new Float32Array(dimension).fill(1))!;
  const { vectors } = quantise([undefined, new Float32Array(dimension)], dimension);
  const size = storedBytes(dimension);
  assert.equal(cosine(query, vectors.subarray(0, size)), 0);
  assert.equal(cosine(query, vectors.subarray(size)), 0);
  assert.equal(cosine(query, new Uint8Array(3)), 0);
  assert.equal(unit(new Float32Array(4)), undefined);
  assert.equal(unit(Float32Array.of(NaN, 1)), undefined);
});

Deno.test("a vector that is taken over stays the same", () => {
  const next = random(2);
  const vector = Float32Array.from({ length: 96 }, () => gaussian(next));
  const once = quantise([vector], 96);
  const twice = quantise([unscaledValues(once.vectors)], 96);
  assert.deepEqual(twice.vectors.subarray(4), once.vectors.subarray(4));
  assert.deepEqual(twice.codes, once.codes);
});

Deno.test("the first pass holds the true best ten among a few hundred of many", () => {
  const next = random(3);
  const dimension = 256;
  const all = clustered(4000, dimension, next);
  const { codes } = quantise(all, dimension);
  const pages = [{ contents: Uint32Array.from(all.flatMap((_, at) => [at + 1, 1])), codes }];
  let held = 0;
  for (let round = 0; round < 10; round++) {
    const like = all[Math.floor(next() * all.length)]!;
    const query = unit(like.map((value) => value + 0.8 * gaussian(next)))!;
    const best = all.map((vector, at) => ({ at, value: trueCosine(query, vector) }))
      .sort((a, b) => b.value - a.value).slice(0, 10);
    const { candidates } = firstPass(query, pages, { most: 200, wanted: () => true });
    const found = new Set(candidates.map(({ content }) => content - 1));
    held += best.filter(({ at }) => found.has(at)).length;
  }
  assert.ok(held >= 98, `${held} of 100`);
});

Deno.test("the first pass looks only at what is wanted, and stands no torn page", () => {
  const dimension = 20;
  const vectors = Array.from({ length: 6 }, (_, at) => new Float32Array(dimension).fill(-1).fill(1, 19 - at));
  const { codes } = quantise(vectors, dimension);
  const query = unit(new Float32Array(dimension).fill(1))!;
  const page = { contents: Uint32Array.of(7, 2, 8, 3, 9, 1), codes };
  const wanted = (content: number): boolean => content !== 9;
  const { candidates } = firstPass(query, [page], { most: 2, wanted });
  assert.deepEqual(candidates, [{ content: 8, chunk: 2 }, { content: 8, chunk: 1 }]);
  const torn = { contents: Uint32Array.of(7, 2, 8, 300), codes };
  assert.equal(firstPass(query, [torn], { most: 9, wanted }).candidates.length, 2);
  assert.deepEqual(firstPass(query, [], { most: 9, wanted }), { candidates: [], standout: 0 });
});

Deno.test("the best stands out of many that are unlike the question", () => {
  const next = random(5);
  const dimension = 128;
  const noise = Array.from(
    { length: 500 },
    () => Float32Array.from({ length: dimension }, () => gaussian(next)),
  );
  const query = unit(Float32Array.from({ length: dimension }, () => gaussian(next)))!;
  const standout = (vectors: readonly Float32Array[]): number =>
    firstPass(query, [{
      contents: Uint32Array.of(1, vectors.length),
      codes: quantise(vectors, dimension).codes,
    }], {
      most: 5,
      wanted: () => true,
    }).standout;
  assert.ok(standout(noise) < 0.75);
  assert.ok(standout([...noise, query]) === 1);
});

Deno.test("chunks without a vector take no place among the nearest and do not hide what stands out", () => {
  const next = random(6);
  const dimension = 64;
  const vectors = Array.from(
    { length: 8 },
    () => Float32Array.from({ length: dimension }, () => gaussian(next)),
  );
  // Near a question whose values are mostly negative, where no bit scores high.
  const query = unit(vectors[3]!.map((value) => value - 2))!;
  const look = (all: readonly (Float32Array | undefined)[]): ReturnType<typeof firstPass> => {
    const { codes } = quantise(all, dimension);
    return firstPass(query, [{ contents: Uint32Array.of(1, all.length), codes }], {
      most: 5,
      wanted: () => true,
    });
  };
  const alone = look(vectors);
  assert.equal(alone.candidates[0]?.chunk, 3);
  assert.deepEqual(look([...vectors, undefined, undefined, undefined, undefined]), alone);
});
