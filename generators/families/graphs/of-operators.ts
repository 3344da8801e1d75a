import { isSameTensor } from '../../../oracles/numerics/tensor.ts';
import { operators, versionAt } from '../../../oracles/operators.ts';
import { type Binding, inputName, outputName, outputsOf, type WrittenNode } from '../../../oracles/spec/declaration.ts';
import { isOfTensors } from '../../../oracles/spec/expect-values.ts';
import type { Operator, OperatorVersion } from '../../../oracles/spec/operator.ts';
import { calleeOf } from '../../../oracles/spec/operator-name.ts';
import { bindingsOf, mainOf } from '../../cases/bindings.ts';
import { withMoreWords } from '../../cases/facts.ts';
import type { Draft, Plan, PlanContext, Proposal, ProposedInput, SessionMaterial } from '../../cases/proposal.ts';
import { Random } from '../../cases/random.ts';
import { betweenQuantizations, betweenTranspositions, type Surrounding, surrounded } from './surrounded.ts';

/** Two nodes of one operator in a graph. */
interface NodePair {
  readonly what: string;
  readonly drafts: readonly [Draft, Draft];
  /** whether the first one has constants alone */
  readonly isFolded: boolean;
}

/** What follows for every operator, whatever it computes. */
export const nodePairClauses = [
  {
    id: 'constant-folding',
    text: 'A node of constants alone gives what it gives for the same values at run time.',
  },
  {
    id: 'common-subexpressions',
    text: 'Two nodes of one operator that read the same values are two where their attributes or constants differ.',
  },
  {
    id: 'between-transpositions',
    text: 'A node that reads what is transposed sees the dimensions in their new order.',
  },
  {
    id: 'between-quantizations',
    text: 'A node that reads what is dequantized computes with the numbers that it stands for.',
  },
] as const;

/**
 * The plans of {@link nodePairClauses}: of each operator that is there at an opset, and was at none
 * of the opsets tried before it.
 * @param material the plainest drafts of an operator
 */
export function nodePairPlans(
  material: (operator: Operator) => SessionMaterial,
  isTried: (operator: Operator, opset: number) => boolean,
): Readonly<Record<(typeof nodePairClauses)[number]['id'], Plan>> {
  const each = (draftsOf: (context: PlanContext) => readonly Draft[]): Plan =>
    function* (context) {
      for (const operator of operators) {
        // what is between nodes here is a tensor
        if (!isOfTensors(operator) || !isTried(operator, context.version.since)) continue;
        const version = versionAt(operator, context.version.since);
        const own = { ...context, operator, version, ...typesOf(version) };
        yield* draftsOf(own);
      }
    };
  const plainest = (context: PlanContext): readonly Draft[] =>
    material(context.operator)
      .sizes(context)
      .flatMap(([first]) => first ?? []);
  const within = (surrounding: Surrounding): Plan =>
    each((context) =>
      context.version.inputs.length > 0 && surrounding.suits(context.operator)
        ? plainest(context)
            .slice(0, 2)
            .map((draft) => surroundedDraft(context, draft, surrounding))
        : [],
    );
  return {
    'constant-folding': each((context) =>
      plainest(context)
        .slice(0, 1)
        .map((draft) =>
          draftOf(context, { what: 'of constants, and at run time', drafts: [draft, draft], isFolded: true }),
        ),
    ),
    'common-subexpressions': each((context) =>
      material(context.operator)
        .pairs(context)
        .map(({ differs, drafts }) => draftOf(context, { what: `twice, with ${differs}`, drafts, isFolded: false })),
    ),
    'between-transpositions': within(betweenTranspositions),
    'between-quantizations': within(betweenQuantizations),
  };
}

/** A draft of a call among other nodes. */
const surroundedDraft = ({ operator, version }: PlanContext, draft: Draft, surrounding: Surrounding): Draft => ({
  suite: 'standard',
  get summary() {
    return `${operator.name} ${surrounding.what}: ${draft.summary}`;
  },
  get facts() {
    return withMoreWords(draft.facts, [operator.name]);
  },
  draw: (random) => surrounded(operator, version, draft.draw(random), surrounding),
});

/** The type that every runtime has, where an operator admits it. */
function typesOf(version: OperatorVersion): { readonly types: Binding; readonly dtype: PlanContext['dtype'] } {
  const all = bindingsOf(version);
  const types = all.find((binding) => mainOf(binding) === 'float32') ?? all[0]!;
  return { types, dtype: mainOf(types) };
}

function draftOf({ operator, version }: PlanContext, { what, drafts, isFolded }: NodePair): Draft {
  const [first] = drafts;
  return {
    suite: 'standard',
    get summary() {
      return `${operator.name} ${what}: ${first.summary}`;
    },
    get facts() {
      return withMoreWords(first.facts, [operator.name]);
    },
    draw(random) {
      const seed = random.next();
      const proposals = drafts.map((draft) => draft.draw(new Random(seed)));
      return graphOf(operator, version, proposals, isFolded);
    },
  };
}

/** One graph of several calls: values of equal type, shape and elements are one, but for those that are constant in one call only. */
function graphOf(
  operator: Operator,
  version: OperatorVersion,
  calls: readonly Proposal[],
  isFolded: boolean,
): Proposal {
  const inputs: ProposedInput[] = [];
  const names: string[] = [];
  const nodes = calls.map((call, place): WrittenNode => {
    const nameOf = ({ form, value, sameAs }: ProposedInput, i: number): string => {
      if (sameAs !== undefined) return nameOf(call.inputs[sameAs]!, sameAs);
      if (!value) return '';
      const own = isFolded && place === 0 ? 'initializer' : form;
      const known = inputs.findIndex((other) => other.form === own && isSameTensor(other.value!, value));
      if (known >= 0) return names[known]!;
      const name = `${inputName(version, i)}_${names.length}`;
      names.push(name);
      inputs.push({ form: own, value });
      return name;
    };
    return {
      ...calleeOf(operator.name),
      attributes: call.attributes,
      inputs: call.inputs.map(nameOf),
      outputs: Array.from({ length: outputsOf(version, call) }, (_, i) => `${outputName(version, i)}_of_${place}`),
    };
  });
  return {
    attributes: {},
    graph: { nodes, inputs: names, outputs: nodes.flatMap(({ outputs }) => outputs) },
    inputs,
    dataClass: calls[0]!.dataClass,
  };
}
