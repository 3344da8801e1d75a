import { Refusal } from '../implementation.ts';
import { isFloat, type Mutant, misfold, misread, misshape } from '../mutant.ts';
import type { Request } from '../stages.ts';

const isAll = (marks: readonly boolean[]): boolean => marks.every((mark) => mark);

/** A request that reduces nothing because noop_with_empty_axes says so. */
const isNoop = ({ noop, axes }: Request): boolean => noop && !axes?.length;

/** Bugs in the shape of the output, in rank 0, in empty sets and where nothing is reduced. */
export const shapeFaults: readonly Mutant[] = [
  {
    name: 'keepdims is 0 by default',
    source: ['RUSTNN-29'],
    perturb: ({ read }) => ({
      read(example) {
        const request = read(example);
        return example.proposal.attributes.keepdims ? request : { ...request, keepdims: false };
      },
    }),
  },
  { name: 'keepdims=0 is lost', source: ['RUSTNN-29', 'ORT-27225'], perturb: misread(() => ({ keepdims: true })) },
  {
    name: 'keepdims=1 is lost where several axes are reduced',
    source: ['XONNXMLIR-817'],
    perturb: misread(({ axes }) => (axes && axes.length > 1 ? { keepdims: false } : {})),
  },
  {
    name: 'keepdims=0 is honoured only while dimensions remain',
    source: ['WEBNNNATIVE-18'],
    perturb: misshape((shape, { dims }) => (shape.length === 0 ? dims.map(() => 1) : shape)),
  },
  {
    name: 'keepdims is ignored when axes are absent',
    source: ['PT-85765'],
    perturb: misread(({ axes, noop }) => (axes === undefined && !noop ? { keepdims: false } : {})),
  },
  {
    name: 'keepdims=1 is refused when all axes are reduced',
    source: ['TT-32279'],
    perturb: ({ shape }) => ({
      shape(request, marks) {
        if (request.keepdims && marks.length > 0 && isAll(marks)) throw new Refusal('keepdims needs a kept dimension');
        return shape(request, marks);
      },
    }),
  },
  {
    name: 'keepdims=1 of rank 2 puts the 1 in the wrong place',
    source: ['NCNN-4375'],
    perturb: misshape((shape, { dims, keepdims }) => (keepdims && dims.length === 2 ? shape.toReversed() : shape)),
  },
  {
    name: 'the mark of a removed inner dimension stays in the shape',
    source: ['OCV-21093'],
    perturb: misshape((_, { dims, keepdims }, marks) =>
      dims.flatMap((dim, axis) => (!marks[axis] ? [dim] : keepdims ? [1] : axis < dims.length - 1 ? [] : [0])),
    ),
  },
  {
    name: 'rank 0 is returned as [1]',
    source: ['ONNX-515361a'],
    perturb: misshape((shape) => (shape.length === 0 ? [1] : shape)),
  },
  {
    name: 'rank 0 is returned unchanged',
    source: ['WEBNN-740'],
    perturb: misfold((fold, terms, extents, request) =>
      request.dims.length === 0 ? terms[0]! : fold(terms, extents, request),
    ),
  },
  {
    name: 'where all reduced dimensions have size 1 nothing is read',
    source: ['ONNXJS-125'],
    perturb: misfold((fold, terms, extents, request) =>
      extents.length > 0 && extents.every((extent) => extent === 1)
        ? isFloat(request.dtype)
          ? 0
          : 0n
        : fold(terms, extents, request),
    ),
  },
  {
    name: 'a reduced dimension of size 0 stays 0',
    source: ['ORT-8146'],
    perturb: misshape((shape, { dims, keepdims }, marks) =>
      keepdims ? dims.map((dim, axis) => (marks[axis] ? Math.min(dim, 1) : dim)) : shape,
    ),
  },
  {
    name: 'a reduced dimension of size 0 is refused without keepdims',
    source: ['ORT-7563'],
    perturb: ({ shape }) => ({
      shape(request, marks) {
        const bad = !request.keepdims && request.dims.some((dim, axis) => marks[axis] && dim === 0);
        if (bad) throw new Refusal("can't reduce on a dimension of 0 if keepdims is false");
        return shape(request, marks);
      },
    }),
  },
  {
    name: 'an empty set has the value of another operator, 1',
    source: ['TORCHMLIR-3598'],
    perturb: misfold((fold, terms, extents, request) =>
      terms.length === 0 ? (isFloat(request.dtype) ? 1 : 1n) : fold(terms, extents, request),
    ),
  },
  {
    name: 'an empty set is NaN in 16 bits',
    source: ['BURN-e604404'],
    perturb: misfold((fold, terms, extents, request) =>
      terms.length === 0 && request.dtype.endsWith('float16') ? Number.NaN : fold(terms, extents, request),
    ),
  },
  {
    name: 'noop copies the input',
    source: ['ORT-26288'],
    perturb: misfold((fold, terms, extents, request) => (isNoop(request) ? terms[0]! : fold(terms, extents, request))),
  },
  {
    name: 'noop copies the input on the path for axes at run time',
    source: ['ORT-26541'],
    perturb: misfold((fold, terms, extents, request) =>
      isNoop(request) && request.axesFrom === 'input' ? terms[0]! : fold(terms, extents, request),
    ),
  },
  {
    name: 'noop writes only the first element',
    source: ['ORT-19147'],
    perturb: ({ finish }) => ({
      finish(results, request) {
        const zero = isFloat(request.dtype) ? 0 : 0n;
        return finish(isNoop(request) ? results.map((x, i) => (i === 0 ? x : zero)) : results, request);
      },
    }),
  },
];
