import { describe, expect, it } from 'vitest';
import { acceptedExact, type ElementAcceptance } from '../../../oracles/judge/acceptance.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import type { Fault } from '../../../oracles/judge/fault.ts';
import { tensorOf } from '../call.ts';

/** What is reported for one-dimensional answers of which each element is wrong in the way that is given; absent: right. */
function mismatchOf(faults: readonly (Fault | 'no fault' | undefined)[]) {
  const accept = (i: number): ElementAcceptance => {
    const fault = faults[i];
    const verdict = fault ? ({ accepted: false, exact: 'e', allowed: 'a' } as const) : acceptedExact;
    const own = { best: 0, isExactInAnyOrder: false, breakpoints: [], judge: () => verdict };
    return fault && fault !== 'no fault' ? { ...own, fault: () => fault } : own;
  };
  const dims = [faults.length];
  const { mismatch, message } = compare(
    [{ dtype: 'float32', dims, accept }],
    [
      tensorOf(
        'float32',
        faults.map(() => 1),
      ),
    ],
  );
  return { index: mismatch?.index, fault: mismatch?.fault, message };
}

describe('of several wrong elements', () => {
  it.each([
    ['the first of equal faults', ['accuracy', 'special', 'zero-sign'], 0, 'accuracy'],
    ['the gravest', ['integer-rounding', 'accuracy', undefined, 'value', 'value'], 3, 'value'],
    ['no later one that is less grave', ['accuracy', 'integer-overflow'], 0, 'accuracy'],
    ['one without a fault, as a wrong value', ['accuracy', 'no fault', 'value'], 1, 'value'],
  ] as const)('%s is reported', (_, faults, index, fault) => {
    const wrong = faults.filter(Boolean).length;
    expect(mismatchOf(faults)).toMatchObject({ index: [index], fault });
    expect(mismatchOf(faults).message).toMatch(`${wrong} of ${faults.length} elements wrong; at [${index}]`);
  });
});
