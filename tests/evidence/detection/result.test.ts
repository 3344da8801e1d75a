import { describe, expect, test } from 'vitest';
import type { Caught } from '../../../evidence/detection/measurement.ts';
import { complaintsOf, type FaultLine, type Result, thinnest } from '../../../evidence/detection/result.ts';

const lineOf = (caught: Readonly<Record<string, Caught>>, name = 'ties are lost'): FaultLine => ({
  kind: 'Casts',
  fault: { name, source: ['an example'], operators: ['Cast', 'CastLike'] },
  caught,
  cases: 100,
  official: undefined,
});

const resultOf = (parts: Partial<Result>): Result => ({
  measured: new Map(),
  unmeasured: [],
  vectors: 0,
  faults: [],
  right: [],
  ...parts,
});

describe('complaints', () => {
  const complaints = (...faults: FaultLine[]) => complaintsOf(resultOf({ faults }));

  test('a fault that 3 cases of all its operators together catch is caught', () => {
    expect(complaints(lineOf({ Cast: [1, 0], CastLike: [2, 2] }))).toEqual([]);
  });

  test('fewer are complained of, but not before all operators were measured', () => {
    expect(complaints(lineOf({ Cast: [1, 0], CastLike: [1, 0] }))).toEqual([
      'caught by 2 cases only, 3 are wanted: ties are lost',
    ]);
    expect(complaints(lineOf({ Cast: [2, 0] }))).toEqual([]);
  });

  test('a fault may survive on no operator, unless it is said that it cannot show there', () => {
    expect(complaints(lineOf({ Cast: [20, 3], CastLike: [0, 0] }))).toEqual(['survives on CastLike: ties are lost']);
    const hidden = lineOf(
      { ReduceSum: [0, 0], ReduceMax: [20, 20] },
      'noop_with_empty_axes is ignored but by ReduceSum',
    );
    expect(complaints(hidden)).toEqual([]);
    expect(thinnest(hidden)).toEqual({ operator: 'ReduceMax', cases: 20 });
    expect(complaints({ ...hidden, caught: { ReduceSum: [20, 20] } })).toEqual([
      `caught by 20 and more cases on ReduceSum, where it is declared not to show: ${hidden.fault.name}`,
    ]);
  });

  test('a right kernel may not be accused', () => {
    const right = [
      { name: 'backwards', passed: { Cast: [100, 'exact'], CastLike: [90, 'exact', 2, 'CastLike/19/x/0: wrong'] } },
    ] as const;
    expect(complaintsOf(resultOf({ right }))).toEqual([
      'accused 2 times on CastLike: backwards; CastLike/19/x/0: wrong',
    ]);
  });

  test('those of some operators are asked for by name', () => {
    const faults = [lineOf({ Cast: [0, 0], CastLike: [0, 0] })];
    expect(complaintsOf(resultOf({ faults }), ['Cast'])).toEqual([
      'caught by 0 cases only, 3 are wanted: ties are lost',
      'survives on Cast: ties are lost',
    ]);
    expect(complaintsOf(resultOf({ faults }), ['Abs'])).toEqual([]);
  });
});
