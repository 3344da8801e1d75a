import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { mustBeConsistent, type Observation } from '../../../oracles/judge/policy.ts';
import { commonChoices } from '../../../oracles/judge/possible-choices.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { Call } from '../../../oracles/spec/declaration.ts';
import { callAt, tensorOf } from '../call.ts';

/** What implementations were seen to answer; the file is next to a checkout, not in it. */
const file = new URL('../../../../shared/spec/reduce-experiments.json', import.meta.url);
const observers = ['referenceHead', 'functionBody', 'onnxruntime1_30_cpu'] as const;

type Value = number | string;
type Observed = { err: string } | { dtype: DType; shape: number[]; v: Value[] };
interface Experiment {
  readonly id: string;
  readonly op: string;
  readonly opset: number;
  readonly dtype: DType;
  readonly shape: number[];
  readonly data: Value[] | { repeat: Value[]; length: number };
  readonly attrs: { readonly keepdims?: number; readonly noop_with_empty_axes?: number };
  readonly axesAttr?: number[];
  readonly axesInput?: number[];
  readonly axesInputRaw?: { readonly shape: number[]; readonly values: number[] };
  readonly referenceHead?: Observed;
  readonly functionBody?: Observed;
  readonly onnxruntime1_30_cpu?: Observed;
}

/** What the oracle says about an answer, or that the observer gave none; `invalid` where the oracle refuses the call. */
type Verdict = 'accepted' | 'rejected' | 'no answer' | 'invalid, answered' | 'invalid, no answer';
type Deviation = [observer: (typeof observers)[number], Verdict, ids: RegExp];

/** Everything that is not an accepted answer; the numbers are sections of the list of ambiguities. */
const deviations: readonly Deviation[] = [
  // 2: the reference evaluator computes ReduceSumSquare in int64 or uint64 and forgets to cast back
  ['referenceHead', 'rejected', /^(ovf\.ssq|empty\.ReduceSumSquare|noop\.ReduceSumSquare)\.(u?int|[iu])32$/],
  // 21: an axis listed twice may be refused
  ['referenceHead', 'no answer', /^ax\.dup/],
  // 22, 25: axes out of range, and any axis of rank 0, are invalid; onnxruntime lets the latter pass
  ['referenceHead', 'invalid, no answer', /^(ax\.oor|r0\.axes)/],
  ['onnxruntime1_30_cpu', 'invalid, no answer', /^ax\.oor/],
  ['onnxruntime1_30_cpu', 'invalid, answered', /^r0\.axes/],
  // 24: axes of rank 0 or 2 are not portable, and invalid here
  ['referenceHead', 'invalid, answered', /^ax\.(scalar0d|2d)$/],
  ['onnxruntime1_30_cpu', 'invalid, no answer', /^ax\.(scalar0d|2d)$/],
  // 26: keepdims other than 0 and 1 means one thing to the reference evaluator and another to onnxruntime
  ['referenceHead', 'invalid, answered', /^kd\./],
  ['onnxruntime1_30_cpu', 'invalid, answered', /^kd\./],
  // 6, 7: logarithms of integers may be refused; the full reduction leaks float64
  ['referenceHead', 'no answer', /^(noop\.)?ReduceLogSum(Exp)?\.[iu](32|64)/],
  ['referenceHead', 'rejected', /^ReduceLogSum\.i32\.kd0$/],
  // 16: onnxruntime lets NaN win where it comes first, and loses it elsewhere, in one tensor
  ['onnxruntime1_30_cpu', 'rejected', /^nan\.Reduce(Max|Min)\.ax[01]$/],
  // 18: the reference evaluator makes NaN of sums of exponentials with infinities
  ['referenceHead', 'rejected', /^lse\.(pinf2?|ninf2?|mix|ninf\.f64)$/],
  // 27: it fails for rank 0
  ['referenceHead', 'no answer', /^r0\.ReduceLogSumExp\./],
  // 30: onnxruntime fails for empty sets of truth values
  ['onnxruntime1_30_cpu', 'no answer', /^empty\.Reduce(Max|Min)\.bool$/],
  // 41, 42: the reference evaluator does not check types
  ['referenceHead', 'invalid, answered', /^(i8\.sum|i16\.max|u8\.max\.ops11|bool\.max\.ops18)$/],
  ['onnxruntime1_30_cpu', 'invalid, no answer', /^(i8\.sum|i16\.max|u8\.max\.ops11|bool\.max\.ops18)$/],
  // 1, 40: onnxruntime has few kernels for unsigned integers and none for bfloat16 on the CPU
  ['onnxruntime1_30_cpu', 'no answer', /^bf16\.|^(?!.*ReduceLogSumExp).*\.u(int)?(32|64)$|^mean\.int\.(6|9|10)$/],
];

const specials: Record<string, number> = {
  NaN: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  '-0': -0,
  '-0.0': -0,
};
const numberOf = (v: Value): number | bigint => (typeof v === 'number' ? v : (specials[v] ?? BigInt(v)));
const filled = (data: Experiment['data']): Value[] =>
  Array.isArray(data) ? data : Array(data.length).fill(data.repeat[0]);

function callOf({ op, opset, dtype, shape, data, ...given }: Experiment): Call {
  const { keepdims, noop_with_empty_axes: noop } = given.attrs;
  const axes = given.axesInput ?? given.axesAttr;
  const call = callAt(op, opset, tensorOf(dtype, filled(data).map(numberOf), shape), {
    ...(axes && { axes }),
    ...(keepdims !== undefined && { keepdims }),
    ...(noop !== undefined && { noop }),
  });
  const raw = given.axesInputRaw;
  return raw ? { ...call, inputs: [call.inputs[0], tensorOf('int64', raw.values, raw.shape)] } : call;
}

/** The choices that an answer tells, by policy; nothing where it is not accepted. */
function choicesIn(experiment: Experiment, observed: Observed): readonly Observation[] {
  if (judge(experiment, observed) !== 'accepted' || 'err' in observed) return [];
  const operator = findOperator(experiment.op)!;
  const expected = operator.expect(versionAt(operator, experiment.opset), callOf(experiment));
  return compare(expected, [tensorOf(observed.dtype, observed.v.map(numberOf), observed.shape)]).observations;
}

function judge(experiment: Experiment, observed: Observed): Verdict {
  const operator = findOperator(experiment.op)!;
  const answered = !('err' in observed);
  try {
    const expected = operator.expect(versionAt(operator, experiment.opset), callOf(experiment));
    if (!answered) return 'no answer';
    const verdict = compare(expected, [tensorOf(observed.dtype, observed.v.map(numberOf), observed.shape)]);
    return verdict.accepted ? 'accepted' : 'rejected';
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return answered ? 'invalid, answered' : 'invalid, no answer';
  }
}

describe.skipIf(!existsSync(file))('observed implementations', () => {
  const experiments = () => {
    const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Experiment[] };
    return cases.filter(({ op }) => findOperator(op));
  };

  it.each(observers)('%s is accepted, but for the listed deviations', (observer) => {
    const unused = new Set(deviations.filter((deviation) => deviation[0] === observer));
    const unexplained: string[] = [];
    let count = 0;
    for (const experiment of experiments()) {
      const observed = experiment[observer];
      if (!observed) continue;
      count++;
      const verdict = judge(experiment, observed);
      const listed = deviations.filter(([who, , ids]) => who === observer && ids.test(experiment.id));
      for (const deviation of listed) if (deviation[1] === verdict) unused.delete(deviation);
      const expected = listed.length > 0 ? listed.map(([, name]) => name) : ['accepted'];
      if (!(expected as Verdict[]).includes(verdict)) unexplained.push(`${experiment.id}: ${verdict}`);
    }
    expect(unexplained).toEqual([]);
    expect([...unused]).toEqual([]);
    expect(count).toBeGreaterThan(observer === 'functionBody' ? 60 : 180);
  });

  // 1, 4, 14, 16 and 20 are choices; only a NaN whose fate depends on its position contradicts itself
  it.each([
    ['referenceHead', []],
    ['functionBody', []],
    ['onnxruntime1_30_cpu', ['ReduceMax nan-in-extremum', 'ReduceMin nan-in-extremum']],
  ] as const)('%s contradicts itself in %j', (observer, contradictions) => {
    const seen = new Map<string, Observation[]>();
    for (const experiment of experiments()) {
      const observed = experiment[observer];
      for (const observation of observed ? choicesIn(experiment, observed) : []) {
        const { policy } = observation;
        if (!mustBeConsistent(policy)) continue;
        const key = `${experiment.op} ${policy}/${experiment.dtype}`;
        seen.set(key, [...(seen.get(key) ?? []), observation]);
      }
    }
    const mixed = [...seen].filter(([, all]) => commonChoices(all).length === 0).map(([key]) => key.split('/')[0]);
    expect([...new Set(mixed)].sort()).toEqual(contradictions);
  });
});
