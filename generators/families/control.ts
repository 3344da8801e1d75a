import { bodiesIn } from '../../oracles/graph/resolve.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { sessionCombinations } from '../../oracles/spec/combinations.ts';
import type { WrittenNode } from '../../oracles/spec/declaration.ts';
import type { CallCandidate, Draft, DrawnCell, Family, Plan, PlanContext } from '../cases/proposal.ts';
import { Random } from '../cases/random.ts';
import { rotateBy } from '../cases/take-turns.ts';
import { drawsOf, lazyDraft } from '../covering/candidate.ts';
import { type Sequel, sessionOf } from '../sessions/sessions.ts';
import { fragileValues } from '../values/values.ts';
import {
  acceptsDType,
  type BrokenLines,
  type ControlPlans,
  type GraphLines,
  type GraphLinesOf,
} from './control/control.ts';
import { conditional } from './control/if.ts';
import { loop } from './control/loop.ts';
import { scan } from './control/scan.ts';
import { sequenceMap } from './control/sequence-map.ts';
import { draftOfGraph } from './graphs/draft.ts';
import { type GraphPlan, readGraph } from './graphs/notation.ts';

/** What is tried of each operator, by its name. */
export const controlPlans: Readonly<Record<string, ControlPlans>> = {
  If: conditional,
  Loop: loop,
  Scan: scan,
  SequenceMap: sequenceMap,
};

function planIn(text: string, { version, dtype }: Pick<PlanContext, 'version' | 'dtype'>): GraphPlan | undefined {
  const plan = readGraph(text, { opset: version.since, dtype });
  // models before opset 9 have IR version 3, where each constant is an input as well
  return version.since < 9 && plan?.graph.nodes.some(hasOwnConstants) ? undefined : plan;
}

const hasOwnConstants = ({ attributes }: WrittenNode): boolean =>
  bodiesIn(attributes).some(([, { initializers, nodes }]) => initializers.length > 0 || nodes.some(hasOwnConstants));

/** What computes with numbers in lines: which types it takes depends on the version. */
const computing = /\b(Add|Sub|Mul|Div|Neg|Less)\(/g;

const isOfType = (text: string, context: PlanContext): boolean =>
  Array.from(text.matchAll(computing), ([, name]) => name!).every((name) => acceptsDType(name, context));

/** Drafts of lines, without those that need a later version, or an operator that does not take the type. */
const drafts = (context: PlanContext, lines: GraphLines): Draft[] =>
  Object.entries(lines).flatMap(([condition, text]) => {
    const plan = isOfType(text, context) ? planIn(text, context) : undefined;
    return plan ? [draftOfGraph(context, { condition, text, plan })] : [];
  });

/** The same of a clause; where none is left, of graphs that compute nothing. */
const draftsOf = (context: PlanContext, lines: GraphLinesOf): Draft[] => {
  const found = drafts(context, linesOf(lines, context));
  return found.length > 0 ? found : drafts(context, first(own(context).moves(context), 2));
};

const draftOf = (context: PlanContext, text: string, condition = 'plain'): Draft => {
  const [draft] = drafts(context, { [condition]: text });
  if (!draft) throw new Error(`version ${context.version.since} has no such graph: ${text}`);
  return draft;
};

const own = ({ operator }: Pick<PlanContext, 'operator'>): ControlPlans => controlPlans[operator.name]!;
const linesOf = (lines: GraphLinesOf, context: PlanContext): GraphLines =>
  typeof lines === 'function' ? lines(context) : lines;

/** Returns the first `count` of some lines. */
const first = (lines: GraphLines, count: number): GraphLines =>
  Object.fromEntries(Object.entries(lines).slice(0, count));

/** Returns drafts that move fragile values, starting at another value in each graph. */
function fragile(context: PlanContext): Draft[] {
  const values = fragileValues(context.dtype);
  return Object.entries(own(context).moves(context)).flatMap(([condition, text], turn) => {
    const plan = planIn(text, context);
    if (!plan) return [];
    const inputs = plan.inputs.map((input, i) => {
      if (input.numbers || input.dtype !== context.dtype) return input;
      const from = ((turn + i) * elementCount(input.dims)) % values.length;
      return { ...input, numbers: rotateBy(values, from) };
    });
    return draftOfGraph(context, { condition, text, plan: { ...plan, inputs } });
  });
}

/** The first inputs as constants, all of them, and none. */
function constants(context: PlanContext): Draft[] {
  const [[condition, text] = ['', '']] = Object.entries(own(context).moves(context));
  const plan = planIn(text, context)!;
  const forms: readonly (readonly [string, (i: number) => boolean])[] = [
    ['the first input is a constant', (i) => i === 0],
    ['all inputs are constants', () => true],
    ['all inputs but the first are constants', (i) => i > 0],
    ['no input is a constant', () => false],
  ];
  return forms.map(([what, isConstant]) => {
    const inputs = plan.inputs.map(
      (input, i) => ({ ...input, form: isConstant(i) ? 'initializer' : 'input' }) as const,
    );
    return draftOfGraph(context, { condition: `${condition}, ${what}`, text, plan: { ...plan, inputs } });
  });
}

const shared: Readonly<Record<string, Plan>> = {
  definition: (context) => draftsOf(context, own(context).definition),
  bits: fragile,
  'output-type': (context) => drafts(context, first(own(context).moves(context), 3)),
  'inputs-constant': constants,
};

const ids = new Set(Object.values(controlPlans).flatMap(({ plans }) => Object.keys(plans)));
const rules = new Set(Object.values(controlPlans).flatMap(({ invalid }) => Object.keys(invalid)));

/** The lines that break a rule, each with the valid one as its control. */
const brokenDrafts = (context: PlanContext, { valid, broken }: BrokenLines): Draft[] =>
  Object.entries(broken).flatMap(([what, text]) => {
    const [[right], [wrong]] = [drafts(context, { plain: valid }), drafts(context, { [what]: text })];
    if (!right || !wrong) return [];
    return {
      ...wrong,
      draw(random) {
        const seed = random.next();
        return { ...wrong.draw(new Random(seed)), rejection: { control: () => right.draw(new Random(seed)) } };
      },
    };
  });

/** What may follow a run. */
const sequels: readonly (readonly Sequel[])[] = [
  ['other data'],
  ['the same data', 'other data'],
  ['other data', 'the first data again'],
];

const candidate = (cell: DrawnCell, which: CallCandidate): Draft =>
  lazyDraft(which, () => {
    const context = { ...cell, random: new Random(which.seed), seed: which.seed };
    const draws = drawsOf(context, cell, which);
    const draft = draftOf(context, own(context).draw(draws), 'drawn');
    return cell.clause.id === sessionCombinations ? sessionOf(context, draft, draws.pick(...sequels)) : draft;
  });

/** Operators that run graphs. */
export const controlFamily: Family = {
  plans: {
    ...shared,
    ...Object.fromEntries(
      Array.from(ids, (id): [string, Plan] => [id, (context) => draftsOf(context, own(context).plans[id] ?? {})]),
    ),
  },
  sessions: {
    sizes: (context) => {
      const all = own(context).sizes(context);
      const usable = all.filter((lines) => lines.every((text) => isOfType(text, context)));
      return usable.map((lines) => lines.map((text) => draftOf(context, text)));
    },
    pairs: (context) => {
      const [one, other] = Object.values(linesOf(own(context).definition, context));
      const drafted = drafts(context, { one: one!, other: other! });
      return drafted.length < 2 ? [] : [{ differs: 'another graph', drafts: [drafted[0]!, drafted[1]!] }];
    },
    aliasCandidates: (context) => drafts(context, first(own(context).moves(context), 2)),
    constant: () => [],
  },
  requiredData: () => [],
  invalid: {
    control: (context) =>
      draftOf(context, own(context).whole?.(context) ?? Object.values(own(context).moves(context))[0]!),
    plans: Object.fromEntries(
      Array.from(rules, (id): [string, Plan] => [
        id,
        (context) => (own(context).invalid[id]?.(context) ?? []).flatMap((one) => brokenDrafts(context, one)),
      ]),
    ),
  },
  candidate,
};
