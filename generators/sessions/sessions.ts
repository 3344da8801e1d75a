import type { DType } from '../../oracles/numerics/dtype.ts';
import { inLargerBuffer, type Tensor } from '../../oracles/numerics/tensor.ts';
import { mapTensors } from '../../oracles/numerics/value.ts';
import { firstOpset, operators, opsetRange } from '../../oracles/operators.ts';
import type { Binding } from '../../oracles/spec/declaration.ts';
import { excuseOf } from '../../oracles/spec/excuse.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { secondModel, withMoreWords } from '../cases/facts.ts';
import type { Draft, Plan, PlanContext, Proposal, ProposedInput, SessionMaterial, Step } from '../cases/proposal.ts';
import { isCurrent } from '../cases/take-turns.ts';
import { negativeCase } from '../invalid/negative-case.ts';
import { withOtherData } from './fresh-data.ts';

/** A run of a session: its model, its description and its data. Steps with equal `draft` and `data` have equal data. */
interface SessionStep extends Omit<Step, 'proposal'> {
  readonly draft: Draft;
  readonly data: number;
}

const step = (what: string, draft: Draft, data = 0, model = 0, node?: Step['node']): SessionStep => ({
  what,
  draft,
  data,
  model,
  ...(node && { node }),
});

/** A session of four runs: some data, the same again, other data, and the first again. */
const sameDataTwice = (context: PlanContext, draft: Draft): Draft =>
  session(context, [
    step('', draft),
    step('the same data', draft),
    step('other data', draft, 1),
    step('the first data again', draft),
  ]);

/** A session of eight runs: a pool, a ring of buffers or a compiler that waits for a hot loop may take effect late. */
const eightRuns = (context: PlanContext, draft: Draft): Draft =>
  session(context, [
    step('', draft),
    ...Array.from({ length: 6 }, (_, i) => step('other data', draft, i + 1)),
    step('the first data again', draft),
  ]);

/** A session of one run and `others` runs on other data. */
const freshDataRuns = (context: PlanContext, draft: Draft, others: number): Draft =>
  session(context, [step('', draft), ...Array.from({ length: others }, (_, i) => step('other data', draft, i + 1))]);

/** A run that may follow another run of the model. */
export type Sequel = 'the same data' | 'other data' | 'the first data again';

/** A session that runs a draft, then each sequel. With `other`, that draft of other shapes runs right before the last sequel. */
export function sessionOf(context: PlanContext, draft: Draft, sequel: readonly Sequel[], other?: Draft): Draft {
  const scenes = sequel.map((what, i) => step(what, draft, what === 'other data' ? i + 1 : 0));
  const grown = other ? [step('other shapes', other)] : [];
  return session(context, [step('', draft), ...scenes.slice(0, -1), ...grown, scenes.at(-1)!]);
}

/** A session of two models in turn, each with its own data. */
const alternateModels = (
  context: PlanContext,
  differs: string,
  [a, b]: readonly [Draft, Draft],
  node?: Step['node'],
): Draft =>
  session(context, [
    step('', a),
    step(differs, b, 0, 1, node),
    step('other data', a, 1),
    step('other data', b, 1, 1, node),
    step('the first data again', a),
  ]);

/** The plans of the session clauses, which apply to every operator. */
export function sessionPlans(
  { sizes, pairs, aliasCandidates, constant }: SessionMaterial,
  invalid: (rule: string) => Plan | undefined,
): Readonly<Record<string, Plan>> {
  return {
    *'session-reuse'(context) {
      for (const [first] of shareAmongTypes(sizes(context), context, 3)) yield sameDataTwice(context, first!);
      for (const [first] of shareAmongTypes(sizes(context), context, 5)) yield eightRuns(context, first!);
      for (const draft of constant(context)) yield sessionOf(context, draft, ['the same data']);
    },
    *'session-shapes'(context) {
      const several = sizes(context).filter(({ length }) => length > 1);
      for (const [first, ...others] of shareAmongTypes(several, context, 2)) {
        const last = step('the first shapes and data again', first!);
        yield session(context, [step('', first!), ...others.map((draft) => step('other shapes', draft)), last]);
      }
    },
    *'sessions-interleaved'(context) {
      const [[own]] = sizes(context) as [[Draft]];
      const alien = foreignModels(context).map(([differs, node]) => {
        const [[other]] = sizes({ ...context, ...node, types: reboundTo(context, node) }) as [[Draft]];
        return alternateModels(context, differs, [own, other], node);
      });
      const all = [...pairs(context).map(({ differs, drafts }) => alternateModels(context, differs, drafts)), ...alien];
      yield* shareAmongTypes(all, context, 2);
    },
    *'sessions-after-refusal'(context) {
      const [[own]] = sizes(context) as [[Draft]];
      const negative = (context.version.rules ?? []).flatMap(({ id }) => [...invalid(id)!(context)]);
      for (const attempt of shareAmongTypes([withWrongRank(own), ...negative], context, 4))
        yield afterRejection(attempt, own);
    },
    *'inputs-unchanged'(context) {
      for (const draft of shareAmongTypes([sizes(context)[0]![0]!, ...aliasCandidates(context)], context, 2)) {
        yield freshDataRuns(context, draft, 1);
      }
    },
    *'outputs-disjoint'(context) {
      for (const draft of shareAmongTypes([sizes(context)[0]![0]!, ...aliasCandidates(context)], context, 2))
        yield freshDataRuns(context, draft, 2);
    },
  };
}

/**
 * Returns every n-th item, at least one: n is `most`, or fewer at a current version. The dtypes of a version share the items, and the
 * distribution differs between versions. The dtypes of a current version together have all items.
 */
function shareAmongTypes<T>(items: readonly T[], context: PlanContext, most: number): readonly T[] {
  const { operator, version, clause, dtype } = context;
  const dtypes = clause.dtypes ?? version.dtypes;
  const stride = isCurrent(context) ? Math.min(most, dtypes.length) : most;
  const start = operator.versions.indexOf(version) + dtypes.indexOf(dtype);
  const turn = items.filter((_, i) => (i + start) % stride === 0);
  return turn.length > 0 ? turn : items.slice(0, 1);
}

/** The type variables of a context, with the first, which is the main one, bound to the dtype of another node. */
function reboundTo({ types, dtype }: PlanContext, { dtype: other = dtype }: NonNullable<Step['node']>): Binding {
  const [main, ...rest] = Object.keys(types);
  return main === undefined
    ? types
    : { [main]: other, ...Object.fromEntries(rest.map((name) => [name, types[name]!])) };
}

/** Dtypes that nearly every runtime supports: an unsupported second model would leave the first one untested. */
const widelyKnown: readonly DType[] = ['float32', 'float64', 'int32', 'int64'];

/** True if a version has type variables of these names. */
const isBoundAlike = ({ bindings }: OperatorVersion, names: readonly string[]): boolean =>
  !bindings || bindings.some((binding) => String(Object.keys(binding)) === String(names));

/** The same node in another dtype, at another opset, of another version or of another operator. */
function foreignModels(context: PlanContext): [string, NonNullable<Step['node']>][] {
  const { operator, version, types, dtype } = context;
  const found: [string, NonNullable<Step['node']>][] = [];
  const hasToRun = (other: OperatorVersion, node: NonNullable<Step['node']> = {}) =>
    excuseOf(other, reboundTo(context, node)) === undefined;
  const inDType = widelyKnown.find(
    (other) => other !== dtype && version.dtypes.includes(other) && hasToRun(version, { dtype: other }),
  );
  if (inDType) found.push([`dtype ${inDType}`, { dtype: inDType }]);
  const { first, last } = opsetRange(operator, version);
  const middle = (first + last + 1) >> 1; // the newest is often not supported yet
  if (last > first) found.push([`opset ${middle}`, { opset: middle }]);
  const versions = operator.versions.filter(
    (other) =>
      other !== version && other.dtypes.includes(dtype) && isBoundAlike(other, Object.keys(types)) && hasToRun(other),
  );
  const nearest = versions.find((other) => other.since > version.since) ?? versions.at(-1);
  if (nearest) found.push([`opset ${firstOpset(nearest)}`, { version: nearest, opset: firstOpset(nearest) }]);
  const family = operators.filter((other) => other.family === operator.family);
  const neighbour = family[(family.findIndex(({ name }) => name === operator.name) + 1) % family.length]!;
  const same = neighbour.versions.find(
    (other) => firstOpset(other) === first && other.dtypes.includes(dtype) && hasToRun(other),
  );
  if (neighbour.name !== operator.name && same) {
    found.push([`operator ${neighbour.name}`, { operator: neighbour, version: same, opset: first }]);
  }
  return found;
}

/** A draft that runs the scenes one after another. */
function session(context: PlanContext, scenes: readonly SessionStep[]): Draft {
  const [{ draft: first }, ...sequel] = scenes as [SessionStep, ...SessionStep[]];
  return {
    summary: `${first.summary}; then ${sequel.map(describeStep).join(', ')}`,
    facts: withMoreWords(first.facts, sequel.some(({ model }) => model > 0) ? [secondModel] : []),
    draw(random) {
      const drawn = new Map<Draft, Proposal[]>();
      const [opening, ...steps] = scenes.map(({ draft, data, what, model, node }) => {
        const known = drawn.get(draft) ?? [];
        drawn.set(draft, known);
        if (known[data] === undefined) {
          const proposal = draft.draw(random);
          const [before] = known;
          known[data] = asViews(before ? withOtherData(before, proposal, data, { ...context, ...node }) : proposal);
        }
        return { what, model, ...(node && { node }), proposal: known[data] };
      });
      return { ...opening!.proposal, furtherRuns: steps };
    },
  };
}

/** A draft of a valid model whose first input is passed with one dimension more. */
const withWrongRank = (valid: Draft): Draft =>
  negativeCase(valid, 'but given one dimension more', (control) => {
    const [{ form, value, held }, ...rest] = control.inputs as [ProposedInput, ...ProposedInput[]];
    const raised = (tensor: Tensor): Tensor => ({ ...tensor, dims: [1, ...tensor.dims] });
    const first: ProposedInput = {
      form,
      value: value && raised(value),
      ...(held && { held: mapTensors(held, raised) as typeof held }),
    };
    return { ...control, runtimeInputs: [first, ...rest] };
  });

/** A session of something to reject, then its control on the same shapes and data, the same again, and another model. */
const afterRejection = (attempt: Draft, other: Draft): Draft => ({
  get summary() {
    return `to be refused first: ${attempt.summary}; then its control, the same data, another model`;
  },
  get facts() {
    return attempt.facts;
  },
  draw(random) {
    const rejectedFirst = attempt.draw(random);
    const control = asViews(rejectedFirst.rejection!.control());
    const furtherRuns = [
      { what: 'the same data', model: 0, proposal: control },
      { what: 'another model', model: 1, proposal: asViews(other.draw(random)) },
    ];
    return { ...control, rejectedFirst, furtherRuns };
  },
});

/** Returns the proposal with inputs that are parts of a larger buffer, as programs that pack their inputs pass them. */
const asViews = (proposal: Proposal): Proposal => ({
  ...proposal,
  inputs: proposal.inputs.map(({ value, ...input }) => ({ ...input, value: value && inLargerBuffer(value) })),
});

const describeStep = ({ what, model }: SessionStep): string => (model === 0 ? what : `model ${model + 1}: ${what}`);
