import { createHash } from 'node:crypto';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import type { Operator } from '../../oracles/operator.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import { problemOf } from '../../reports/schema/predicates.ts';
import type { CaseResult, Explanation } from '../../reports/schema.ts';
import { patternKey } from '../../reports/tally/pattern.ts';

/** What tells one cause of failures from others. */
export interface Cause {
  /** the operator at fault, or those of a graph in which none is wrong by itself */
  readonly operators: string;
  /** how it fails, where nothing explains it */
  readonly what: string;
  /** what explains it, the more specific first; several may by chance */
  readonly explanations: readonly Explanation[];
}

/** The cause of a failure of these operators, as far as its result tells; `undefined` for what is no failure. */
export function causeOf(result: CaseResult, operators: readonly Operator[]): Cause | undefined {
  if (!isBroken(result.outcome)) return undefined;
  const { explanations = [] } = result;
  // an operator that only moves elements does so whatever they are
  const moves = operators.every((operator) => operator.moves === true);
  const what = explanations.length > 0 ? problemOf(result)! : whatOf(result, moves);
  return { operators: [...new Set(operators.map(({ name }) => name))].join(' '), what, explanations };
}

function whatOf(result: CaseResult, moves: boolean): string {
  const { outcome, failure, dtype } = result;
  const problem = problemOf(result);
  if (problem === 'value') return `${failure?.fault ?? problem}${moves ? '' : ` ${formatOf(dtype).kind}`}`;
  const name = problem ?? outcome;
  const words = patternKey(result);
  return words === name ? name : `${name} ${createHash('sha256').update(words).digest('hex').slice(0, 8)}`;
}

/** The id of a finding: `softmax-through-float64`, `reducesum-value-integer`, `pad-crash-30efc7c5`. */
export function findingId({ operators, what }: Cause, explanation: Explanation | undefined): string {
  return `${operators} ${explanation?.id ?? what}`.toLowerCase().replace(/[^a-z\d]+/g, '-');
}

/** Whether what is seen shows a cause, with the same explanation if there is one. */
export function shows(seen: Cause | undefined, cause: Cause, explanation: Explanation | undefined): boolean {
  if (seen?.operators !== cause.operators || seen.what !== cause.what) return false;
  return explanation === undefined || seen.explanations.some(({ id }) => id === explanation.id);
}
