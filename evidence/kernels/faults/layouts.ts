import { type Mutant, misplace } from '../mutant.ts';
import type { Request, Stages } from '../stages.ts';

/** The same mistake in which dimensions are reduced; `undefined` where it is not made. */
const mark =
  (change: (marks: readonly boolean[], request: Request) => readonly boolean[] | undefined) =>
  ({ reduced }: Stages): Partial<Stages> => ({
    reduced(request) {
      const marks = reduced(request);
      return change(marks, request) ?? marks;
    },
  });

const onlyLastIsLong = ({ dims }: Request) => dims.length > 1 && dims.slice(0, -1).every((dim) => dim === 1);
const onlyFirstIsLong = ({ dims }: Request) => dims.length > 1 && dims.slice(1).every((dim) => dim === 1);

/** Other positions where the last two of at least three dimensions, and they alone, are reduced. */
const ofPlanes = (change: (list: readonly number[], request: Request) => readonly number[]) => {
  const marked = new WeakMap<Request, boolean>();
  const inPlanes = misplace((list, request) => (marked.get(request) && list.length > 1 ? change(list, request) : list));
  return (stages: Stages): Partial<Stages> => ({
    ...inPlanes(stages),
    reduced(request) {
      const marks = stages.reduced(request);
      marked.set(request, marks.length > 2 && marks.every((mark, axis) => mark === axis >= marks.length - 2));
      return marks;
    },
  });
};

/** An arg-reduction has one axis. */
const overSeveral = [
  'ReduceL1',
  'ReduceL2',
  'ReduceLogSum',
  'ReduceLogSumExp',
  'ReduceMax',
  'ReduceMean',
  'ReduceMin',
  'ReduceProd',
  'ReduceSum',
  'ReduceSumSquare',
];

/** Bugs of paths that are taken for some layouts. */
export const layoutFaults: readonly Mutant[] = [
  {
    name: 'data in one row are reduced over the row, whichever axis is meant',
    source: ['a path for contiguous data'],
    perturb: mark((marks, request) =>
      onlyLastIsLong(request) ? marks.map((_, i) => i === marks.length - 1) : undefined,
    ),
  },
  {
    name: 'data in one column are reduced over the column, whichever axis is meant',
    source: ['a path for contiguous data'],
    perturb: mark((marks, request) => (onlyFirstIsLong(request) ? marks.map((_, i) => i === 0) : undefined)),
  },
  {
    name: 'a leading 1 is squeezed, and the axes are not moved',
    source: ['a squeeze of the batch'],
    perturb: mark((marks, { dims }) =>
      dims.length > 2 && dims[0] === 1 && dims[1] !== 1 && !marks[0] && !marks.at(-1)
        ? [false, ...marks.slice(0, -1)]
        : undefined,
    ),
  },
  {
    name: 'a trailing 1 is squeezed, and negative strides follow from the old rank',
    source: ['a squeeze of the channel'],
    perturb: mark((marks, { dims }) =>
      dims.length > 2 && dims.at(-1) === 1 && dims.at(-2) !== 1 && marks[0] && !marks[1]
        ? [false, true, ...marks.slice(2)]
        : undefined,
    ),
  },
  {
    name: 'ones before the axis are left out, and with them the first element',
    source: ['a pointer that is advanced by the leading dimensions'],
    perturb: misplace((list, request) => (onlyLastIsLong(request) && list.length > 6 ? list.slice(1) : list)),
  },
  {
    name: 'square blocks of 16 are read transposed',
    source: ['tiles in shared memory'],
    perturb: mark((marks, { dims }) =>
      dims.length === 2 && dims[0] === dims[1] && dims[0]! % 16 === 0 && marks[0] !== marks[1]
        ? marks.toReversed()
        : undefined,
    ),
  },
  {
    name: 'the outputs of a middle axis between equal dimensions are transposed',
    source: ['a permutation that is its own inverse, taken twice'],
    perturb: ({ reduced, finish }) => {
      let middle = false;
      return {
        reduced(request) {
          const marks = reduced(request);
          middle = `${marks}` === 'false,true,false' && request.dims[0] === request.dims[2];
          return marks;
        },
        finish(results, request) {
          const [n] = request.dims as [number];
          const turned = middle ? results.map((_, i) => results[(i % n) * n + Math.floor(i / n)]!) : results;
          return finish(turned, request);
        },
      };
    },
  },
  {
    name: 'of two adjacent dimensions of equal size, the wrong one is reduced',
    source: ['a search for the dimension by its size'],
    perturb: mark((marks, { dims }) =>
      dims.length > 3 && dims[1] === dims[2] && marks[1] !== marks[2]
        ? [marks[0]!, marks[2]!, marks[1]!, ...marks.slice(3)]
        : undefined,
    ),
  },
  {
    name: 'axis 0 of data whose first and last dimensions are equal is taken for the last',
    source: ['a search for the dimension by its size'],
    perturb: mark((marks, { dims }) =>
      dims.length === 3 && dims[0] === dims[2] && dims[1] !== dims[0] && marks[0] && !marks[1] && !marks[2]
        ? [false, false, true]
        : undefined,
    ),
  },
  {
    name: 'the middle one of three equal dimensions is taken for the last',
    source: ['a search for the dimension by its size'],
    perturb: mark((marks, { dims }) =>
      dims.length === 3 && dims[0] === dims[1] && dims[1] === dims[2] && `${marks}` === 'false,true,false'
        ? [false, false, true]
        : undefined,
    ),
  },
  {
    name: 'global pooling leaves out the last element of planes of odd size',
    source: ['pairs of elements without a tail'],
    operators: overSeveral,
    perturb: ofPlanes((list) => (list.length > 20 && list.length % 2 ? list.slice(0, -1) : list)),
  },
  {
    name: 'global pooling leaves out what eight lanes do not fill',
    source: ['a vectorised loop without its scalar rest'],
    operators: overSeveral,
    perturb: ofPlanes((list) => (list.length > 8 ? list.slice(0, list.length - (list.length % 8)) : list)),
  },
  {
    name: 'global pooling of 3 × 3 reads eight of nine',
    source: ['a kernel for one size of window'],
    operators: overSeveral,
    perturb: ofPlanes((list, { dims }) => (dims.at(-1) === 3 && list.length === 9 ? list.slice(0, 8) : list)),
  },
  {
    name: 'global pooling of one image reads the plane before it for the last row',
    source: ['a stride of rows that is that of padded ones'],
    operators: overSeveral,
    perturb: ofPlanes((list, { dims }) => {
      const width = dims.at(-1)!;
      return dims[0] === 1 && list[0]! > 0
        ? list.map((at, k) => (k >= list.length - width ? at - list.length : at))
        : list;
    }),
  },
];
