import { Refusal } from '../implementation.ts';
import { type Mutant, misread, misshape } from '../mutant.ts';
import type { Request } from '../stages.ts';

const normal = ({ axes = [], dims }: Request): number[] => axes.map((axis) => (axis < 0 ? axis + dims.length : axis));

/** The axes changed where the model lists some. */
const listed = (change: (axes: readonly number[], request: Request) => readonly number[] | undefined) =>
  misread((request) => (request.axes?.length ? { axes: change(request.axes, request) } : {}));

/** Other marks for the reduced dimensions. */
const marked =
  (change: (marks: readonly boolean[], request: Request) => readonly boolean[]): Mutant['perturb'] =>
  ({ reduced }) => ({ reduced: (request) => change(reduced(request), request) });

/** Bugs in which version of the operator is meant, in how axes are read, and in shapes that follow from them. */
export const opsetFaults: readonly Mutant[] = [
  {
    name: 'the axes attribute is ignored from opset 13 on, where ReduceSum has an input',
    source: ['ORT-15047', 'OCV-25118'],
    perturb: misread(({ opset, axesFrom }) => (opset >= 13 && axesFrom === 'attribute' ? { axes: undefined } : {})),
  },
  {
    name: 'the axes input is ignored at opset 18 by all but ReduceSum',
    source: ['OV-25169'],
    perturb: misread(({ operator, axesFrom }) =>
      operator !== 'ReduceSum' && axesFrom !== 'attribute' ? { axes: undefined } : {},
    ),
  },
  {
    name: 'opsets above 18 are refused',
    source: ['ORT-1618', 'a kernel registered for one version'],
    perturb: ({ reduced }) => ({
      reduced(request) {
        if (request.opset > 18) throw new Refusal('no kernel for this opset');
        return reduced(request);
      },
    }),
  },
  {
    name: 'axes from an input are read as 32-bit words',
    source: ['int64 data read as int32'],
    perturb: misread(({ axes, axesFrom }) =>
      axes && axesFrom !== 'attribute'
        ? { axes: axes.flatMap((axis) => [axis, axis < 0 ? -1 : 0]).slice(0, axes.length) }
        : {},
    ),
  },
  {
    name: 'axes from an input drop keepdims',
    source: ['BURNONNX-464'],
    perturb: misread(({ axesFrom }) => (axesFrom === 'input' ? { keepdims: false } : {})),
  },
  {
    name: 'absent axes mean the first',
    source: ['RTEN-b19a9ed'],
    perturb: misread(({ axes, noop, dims }) => (axes || noop || !dims.length ? {} : { axes: [0] })),
  },
  {
    name: 'absent axes mean the last',
    source: ['RTEN-b19a9ed'],
    perturb: misread(({ axes, noop, dims }) => (axes || noop || !dims.length ? {} : { axes: [-1] })),
  },
  {
    name: 'of unsorted axes those that descend are lost',
    source: ['axes assumed sorted'],
    perturb: listed((_, request) => {
      const places = normal(request);
      return places.filter((place, i) => i === 0 || place > Math.max(...places.slice(0, i)));
    }),
  },
  {
    name: 'axes are applied one after the other to a shape that has shrunk',
    source: ['one axis at a time without keepdims'],
    perturb: marked((marks, request) => {
      if (request.keepdims || !request.axes?.length) return marks;
      const left = request.dims.map((_, axis) => axis);
      for (const place of normal(request)) left.splice(Math.min(place, left.length - 1), 1);
      return request.dims.map((_, axis) => !left.includes(axis));
    }),
  },
  {
    name: 'only -1 of the negative axes is understood, others lose their sign',
    source: ['ORT-365'],
    perturb: listed((axes, { dims }) => axes.map((axis) => (axis < -1 ? Math.min(-axis, dims.length - 1) : axis))),
  },
  {
    name: 'negative axes are refused below opset 13',
    source: ['ORT-365'],
    perturb: ({ reduced }) => ({
      reduced(request) {
        if (request.opset < 13 && request.axes?.some((axis) => axis < 0)) throw new Refusal('axis out of range');
        return reduced(request);
      },
    }),
  },
  {
    name: 'dimensions of size 1 are reduced as well without keepdims',
    source: ['squeeze without axes'],
    perturb: marked((marks, { keepdims, dims, noop, axes }) =>
      keepdims || (noop && !axes?.length) ? marks : marks.map((mark, axis) => mark || dims[axis] === 1),
    ),
  },
  {
    name: 'a size of 1 next to the reduced dimension is taken for a part of it',
    source: ['PT-6792', 'MLX-93aaf5e'],
    perturb: marked((marks, { dims, keepdims }) =>
      keepdims ? marks : marks.map((mark, axis) => mark || (dims[axis] === 1 && Boolean(marks[axis - 1]))),
    ),
  },
  {
    name: 'more than two axes are refused',
    source: ['ORT-1618', 'a kernel for images'],
    perturb: ({ reduced }) => ({
      reduced(request) {
        if ((request.axes?.length ?? 0) > 2) throw new Refusal('too many axes');
        return reduced(request);
      },
    }),
  },
  {
    name: 'rank 5 and more is refused',
    source: ['a kernel for four dimensions'],
    perturb: ({ reduced }) => ({
      reduced(request) {
        if (request.dims.length > 4) throw new Refusal('too many dimensions');
        return reduced(request);
      },
    }),
  },
  {
    name: 'rank 0 is refused',
    source: ['ORT-14678'],
    perturb: ({ reduced }) => ({
      reduced(request) {
        if (request.dims.length === 0) throw new Refusal('a scalar cannot be reduced');
        return reduced(request);
      },
    }),
  },
  {
    name: 'kept dimensions of size 1 come first',
    source: ['NCNN-4375'],
    perturb: misshape((shape, { keepdims, dims }, marks) =>
      keepdims ? [...dims.filter((_, i) => marks[i]).map(() => 1), ...dims.filter((_, i) => !marks[i])] : shape,
    ),
  },
  {
    name: 'keepdims=1 pads the shape to the rank at its end',
    source: ['TRTONNX-1055'],
    perturb: misshape((shape, { keepdims, dims }, marks) =>
      keepdims ? [...dims.filter((_, i) => !marks[i]), ...dims.filter((_, i) => marks[i]).map(() => 1)] : shape,
    ),
  },
  {
    name: 'kept dimensions of size 0 become 1',
    source: ['ORT-8146', 'max(dim, 1)'],
    perturb: misshape((shape) => shape.map((dim) => Math.max(dim, 1))),
  },
  {
    name: 'an input without elements has an output without elements',
    source: ['XNN-d94380b'],
    perturb: misshape((shape, { dims }) => (dims.includes(0) && !shape.includes(0) ? [0] : shape)),
  },
  {
    name: 'noop_with_empty_axes counts before it existed',
    source: ['an attribute with a default that was turned round'],
    perturb: misread(({ axes, opset, operator }) =>
      axes === undefined && opset >= (operator === 'ReduceSum' ? 13 : 18) ? { noop: true } : {},
    ),
  },
];
