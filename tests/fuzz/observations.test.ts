import fc from 'fast-check';
import { expect, it } from 'vitest';
import { programs } from '../../generators/fuzz/arbitrary.ts';
import { expectGraphValues } from '../../oracles/graph/expect.ts';
import { AcceptedByDefinition, acceptedExact } from '../../oracles/judge/acceptance.ts';
import { compare } from '../../oracles/judge/comparator.ts';
import { Contradictions } from '../../oracles/judge/contradictions.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { tensorsIn } from '../../oracles/numerics/value.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';
import { tensorOf } from '../oracles/call.ts';

/** Elements of an output that are looked at. */
const sampled = 6;

it('answers of the definition contradict none of each other', () => {
  fc.assert(
    fc.property(programs({ nodes: 1, elements: 100 }), ({ graph, runs }) => {
      const seen = new Contradictions();
      const inFull = new Contradictions();
      for (const { dims, accept } of expectGraphValues(graph, runs[0]!).flatMap((value) =>
        tensorsIn<ExpectedOutput>(value),
      )) {
        for (let i = 0; i < Math.min(sampled, elementCount(dims)); i++) {
          const element = accept(i);
          for (const answer of [element.best, ...element.breakpoints, -0, Number.NaN, Infinity]) {
            if (typeof answer !== typeof element.best) continue;
            const verdict = element.judge(answer);
            if (!verdict.accepted || !verdict.isOfDefinition) continue;
            // first, since all observations are kept once they were made
            seen.add(verdict, () => '');
            inFull.add({ ...acceptedExact, observations: verdict.observations }, () => '');
          }
        }
      }
      expect(inFull.first).toBeUndefined();
      // what others have reported need not be reported again
      expect(seen.observations).toEqual(inFull.observations);
    }),
    { numRuns: 60 },
  );
});

it('what they tell is not computed before it is asked for', () => {
  let asked = 0;
  const verdict = new AcceptedByDefinition({ accepted: true, tier: 'exact', errorOverBound: 0, vacuous: false }, () => {
    asked++;
    return [{ policy: 'zero-sign', choice: '0' }];
  });
  const element = { best: 0, isExactInAnyOrder: true, breakpoints: [0], judge: () => verdict };
  const output: ExpectedOutput = { dtype: 'float32', dims: [1], accept: () => element };
  const comparison = compare([output], [tensorOf('float32', [0])]);
  expect(comparison.accepted).toBe(true);
  expect(asked).toBe(0);
  expect(comparison.observations).toEqual([{ policy: 'zero-sign', choice: '0' }]);
  expect(asked).toBe(1);
});
