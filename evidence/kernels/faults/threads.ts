import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { isFloat, type Mutant, misplace, numberOf } from '../mutant.ts';
import type { Positions, Request, Stages } from '../stages.ts';

/** The results with some of them replaced; `undefined` stands for memory that was never written. */
const rewritten =
  (change: (results: readonly NumericScalar[], request: Request) => readonly (NumericScalar | undefined)[]) =>
  ({ finish }: Stages): Partial<Stages> => ({
    finish: (results, request) =>
      finish(
        change(results, request).map((x) => x ?? numberOf(0, isFloat(request.output) ? request.output : 'int64')),
        request,
      ),
  });

const inner = ({ dims }: Request, marks: readonly boolean[]): number =>
  dims.slice(marks.lastIndexOf(true) + 1).reduce((a, b) => a * b, 1);

/** Other positions where the elements of a slice lie apart, in lists per output column. */
const columns =
  (change: (list: Positions, column: number, width: number) => Positions): Mutant['perturb'] =>
  (stages) => ({
    positions(request, marks) {
      const lists = stages.positions(request, marks);
      const width = inner(request, marks);
      return width > 1 ? lists.map((list, i) => change(list, i % width, width)) : lists;
    },
  });

/** Bugs of work that is divided: among threads, blocks, lanes and outputs. */
export const threadFaults: readonly Mutant[] = [
  {
    name: 'what four threads cannot divide is lost',
    source: ['PNUMPY-84'],
    perturb: misplace((list) => (list.length < 16 ? list : list.slice(0, list.length - (list.length % 4)))),
  },
  {
    name: 'the last of four threads reads on behind the slice',
    source: ['PNUMPY-84', 'ceiling division'],
    perturb: misplace((list, { data }) => {
      const missing = list.length < 16 ? 0 : (4 - (list.length % 4)) % 4;
      const behind = Array.from({ length: missing }, (_, i) => (list.at(-1) ?? 0) + 1 + i);
      return [...list, ...behind.filter((at) => at < data.data.length)];
    }),
  },
  {
    name: 'one of four accumulators is not added at the end',
    source: ['XNN-8950b8c'],
    perturb: misplace((list) => (list.length < 8 ? list : list.filter((_, k) => k % 4 < 3))),
  },
  {
    name: 'the tail of 8 lanes reads the beginning of the slice',
    source: ['XNN-8950b8c', 'a pointer that is not advanced'],
    perturb: misplace((list) => {
      const tail = list.length % 8;
      return list.length > 8 && tail ? [...list.slice(0, -tail), ...list.slice(0, tail)] : list;
    }),
  },
  {
    name: 'the tail of 16 lanes overlaps the vector before it',
    source: ['ONNXMLIR-a1467ab', 'overlapping loads, which only extrema stand'],
    perturb: misplace((list) => {
      const tail = list.length % 16;
      return list.length > 16 && tail ? [...list.slice(0, -tail), ...list.slice(-16)] : list;
    }),
  },
  {
    name: 'the first block is counted again where there are several of 256',
    source: ['MNN-7c5d79f'],
    perturb: misplace((list) => (list.length > 256 ? [...list, ...list.slice(0, 256)] : list)),
  },
  {
    name: 'the positions in a slice wrap at 256',
    source: ['PT-195008', 'an index of 8 bits'],
    perturb: misplace((list) => (list.length > 256 ? list.map((_, k) => list[k % 256]!) : list)),
  },
  {
    name: 'outputs that two threads cannot divide are not written',
    source: ['WONNX-45f04bd'],
    perturb: rewritten((results) =>
      results.map((x, i) => (results.length > 2 && i >= 2 * (results.length >> 1) ? undefined : x)),
    ),
  },
  {
    name: 'outputs behind the last four are not written',
    source: ['XNN-8950b8c', 'outputs in blocks of four'],
    perturb: rewritten((results) =>
      results.map((x, i) => (i >= 4 && i >= results.length - (results.length % 4) ? undefined : x)),
    ),
  },
  {
    name: 'outputs above 256 wrap onto the first',
    source: ['MLX-eebe730'],
    perturb: rewritten((results) => results.map((_, i) => results[i % 256])),
  },
  {
    name: 'invocations beyond the last output overwrite it with 0',
    source: ['WONNX-45f04bd'],
    perturb: rewritten((results) =>
      results.map((x, i) => (results.length % 8 && i === results.length - 1 ? undefined : x)),
    ),
  },
  {
    name: 'columns behind the last vector of 8 repeat its first',
    source: ['XNN-8950b8c', 'an outer reduction'],
    perturb: ({ finish, shape }) => {
      let width = 1;
      return {
        shape(request, marks) {
          width = marks.includes(true) ? inner(request, marks) : 1;
          return shape(request, marks);
        },
        finish: (results, request) =>
          finish(
            results.map((x, i) => {
              const column = i % width;
              return width > 8 && column >= width - (width % 8) ? (results[i - (column % 8)] ?? x) : x;
            }),
            request,
          ),
      };
    },
  },
  {
    name: 'the row pitch of columns is rounded up to 4',
    source: ['textures of four channels'],
    perturb: ({ positions }) => ({
      positions(request, marks) {
        const lists = positions(request, marks);
        const width = request.dims.at(-1) ?? 1;
        const pitch = Math.ceil(width / 4) * 4;
        const count = request.data.data.length;
        if (request.dims.length < 2 || pitch === width || count === 0) return lists;
        return lists.map((list) => list.map((at) => (Math.floor(at / width) * pitch + (at % width)) % count));
      },
    }),
  },
  {
    name: 'an outer reduction skips its first row',
    source: ['PT-38716', 'the first row as the start value'],
    perturb: columns((list) => (list.length > 2 ? list.slice(1) : list)),
  },
  {
    name: 'an outer reduction of odd columns reads the column before',
    source: ['GGML-25568', 'columns in pairs'],
    perturb: columns((list, column, width) => (column % 2 && width > 2 ? list.map((at) => at - 1) : list)),
  },
  {
    name: 'a special value stays in the accumulator of the next slice',
    source: ['an accumulator that is cleared by multiplying with 0'],
    perturb: ({ fold }) => ({
      fold(terms, extents, request) {
        const x = fold(terms, extents, request);
        if (!isFloat(request.dtype) || !isFloat(request.output)) return x;
        const spoilt = leftover.get(request) ?? false;
        leftover.set(request, !Number.isFinite(Number(x)));
        return spoilt && terms.length > 0 ? Number.NaN : x;
      },
    }),
  },
];

/** Whether the slice before left a special value. */
const leftover = new WeakMap<Request, boolean>();
