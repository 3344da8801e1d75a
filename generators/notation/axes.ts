import type { AxisDeclaration } from '../../oracles/spec/declaration.ts';
import { dashed } from '../../oracles/spec/derived-clauses.ts';
import { type CallPlan, draftOfCall } from '../calls/draft-of-call.ts';
import { axesDeclared, axesGiven } from '../calls/named-axes.ts';
import type { Draft, InputForm, PlanContext, Proposal } from '../cases/proposal.ts';
import { negativeCase } from '../invalid/negative-case.ts';
import { tensorOf } from '../values/values.ts';

/** Yields calls whose axes are negative: all axes, or only the first of several. */
export function* negativeAxes(context: PlanContext, id: string, calls: readonly CallPlan[]): Iterable<CallPlan> {
  const axes = new Axes(context, id);
  for (const call of calls) {
    const listed = axes.of(call);
    const fromEnd = (axis: number) => (axis < 0 ? axis : axis - axes.rank(call));
    if (listed.length > 0) yield axes.set(call, listed.map(fromEnd));
    if (listed.length > 1) yield axes.set(call, listed.with(0, fromEnd(listed[0]!)));
  }
}

/**
 * Yields models whose last axis is out of range, at either end. Axes that are inputs are constants at the upper end and run-time inputs
 * at the lower end.
 */
export function* axesOutOfRange(context: PlanContext, id: string, calls: readonly CallPlan[]): Iterable<Draft> {
  const axes = new Axes(context, id);
  for (const call of calls) {
    const listed = axes.of(call);
    if (listed.length === 0) continue;
    const rank = axes.rank(call);
    for (const [i, wrong] of [axes.declared.end ? rank + 1 : rank, -rank - 1].entries()) {
      const valid = draftOfCall(context, axes.set(call, listed, i === 0 ? 'initializer' : 'input'));
      const broken = listed.with(-1, wrong);
      yield negativeCase(valid, `but ${axes.declared.name}=${broken}`, (control) => axes.replace(control, broken));
    }
  }
}

/** The attribute or input of axes that the id of a clause or rule names. */
class Axes {
  readonly declared: AxisDeclaration;
  /** its index among the inputs; -1 for an attribute */
  readonly #input: number;
  readonly #version: PlanContext['version'];

  constructor({ operator, version }: PlanContext, id: string) {
    this.#version = version;
    this.declared = axesDeclared(operator).find(({ name }) => dashed(name) === id)!;
    this.#input = version.inputs.findIndex(({ name }) => name === this.declared.name);
  }

  /** The rank that the axes refer to. */
  rank(call: CallPlan): number {
    const shapes = call.inputs.map((input) => input?.dims ?? []);
    return this.declared.rank?.(shapes, this.of(call).length) ?? shapes[0]!.length;
  }

  /** The axes that a call gives, or the default; empty if there is neither. */
  of(call: CallPlan): readonly number[] {
    return axesGiven({ version: this.#version }, call, this.declared.name);
  }

  set(call: CallPlan, axes: readonly number[], form?: InputForm): CallPlan {
    if (this.#input < 0) return { ...call, attributes: { ...call.attributes, ...this.#asAttribute(axes) } };
    const input = { ...call.inputs[this.#input]!, numbers: axes, ...(form && { form }) };
    return { ...call, inputs: call.inputs.with(this.#input, input) };
  }

  replace(valid: Proposal, axes: readonly number[]): Proposal {
    if (this.#input < 0) return { ...valid, attributes: { ...valid.attributes, ...this.#asAttribute(axes) } };
    const { form, value } = valid.inputs[this.#input]!;
    const changed = { form, value: tensorOf(value!.dtype, value!.dims, axes) };
    return { ...valid, inputs: valid.inputs.with(this.#input, changed) };
  }

  #asAttribute(axes: readonly number[]): Proposal['attributes'] {
    const value =
      this.#attribute.type === 'INTS'
        ? { type: 'INTS' as const, value: axes }
        : { type: 'INT' as const, value: axes[0]! };
    return { [this.declared.name]: value };
  }

  get #attribute() {
    return this.#version.attributes.find(({ name }) => name === this.declared.name)!;
  }
}
