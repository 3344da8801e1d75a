import type { Tensor } from '../../numerics/tensor.ts';
import type { ExpectedOutput, Hypothesis, Operator, OperatorCall, OperatorVersion } from '../../spec/operator.ts';
import type { Comparison } from '../comparator.ts';
import { asSuspected, explained } from './explanation.ts';
import { identity, misreadings } from './other-calls.ts';
import { signedLowerHalves, throughOtherTypes } from './other-types.ts';
import { cutStrings, misreadValues, suspectResults } from './special-values.ts';

/**
 * The comparison of a wrong answer, with all that would explain it: a text that was right once, what the operator itself
 * declares, what follows from its schema, values in other types, special values. The more specific come first.
 */
export function withExplanations(
  comparison: Comparison,
  question: OperatorCall,
  expected: readonly ExpectedOutput[],
  answer: readonly Tensor[],
): Comparison {
  if (comparison.accepted) return comparison;
  return explained(comparison, hypothesesOn(question.operator, question.version), question, expected, answer);
}

/** All that may explain a wrong answer of an operator version, the more specific first. */
export function hypothesesOn(operator: Operator, version: OperatorVersion): readonly Hypothesis[] {
  const former = version.clauses.flatMap(({ source }) => source.before ?? []);
  return [
    ...former.flatMap(({ id, text, expect }): Hypothesis[] => {
      if (id === undefined || !expect) return [];
      const predict: Hypothesis['predict'] = ({ call }) => {
        const expected = expect(operator, version, call);
        return expected && asSuspected(expected);
      };
      return [{ id, text: `this is what ${text}`, predict }];
    }),
    ...(operator.hypotheses ?? []),
    signedLowerHalves,
    ...misreadings(version),
    identity,
    ...misreadValues,
    cutStrings,
    ...throughOtherTypes,
    ...suspectResults,
  ];
}
