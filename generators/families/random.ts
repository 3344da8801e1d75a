import { attributes, type CallPlan, float, type InputPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import type { PlanContext } from '../proposal.ts';
import type { ValueKind } from '../values.ts';

/** A node that draws, or does not: by an attribute, by inputs, or never, as the version has it. */
function drawing(
  { version }: PlanContext,
  training: boolean,
  dims: readonly number[],
  data: Omit<InputPlan, 'dims'> = { kind: 'mixed' },
  ratio = 0.5,
): CallPlan {
  const has = (name: string) => version.attributes.some((each) => each.name === name);
  const byInputs = version.inputs.length > 1;
  return {
    attributes: attributes({
      ...(has('is_test') && { is_test: training ? 0 : 1 }),
      ...(has('ratio') && { ratio: float(ratio) }),
      ...(has('seed') && { seed: 7 }),
    }),
    inputs: [
      { dims, ...data },
      ...(byInputs
        ? [
            { dims: [], numbers: [ratio], form: 'initializer' as const, dtype: 'float32' as const },
            { dims: [], numbers: [training ? 1 : 0], form: 'initializer' as const },
          ]
        : []),
    ],
  };
}

const short = (call: CallPlan, inputs: number): CallPlan => ({ ...call, inputs: call.inputs.slice(0, inputs) });

/** Operators that draw at random; the standard suite looks at what every draw has in common. */
export const randomFamily = familyOf({
  samples: (context) => [drawing(context, false, [2, 3]), drawing(context, false, [4], { kind: 'distinct' }, 0.25)],
  sizes: (context) => [
    [
      [2, 3],
      [3, 2],
      [4, 5],
    ].map((dims) => drawing(context, false, dims)),
    [[40], [65], [7]].map((dims) => drawing(context, false, dims)),
  ],
  copies: (context) => [drawing(context, false, [2, 3])],
  plans: {
    *inference(context) {
      for (const kind of ['distinct', 'mixed', 'wide', 'special', 'zeros'] as readonly ValueKind[]) {
        yield drawing(context, false, [5, 7], { kind });
      }
      for (const ratio of [0, 0.1, 0.75]) yield drawing(context, false, [9], { kind: 'mixed' }, ratio);
      if (context.version.inputs.length > 1) {
        for (const count of [1, 2]) yield short(drawing(context, false, [5], { kind: 'mixed' }, 0.75), count);
      }
    },
    *'any-rank'(context) {
      for (const dims of [[], [3], [2, 1, 3], [1, 2, 1, 2, 2]]) yield drawing(context, false, dims);
    },
    *'size-zero'(context) {
      for (const dims of [[0], [2, 0, 3]]) yield drawing(context, false, dims);
    },
    *mask(context) {
      for (const dims of [[5], [3, 4], []]) yield { ...drawing(context, false, dims), outputs: 2 };
      yield { ...short(drawing(context, false, [3, 4]), 1), outputs: 2 };
      yield { ...drawing(context, true, [3, 4], { kind: 'mixed' }, 0), outputs: 2 };
    },
    *training(context) {
      for (const ratio of [0.5, 0.25, 0.75, 0.1]) {
        for (const outputs of [1, 2])
          yield { ...drawing(context, true, [6, 11], { kind: 'distinct' }, ratio), outputs };
      }
    },
  },
});
