import type { RejectablePolicy } from '../../oracles/acceptance/policy.ts';
import type { Attributes, AttributeValue } from '../../oracles/declaration.ts';
import { attributesInWords, type Facts, factsOfRows, withWords } from '../facts.ts';
import type { PlanContext, Proposal, Suite } from '../proposal.ts';
import { shapePlans } from '../shape-plans.ts';
import { tensorOfRows } from '../tensor-of-rows.ts';
import { type DataClass, rowMaker } from './data.ts';

/** An arg-reduction to try, in the terms of its attributes; what is absent is left out of the model. */
export interface Shape {
  readonly dims: readonly number[];
  readonly axis?: number;
  readonly keepdims?: 0 | 1;
  readonly selectLastIndex?: 0 | 1;
  readonly data?: DataClass;
  /**
   * The policy under which the model may be rejected. The control has a non-negative axis, no dimension of size 0, and
   * rank 1 if it would have none.
   */
  readonly rejectable?: RejectablePolicy;
  /** `full`: only the full suite has it */
  readonly suite?: Suite;
}

const usualData: DataClass = 'unique';

function propose(context: PlanContext, shape: Shape): Proposal {
  const { dims, data = usualData, rejectable: policy, suite: _, ...rest } = shape;
  const place = placeOf(shape);
  const value = tensorOfRows(
    context.dtype,
    dims,
    dims.map((_, i) => i === place),
    rowMaker(context, data),
  );
  const valid: Shape = { dims: dims.length ? dims.map((dim) => dim || 1) : [1], data, ...rest, axis: place };
  return {
    attributes: attributesOf(shape),
    inputs: [{ form: 'input', value }],
    dataClass: data,
    ...(policy && { rejection: { policy, control: () => propose(context, valid) } }),
  };
}

function attributesOf({ axis, keepdims, selectLastIndex }: Shape): Attributes {
  const given = Object.entries({ axis, keepdims, select_last_index: selectLastIndex });
  return Object.fromEntries(
    given.flatMap(([name, value]): [string, AttributeValue][] =>
      value === undefined ? [] : [[name, { type: 'INT', value }]],
    ),
  );
}

const placeOf = ({ axis = 0, dims }: Shape): number => (axis < 0 ? axis + dims.length : axis);

/** A shape in one line. */
function describe({ dtype }: PlanContext, { dims, axis, keepdims, selectLastIndex, data = usualData }: Shape): string {
  const words = [
    `data ${dtype}[${dims}]`,
    axis === undefined ? 'axis=0 by default' : `axis=${axis}`,
    ...attributesInWords({ keepdims, select_last_index: selectLastIndex }),
  ];
  return `${words.join(' ')}, ${data}`;
}

/** What findings compare of a node: its attributes, of which the axis is 0 by default, and its rows. */
export function factsOf(dims: readonly number[], attributes: Readonly<Record<string, number | undefined>>): Facts {
  const { axis = 0 } = attributes;
  const place = placeOf({ axis, dims });
  const isReduced = dims.map((_, i) => i === place);
  return withWords(factsOfRows(dims, isReduced, [axis]), attributesInWords({ ...attributes, axis }));
}

export const { shapes, draftOf } = shapePlans(
  describe,
  (_, { dims, axis, keepdims, selectLastIndex }) =>
    factsOf(dims, { axis, keepdims, select_last_index: selectLastIndex }),
  propose,
);
