import { type Comparison, compare } from './acceptance/comparator.ts';
import type { Tensor } from './numerics/tensor.ts';
import type { Call, Operator, OperatorVersion } from './operator.ts';

/** A call of an operator version. */
interface Question {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  readonly call: Call;
}

/**
 * Adds to the comparison of a wrong answer the former reading of the specification by which it would be right, if there
 * is one: "this is what ONNX 1.13 to 1.18 said: …". It excuses nothing, and explains much: the text of a version may
 * change without a new version.
 */
export function withHistory(comparison: Comparison, question: Question, answer: readonly Tensor[]): Comparison {
  if (comparison.accepted) return comparison;
  const { operator, version, call } = question;
  const readings = version.clauses.flatMap(({ source }) => source.before ?? []);
  const reading = readings.find((former) => {
    const expected = former.expect?.(operator, version, call);
    return expected !== undefined && compare(expected, answer).accepted;
  });
  return reading ? { ...comparison, history: `this is what ${reading.text}` } : comparison;
}
