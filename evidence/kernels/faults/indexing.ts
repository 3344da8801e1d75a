import { type Mutant, misplace } from '../mutant.ts';
import type { Positions, Request } from '../stages.ts';
import { chunks } from '../summation.ts';

/** Keeps the terms whose number in the slice satisfies a condition. */
const keep = (condition: (k: number, n: number) => boolean) =>
  misplace((list) => list.filter((_, k) => condition(k, list.length)));

/** All positions of a request with one reduced axis, recomputed by a wrong formula for outer, k and inner index. */
const strided =
  (
    applies: (axis: number, rank: number) => boolean,
    at: (o: number, k: number, i: number, sizes: { n: number; inner: number }) => number,
  ): Mutant['perturb'] =>
  ({ positions }) => ({
    positions(request, marks) {
      const lists = positions(request, marks);
      const axis = marks.indexOf(true);
      if (axis < 0 || marks.lastIndexOf(true) !== axis || !applies(axis, marks.length)) return lists;
      const inner = request.dims.slice(axis + 1).reduce((a, b) => a * b, 1);
      const n = request.dims[axis]!;
      const count = request.data.data.length;
      return lists.map((list, output) =>
        list.map((_, k) => at(Math.floor(output / inner), k, output % inner, { n, inner }) % count),
      );
    },
  });

/** Bugs in which elements a slice visits, and where its result goes. */
export const indexingFaults: readonly Mutant[] = [
  { name: 'the last element is dropped', source: ['PNUMPY-84'], perturb: keep((k, n) => n === 1 || k < n - 1) },
  {
    name: 'the tail of 8 lanes is dropped',
    source: ['XNN-8950b8c'],
    perturb: keep((k, n) => n < 8 || k < n - (n % 8)),
  },
  {
    name: 'the tail of 4 lanes reads on behind the slice',
    source: ['XNN-8950b8c'],
    perturb: misplace((list, { data }) => {
      const missing = list.length > 4 ? (4 - (list.length % 4)) % 4 : 0;
      const last = list.at(-1) ?? 0;
      const behind = Array.from({ length: missing }, (_, i) => last + 1 + i);
      return [...list, ...behind.filter((at) => at < data.data.length)];
    }),
  },
  {
    name: 'an exact multiple of 8 runs the tail as well',
    source: ['ONNXMLIR-a1467ab'],
    perturb: misplace((list) => (list.length > 0 && list.length % 8 === 0 ? [...list, ...list.slice(-8)] : list)),
  },
  {
    name: 'an unrolled loop visits i twice and skips i + 1',
    source: ['TILELANG-2305'],
    perturb: misplace((list) => (list.length < 6 ? list : list.map((_, k) => list[k - (k % 2)]!))),
  },
  { name: 'half of 64 lanes is lost', source: ['IREE-16112'], perturb: keep((k) => k % 64 < 32) },
  {
    name: 'the element at a block boundary of 256 is lost',
    source: ['JAX-18573'],
    perturb: keep((k) => k === 0 || k % 256 !== 0),
  },
  { name: 'what follows a block of 1024 is lost', source: ['CANDLE-4eeaf20'], perturb: keep((k) => k < 1024) },
  { name: 'lengths above 2048 are cut off', source: ['PT-195008'], perturb: keep((k) => k < 2048) },
  { name: 'the length is kept in 12 bits', source: ['PT-195008'], perturb: keep((k, n) => k < n % 4096) },
  {
    name: 'the first element of every slice is that of the tensor',
    source: ['NCNN-739'],
    perturb: misplace((list) => (list.length > 1 ? [0, ...list.slice(1)] : list)),
  },
  {
    name: 'the last axis but one is walked with a stride that is one too large',
    source: ['OV-1441'],
    perturb: strided(
      (axis, rank) => axis === rank - 2,
      (o, k, i, { n, inner }) => o * n * inner + k * (inner + 1) + i,
    ),
  },
  {
    name: 'any axis is walked as if it were the last',
    source: ['BURN-412'],
    perturb: strided(
      () => true,
      (o, k, i, { n, inner }) => (o * inner + i) * n + k,
    ),
  },
  {
    name: 'the middle axis of rank 3 uses the index of the outer loop',
    source: ['NCNN-739'],
    perturb: strided(
      (axis, rank) => rank === 3 && axis === 1,
      (o, k, _, { n, inner }) => o * n * inner + k * inner + (o % inner),
    ),
  },
  {
    name: 'strides are those of the shape without the reduced dimensions',
    source: ['PADDLELITE-2906'],
    perturb: strided(
      () => true,
      (o, k, i, { inner }) => o * inner + k * inner + i,
    ),
  },
  {
    name: 'an axis that is listed twice is walked twice',
    source: ['JAX-3618', 'AESARA-677', 'XTENSOR-1619'],
    perturb: misplace((list, request) => repeated(list, duplicates(request))),
  },
  {
    name: 'an axis that is listed twice is walked twice where it is the last',
    source: ['TF-54265'],
    perturb: misplace((list, request) => {
      const isLast = request.axes?.every(
        (axis) => (axis + request.dims.length) % request.dims.length === request.dims.length - 1,
      );
      return isLast ? repeated(list, duplicates(request)) : list;
    }),
  },
  {
    name: 'without keepdims the results of an outer axis are in the order of the transposed output',
    source: ['TT-17551'],
    perturb: ({ shape, finish }) => {
      let rows = 1;
      return {
        shape(request, marks) {
          const dims = shape(request, marks);
          rows = !request.keepdims && dims.length === 2 && !marks.at(-1) ? dims[0]! : 1;
          return dims;
        },
        finish(results, request) {
          const kept = finish(results, request);
          if (rows < 2) return kept;
          const table = chunks(kept, kept.length / rows);
          return (table[0] ?? []).flatMap((_, i) => table.map((row) => row[i]!));
        },
      };
    },
  },
  {
    name: 'scratch space is reused by the next slice before it is read',
    source: ['CSAR-71'],
    perturb: ({ finish }) => ({
      finish: (results, request) =>
        finish(
          results.map((x, i) => results[i + 1 - (i % 2)] ?? x),
          request,
        ),
    }),
  },
  {
    name: 'rows longer than a work group share their scratch space',
    source: ['MNN-7c5d79f'],
    perturb: ({ finish, positions }) => {
      let isLong = false;
      return {
        positions(request, marks) {
          const lists = positions(request, marks);
          isLong = (lists[0]?.length ?? 0) > 256;
          return lists;
        },
        finish: (results, request) => finish(isLong ? results.map(() => results.at(-1)!) : results, request),
      };
    },
  },
];

/** How often the listed axes are walked too many times over: the product of the sizes of repeated axes. */
function duplicates({ axes, dims }: Request): number {
  const places = (axes ?? []).map((axis) => (axis < 0 ? axis + dims.length : axis));
  return places.filter((place, i) => places.indexOf(place) !== i).reduce((times, place) => times * dims[place]!, 1);
}

const repeated = (list: Positions, times: number): Positions => Array.from({ length: times }, () => list).flat();
