import { type Case, callOfValues } from '../../generators/suite/cases.ts';
import { type ElementAcceptance, formatScalar } from '../../oracles/judge/acceptance.ts';
import { mustBeConsistent, type Observation } from '../../oracles/judge/policy.ts';
import { commonChoices } from '../../oracles/judge/possible-choices.ts';
import { type AcceptedRange, acceptedRanges } from '../../oracles/judge/ranges.ts';
import type { Tier } from '../../oracles/judge/tier.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { excuseOfCall } from '../../oracles/spec/excuse.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';
import { formatSource } from '../../oracles/spec/source.ts';

/** The version of the format of case.json and pack.json, which docs/conformance-pack.md defines. */
export const packFormat = 2;

/** Accepted values of an element: one, or all from one to another. They are decimals that can be read back exactly. */
type RangeEntry = (
  | { readonly value: string; readonly from?: undefined }
  | { readonly from: string; readonly to: string }
) & {
  readonly tier?: Tier;
  /** the choices, by policy, one of which such an answer made */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
};

/**
 * The accepted values of an element: one value that is `exact` and shows no choice, or disjoint ranges. Complex numbers and
 * strings, which have no order, have one value.
 */
type ElementEntry = string | readonly RangeEntry[];

interface OutputEntry {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
  /** row-major */
  readonly elements: readonly ElementEntry[];
}

/** The fields of every case.json. */
function headOf({ id, cell, opset, summary }: Case, seed: number, data?: string): object {
  const { operator, version, dtype, clause } = cell;
  const { id: clauseId, level, text, source } = clause;
  return {
    format: packFormat,
    id,
    operator: operator.name,
    version: version.since,
    dtype,
    opset,
    seed,
    summary,
    ...(data !== undefined && { data }),
    clauses: [{ id: clauseId, level, text, source: formatSource(source) }],
  };
}

/**
 * Returns the case.json of a case, which contains everything that judges its answer. For a model that must be rejected, there
 * are not expected values. Returns `undefined` if ranges of elements cannot describe the accepted answers.
 */
export function caseFile(testCase: Case, expected: readonly ExpectedOutput[], seed: number): string | undefined {
  const { rejection, dataClass } = testCase.proposal;
  const isInvalid = testCase.cell.expects === 'rejection';
  const excuse = excuseOfCall(testCase.cell.version, callOfValues(testCase.proposal));
  const names = testCase.proposal.graph?.outputs ?? testCase.cell.version.outputs.map(({ name }) => name);
  const outputs = expected.map((output, i) => outputEntry(output, names[i]!));
  if (!outputs.every((output) => output !== undefined)) return undefined;
  const policies = outputs.flatMap(({ elements }) => elements.flatMap(policiesOf));
  const consistent = [...new Set(policies)].filter(mustBeConsistent).sort();
  const head = {
    ...headOf(testCase, seed, isInvalid ? undefined : dataClass),
    ...(isInvalid && { invalid: true }),
    ...(rejection?.policy && { refusal: rejection.policy }),
    ...(excuse !== undefined && !isInvalid && { excuse }),
    ...(consistent.length > 0 && { consistent }),
  };
  return inJson(head, outputs);
}

/** Returns `undefined` if elements depend on each other, or several strings are accepted for one. */
function outputEntry({ dtype, dims, accept, given, hasRows }: ExpectedOutput, name: string): OutputEntry | undefined {
  // judging rows rejects few more answers; without rows nearly any value may be accepted
  if (given && !hasRows) return undefined;
  const elements = Array.from({ length: elementCount(dims) }, (_, i) => elementEntry(accept(i), dtype));
  return elements.every((element) => element !== undefined) ? { name, dtype, dims, elements } : undefined;
}

function elementEntry(acceptance: ElementAcceptance, dtype: DType): ElementEntry | undefined {
  const { best, isExactInAnyOrder, hasOneAnswer = isExactInAnyOrder } = acceptance;
  if (typeof best === 'string') return hasOneAnswer ? best : undefined;
  if (typeof best === 'object') return hasOneAnswer ? `${formatScalar(best.re)} ${formatScalar(best.im)}` : undefined;
  const [only, ...others] = acceptedRanges(acceptance, dtype).map(rangeEntry);
  const plain = only && others.length === 0 && only.from === undefined && only.tier === 'exact' && !only.choices;
  return plain ? only.value : [only!, ...others];
}

function rangeEntry({ from, to, tier, observations }: AcceptedRange): RangeEntry {
  const values = Object.is(from, to)
    ? { value: formatScalar(from) }
    : { from: formatScalar(from), to: formatScalar(to) };
  return {
    ...values,
    ...(tier && { tier }),
    ...(observations.length > 0 && { choices: choicesOf(observations) }),
  };
}

function choicesOf(observations: readonly Observation[]): Readonly<Record<string, readonly string[]>> {
  const policies = [...new Set(observations.map(({ policy }) => policy))];
  return Object.fromEntries(
    policies.map((policy) => [policy, commonChoices(observations.filter((seen) => seen.policy === policy))]),
  );
}

function policiesOf(element: ElementEntry): readonly string[] {
  return typeof element === 'string' ? [] : element.flatMap(({ choices = {} }) => Object.keys(choices));
}

/** Formats JSON indented, with the accepted values of each element on one line. */
function inJson(head: object, outputs: readonly OutputEntry[]): string {
  const listed = outputs.map(({ elements, ...rest }) => {
    const lines = elements.map((element) => `\n      ${JSON.stringify(element)}`).join(',');
    return `\n    ${JSON.stringify(rest).slice(0, -1)},"elements":[${lines}]}`;
  });
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "outputs": [${listed.join(',')}]\n}\n`;
}
