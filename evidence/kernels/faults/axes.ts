import { Refusal } from '../implementation.ts';
import { type Mutant, misread } from '../mutant.ts';
import type { Request } from '../stages.ts';

const isEmpty = (axes: Request['axes']): boolean => axes !== undefined && axes.length === 0;

/** The whole list of axes replaced. */
const axes = (change: (axes: readonly number[], request: Request) => readonly number[] | undefined) =>
  misread((request) => (request.axes?.length ? { axes: change(request.axes, request) } : {}));

/** Bugs in which dimensions are reduced. */
export const axesFaults: readonly Mutant[] = [
  {
    name: 'axes inputs are ignored, only attributes are read',
    source: ['OV-25169', 'TRACT-019c3ef'],
    perturb: misread(({ axesFrom }) => (axesFrom === 'attribute' ? {} : { axes: undefined })),
  },
  {
    name: 'axes that are a graph input count as absent',
    source: ['OCV-25118'],
    perturb: misread(({ axesFrom }) => (axesFrom === 'input' ? { axes: undefined } : {})),
  },
  {
    name: 'axes that are a graph input are refused',
    source: ['XONNXMLIR-66'],
    perturb: misread(({ axesFrom }) => {
      if (axesFrom === 'input') throw new Refusal('axes must be constant');
      return {};
    }),
  },
  {
    name: 'ReduceSum takes its axes input from opset 14 only',
    source: ['ORT-15047'],
    operators: ['ReduceSum'],
    perturb: misread(({ opset }) => (opset === 13 ? { axes: undefined } : {})),
  },
  { name: 'only the first axis is used', source: ['TVM-14435'], perturb: axes((list) => list.slice(0, 1)) },
  {
    name: 'negative axes are refused where the kernel sees them first',
    source: ['ORT-365'],
    perturb: misread((request) => {
      if (request.opset >= 11 && request.axes?.some((axis) => axis < 0)) throw new Refusal('axis out of range');
      return {};
    }),
  },
  {
    name: 'only the last of the axes is normalised, other negative ones are lost',
    source: ['ORT-365'],
    perturb: axes((list) => list.filter((axis, i) => axis >= 0 || i === list.length - 1)),
  },
  {
    name: 'negative axes count from rank - 1',
    source: ['ORT-365'],
    perturb: axes((list, { dims }) =>
      list.map((axis) => (axis < 0 ? (axis + 2 * dims.length - 1) % dims.length : axis)),
    ),
  },
  {
    name: 'axes that sum to 0 count as absent',
    source: ['ORT-16508'],
    perturb: axes((list) => (list.reduce((a, b) => a + b, 0) === 0 ? undefined : list)),
  },
  {
    name: 'axes are taken as a range from the first to the last',
    source: ['RTEN-3e20ff7'],
    perturb: axes((list, { dims }) => {
      const places = list.map((axis) => (axis < 0 ? axis + dims.length : axis));
      const least = Math.min(...places);
      return Array.from({ length: Math.max(...places) - least + 1 }, (_, i) => least + i);
    }),
  },
  {
    name: 'slices around a kept dimension are refused',
    source: ['RTEN-3e20ff7'],
    perturb: ({ reduced }) => ({
      reduced(request) {
        const marks = reduced(request);
        if (/RK+R/.test(marks.map((mark) => (mark ? 'R' : 'K')).join('')))
          throw new Refusal('scratch space is missing');
        return marks;
      },
    }),
  },
  {
    name: 'axes from an input are not permuted with the transposed data',
    source: ['ORT-14609'],
    perturb: axes((list, { dims, axesFrom }) =>
      axesFrom === 'attribute' ? list : list.map((axis) => dims.length - 1 - ((axis + dims.length) % dims.length)),
    ),
  },
  {
    name: 'axes of rank 4 are remapped by the inverse permutation',
    source: ['ONNX2TF-201'],
    perturb: axes((list, { dims }) =>
      // NCHW to NHWC and back by the wrong way: channels and width change places
      dims.length === 4 ? list.map((axis) => [0, 2, 3, 1][(axis + 4) % 4]!) : list,
    ),
  },
  {
    name: 'every dimension of size 1 counts as reduced when axes come at run time',
    source: ['TORCHMLIR-3870'],
    perturb: ({ reduced }) => ({
      reduced: (request) =>
        request.axesFrom === 'input'
          ? reduced(request).map((mark, axis) => mark || request.dims[axis] === 1)
          : reduced(request),
    }),
  },
  {
    name: 'empty axes reduce nothing although noop is 0',
    source: ['ORT-16294', 'ORT-32376'],
    perturb: misread((request) => (isEmpty(request.axes) ? { noop: true } : {})),
  },
  {
    name: 'absent axes reduce nothing',
    source: ['TVM-2436'],
    perturb: misread((request) => (request.axes === undefined ? { noop: true } : {})),
  },
  {
    name: 'empty axes are refused',
    source: ['TVM-11643'],
    perturb: misread((request) => {
      if (isEmpty(request.axes)) throw new Refusal('axes[length - 1] does not exist');
      return {};
    }),
  },
  {
    name: 'noop_with_empty_axes is ignored but by ReduceSum',
    source: ['ORT-16586'],
    perturb: misread(({ operator }) => (operator === 'ReduceSum' ? {} : { noop: false })),
  },
  {
    name: 'noop_with_empty_axes is ignored when axes come at run time',
    source: ['BURNONNX-464'],
    perturb: misread(({ axesFrom }) => (axesFrom === 'input' ? { noop: false } : {})),
  },
  {
    name: 'noop_with_empty_axes is ignored when axes are absent',
    source: ['ORT-19147'],
    perturb: misread((request) => (request.axes === undefined ? { noop: false } : {})),
  },
  {
    name: 'noop_with_empty_axes reduces nothing even with axes',
    source: ['RUSTNN-29'],
    perturb: misread(({ noop }) => (noop ? { axes: [] } : {})),
  },
];
