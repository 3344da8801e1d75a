import type { Attributes } from '../../oracles/declaration.ts';
import { attributesInWords } from '../facts.ts';
import { negativeCase } from '../negative-case.ts';
import type { Draft, InvalidModels, PlanContext } from '../proposal.ts';
import { tensorOfRows } from '../tensor-of-rows.ts';
import { factsOf } from './propose.ts';

/** A valid call; within a row all elements differ, so that there is one answer. */
function draft({ dtype }: PlanContext, dims: readonly number[], attributes: Readonly<Record<string, number>>): Draft {
  const place = attributes.axis! < 0 ? attributes.axis! + dims.length : attributes.axis!;
  const isPlace = dims.map((_, i) => i === place);
  const row = (n: number, slice: number) => Array.from({ length: n }, (_, k) => (3 * k + slice) % 7);
  return {
    summary: `data ${dtype}[${dims}] ${attributesInWords(attributes).join(' ')}, small`,
    facts: factsOf(dims, attributes),
    draw: () => ({
      attributes: integers(attributes),
      inputs: [{ form: 'input', value: tensorOfRows(dtype, dims, isPlace, row) }],
      dataClass: 'small',
    }),
  };
}

/** Axes that are out of range, and others in their place. */
const outOfRangeAxes = [
  { dims: [3, 4], valid: 1, axis: 2 },
  { dims: [3, 4], valid: -2, axis: -3 },
  { dims: [5], valid: 0, axis: 1 },
  // a kernel that has nothing to do may not look at the axis
  { dims: [0, 3], valid: 1, axis: 2 },
] as const;

/** What arg-reductions forbid beyond what all operators do. */
export const argReductionInvalidModels: InvalidModels = {
  control: (context) => {
    const values = context.version.attributes.map(({ name, default: value }) => [name, value as number] as const);
    return draft(context, [3, 4], { ...Object.fromEntries(values), axis: 1 });
  },
  plans: {
    *'illegal-axis-out-of-range'(context) {
      for (const { dims, valid, axis } of outOfRangeAxes) {
        yield negativeCase(draft(context, dims, { axis: valid, keepdims: 0 }), `but axis=${axis}`, (control) => ({
          ...control,
          attributes: { ...control.attributes, ...integers({ axis }) },
        }));
      }
    },
  },
};

function integers(attributes: Readonly<Record<string, number>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { type: 'INT', value }]));
}
