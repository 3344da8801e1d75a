import type { Attributes } from '../../oracles/operator.ts';
import { breach, type IllegalFamily } from '../breach.ts';
import { attributesInWords } from '../facts.ts';
import type { Draft, PlanContext } from '../proposal.ts';
import { tensorOfRows } from '../tensor-of-rows.ts';
import { factsOf } from './propose.ts';

/** A legal call; within a row all elements differ, so that there is one answer. */
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
const beyond = [
  { dims: [3, 4], legal: 1, axis: 2 },
  { dims: [3, 4], legal: -2, axis: -3 },
  { dims: [5], legal: 0, axis: 1 },
  // a kernel that has nothing to do may not look at the axis
  { dims: [0, 3], legal: 1, axis: 2 },
] as const;

/** What arg-reductions forbid beyond what all operators do. */
export const argReductionBreaches: IllegalFamily = {
  control: (context) => {
    const values = context.version.attributes.map(({ name, default: value }) => [name, value as number] as const);
    return draft(context, [3, 4], { ...Object.fromEntries(values), axis: 1 });
  },
  plans: {
    *'illegal-axis-out-of-range'(context) {
      for (const { dims, legal, axis } of beyond) {
        yield breach(context, draft(context, dims, { axis: legal, keepdims: 0 }), `but axis=${axis}`, (twin) => ({
          ...twin,
          attributes: { ...twin.attributes, ...integers({ axis }) },
        }));
      }
    },
  },
};

function integers(attributes: Readonly<Record<string, number>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { type: 'INT', value }]));
}
