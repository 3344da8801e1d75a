import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { tensorOf } from '../call.ts';
import { accepted, type Request, search, versions } from './call.ts';

/** All coordinates of a shape in row-major order. */
function coordinates(dims: readonly number[]): number[][] {
  return dims.reduce<number[][]>(
    (prefixes, dim) => prefixes.flatMap((prefix) => Array.from({ length: dim }, (_, i) => [...prefix, i])),
    [[]],
  );
}

/** What ONNX says about the operator, written down a second time: by coordinates, and backwards for the last occurrence. */
function naively(name: string, data: readonly number[], dims: readonly number[], request: Request) {
  const { axis = 0, keepdims = 1, selectLastIndex = 0 } = request;
  const place = axis < 0 ? axis + dims.length : axis;
  const ones = dims.map((dim, i) => (i === place ? 1 : dim));
  const positions = coordinates(dims);
  const values = coordinates(ones).map((output) => {
    const slice = data.filter((_, at) => output.every((p, i) => i === place || positions[at]![i] === p));
    const extreme = name === 'ArgMax' ? Math.max(...slice) : Math.min(...slice);
    return selectLastIndex ? slice.lastIndexOf(extreme) : slice.indexOf(extreme);
  });
  return { dims: keepdims ? ones : dims.filter((_, i) => i !== place), values };
}

describe.each(versions)('$name-$since', ({ name, since, version }) => {
  const selects = version.attributes.some((attribute) => attribute.name === 'select_last_index');

  /** A call with few different values, so that most slices have ties; a kept dimension may have size 0. */
  const calls = fc
    .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
    .chain((dims) => fc.tuple(fc.constant(dims), fc.integer({ min: -dims.length, max: dims.length - 1 })))
    .chain(([dims, axis]) => fc.tuple(fc.constant(axis), emptied(dims, axis)))
    .chain(([axis, dims]) => {
      const count = dims.reduce((a, b) => a * b, 1);
      return fc.record({
        dims: fc.constant(dims),
        values: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: count, maxLength: count }),
        dtype: fc.constantFrom(...version.dtypes),
        request: fc.record({
          axis: (axis + dims.length) % dims.length === 0 ? fc.constantFrom(axis, undefined) : fc.constant(axis),
          keepdims: fc.constantFrom(undefined, 0, 1),
          selectLastIndex: selects ? fc.constantFrom(undefined, 0, 1) : fc.constant(undefined),
        }),
      });
    });

  it('finds what a second reading of the text finds', () => {
    fc.assert(
      fc.property(calls, ({ dims, values, dtype, request }) => {
        const output = search(name, tensorOf(dtype, values, dims), request, since);
        const expected = naively(name, values, dims, request);
        expect([output.dtype, output.dims]).toEqual(['int64', expected.dims]);
        expect(Array.from(referenceTensor(output).data, Number)).toEqual(expected.values);
        const wanted = tensorOf('int64', expected.values, expected.dims);
        expect(compare([output], [wanted])).toMatchObject({ accepted: true });
      }),
      { numRuns: 150 },
    );
  });

  it('rank 0 has index 0 and keeps its rank', () => {
    for (const keepdims of [undefined, 0, 1]) {
      const output = search(name, tensorOf('float32', [-3], []), { keepdims }, since);
      expect([output.dims, accepted(output.accept(0), 1)]).toEqual([[], [0]]);
    }
  });

  it('an index among no elements is undefined; a kept dimension of size 0 gives nothing', () => {
    for (const dtype of version.dtypes) {
      const output = search(name, tensorOf(dtype, [], [2, 0]), { axis: 1, keepdims: 0 }, since);
      expect(output.dims).toEqual([2]);
      const verdict = output.accept(1).judge(7n);
      expect(verdict).toMatchObject({ observations: [{ policy: 'empty-index', choice: 'other' }] });
      expect(verdict).not.toHaveProperty('tier');
      expect(search(name, tensorOf(dtype, [], [2, 0]), {}, since).dims).toEqual([1, 0]);
    }
  });
});

/** The shape itself, or one whose first dimension that is not the axis has size 0. */
function emptied(dims: readonly number[], axis: number): fc.Arbitrary<readonly number[]> {
  const place = (axis + dims.length) % dims.length;
  const other = dims.findIndex((_, i) => i !== place);
  return fc.constantFrom(
    dims,
    dims,
    dims,
    dims.map((dim, i) => (i === other ? 0 : dim)),
  );
}
