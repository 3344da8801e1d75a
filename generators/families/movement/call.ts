import type { AttributeValue } from '../../../oracles/operator.ts';
import { attributes, type CallPlan, type InputPlan } from '../../calls.ts';
import type { PlanContext } from '../../proposal.ts';

/** What a node is told: a number, a list or a word. */
type Setting = number | readonly number[] | string | AttributeValue | InputPlan;

/**
 * A call: shapes of the inputs that are data, in their order, and by name what says what to do with them, which is an
 * attribute or an input as the version has it. Numbers given as inputs are constants here, int64 where they may be, of
 * rank 0 or 1.
 */
export function call(
  { version }: Pick<PlanContext, 'version'>,
  shapes: readonly (readonly number[])[],
  settings: Readonly<Record<string, Setting>> = {},
): CallPlan {
  const asInput = (name: string) =>
    !version.attributes.some((attribute) => attribute.name === name) &&
    version.inputs.some((input) => input.name === name);
  const data = shapes.map((dims, i): InputPlan => ({ dims, kind: i === 0 ? 'distinct' : 'mixed' }));
  const declared = version.inputs.map(({ name, variadic, dtypes }): (InputPlan | undefined)[] => {
    const setting = asInput(name) ? settings[name] : undefined;
    if (variadic) return data.splice(0);
    if (setting === undefined) return [data.shift()];
    if (typeof setting === 'object' && 'dims' in setting) return [{ form: 'initializer', ...setting }];
    const numbers = [setting as number].flat();
    const wide = dtypes?.includes('int64') && ({ dtype: 'int64' } as const);
    return [{ dims: Array.isArray(setting) ? [numbers.length] : [], numbers, form: 'initializer', ...wide }];
  });
  const inputs = declared.flat();
  const own = Object.entries(settings).filter(([name]) => !asInput(name));
  return {
    inputs: inputs.slice(0, inputs.findLastIndex((input) => input !== undefined) + 1),
    ...(own.length > 0 && { attributes: attributes(Object.fromEntries(own) as Parameters<typeof attributes>[0]) }),
  };
}

export type Calls = (context: PlanContext) => Iterable<CallPlan>;

/** How an operator is tried: samples of it, the plainest first, and what else its clauses want, by their ids. */
export interface Tried {
  readonly samples: Calls;
  readonly 'any-shape': Calls;
  readonly clauses: Readonly<Record<string, Calls>>;
  /** calls of one model, whose inputs are of other sizes */
  readonly sizes?: (context: PlanContext) => readonly CallPlan[];
  /** invalid models, by the id of the rule: a valid call, and the same with one thing changed that breaks it */
  readonly invalid?: Readonly<
    Record<string, (context: PlanContext) => Iterable<readonly [valid: CallPlan, broken: CallPlan]>>
  >;
}
