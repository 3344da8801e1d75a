import type { DType } from '../../oracles/numerics/dtype.ts';
import { isDrawn } from '../../oracles/spec/combinations.ts';
import type { Cell } from '../cases/case.ts';
import type { CallCandidate, Draft, Family, Plan } from '../cases/proposal.ts';
import { chosenCallsOf } from '../covering/rows.ts';
import { argReductionFamily } from '../families/arg-reduction.ts';
import { attentionFamily } from '../families/attention.ts';
import { castFamily } from '../families/cast.ts';
import { contractionFamily } from '../families/contraction.ts';
import { controlFamily } from '../families/control.ts';
import { convolutionFamily } from '../families/convolution.ts';
import { elementwiseFamily } from '../families/elementwise.ts';
import { graphPlans, graphs } from '../families/graphs.ts';
import { imageFamily } from '../families/image.ts';
import { lossFamily } from '../families/loss.ts';
import { movementFamily } from '../families/movement.ts';
import { normalizationFamily } from '../families/normalization.ts';
import { orderFamily } from '../families/order.ts';
import { poolingFamily } from '../families/pooling.ts';
import { quantizeFamily } from '../families/quantize.ts';
import { quantizedContractionFamily } from '../families/quantized-contraction.ts';
import { randomFamily } from '../families/random.ts';
import { recurrentFamily } from '../families/recurrent.ts';
import { reductionFamily } from '../families/reduction.ts';
import { resizeFamily } from '../families/resize.ts';
import { samplingFamily } from '../families/sampling.ts';
import { scanFamily } from '../families/scan.ts';
import { sequenceFamily } from '../families/sequence.ts';
import { melFamily, signalFamily, windowFamily } from '../families/signal.ts';
import { softmaxFamily } from '../families/softmax.ts';
import { textFamily } from '../families/text.ts';
import { invalidModelPlans } from '../invalid/invalid-models.ts';
import { fromPlans } from '../notation/declaration-error.ts';
import { withoutPlan } from '../notation/derived.ts';
import { sessionPlans } from '../sessions/sessions.ts';
import { findSubject } from './subjects.ts';

/** The families of operators, by the family name that the operators declare. */
export const families: Readonly<Record<string, Family>> = {
  'arg-reduction': argReductionFamily,
  attention: attentionFamily,
  cast: castFamily,
  contraction: contractionFamily,
  control: controlFamily,
  convolution: convolutionFamily,
  elementwise: elementwiseFamily,
  image: imageFamily,
  loss: lossFamily,
  movement: movementFamily,
  reduction: reductionFamily,
  normalization: normalizationFamily,
  order: orderFamily,
  pooling: poolingFamily,
  quantize: quantizeFamily,
  'quantized-contraction': quantizedContractionFamily,
  random: randomFamily,
  recurrent: recurrentFamily,
  resize: resizeFamily,
  sampling: samplingFamily,
  scan: scanFamily,
  sequence: sequenceFamily,
  signal: signalFamily,
  'mel-scale': melFamily,
  'window-function': windowFamily,
  softmax: softmaxFamily,
  text: textFamily,
};

/** The plans of each family, by the id of the clause exercised or the rule broken. */
const plans = new Map([
  ...Object.entries(families).map(
    ([name, family]) =>
      [
        name,
        {
          ...family.plans,
          ...sessionPlans(family.sessions, (id) => family.invalid.plans[id] ?? family.derived?.(id)),
          ...invalidModelPlans(family.invalid),
        },
      ] as const,
  ),
  [graphs.family, graphPlans(({ family }) => families[family]!.sessions)],
]);

/**
 * The plan that exercises the clause of a cell, or breaks its rule. Its drafts are made at once.
 * @throws DeclarationError if there is none; the plan throws it as well
 */
export const planOf = (cell: Cell): ((...context: Parameters<Plan>) => Draft[]) => {
  const plan = fromPlans(cell, () => declaredPlanOf(cell));
  return (context) => fromPlans(cell, () => [...plan(context)]);
};

function declaredPlanOf(cell: Cell): Plan {
  const { operator, clause } = cell;
  if (isDrawn(clause)) {
    return ({ seed }) => chosenCallsOf(cell).map(({ index, suite }) => candidateIn(cell, { index, seed, suite }));
  }
  const plan = plans.get(operator.family)?.[clause.id] ?? families[operator.family]?.derived?.(clause.id);
  return plan ?? withoutPlan();
}

/** The draft of a call that is drawn for a cell, by its number. */
export const candidateIn = (cell: Cell, which: CallCandidate): Draft =>
  families[cell.operator.family]!.candidate(cell, which);

/** The kinds of data that the suite must try in a dtype, for an operator with these clauses. */
export function requiredData(name: string, dtype: DType, clauses: readonly string[]): readonly string[] {
  const operator = findSubject(name)!;
  const declared = operator.versions.flatMap((version) => version.clauses);
  const isOfOthers = (id: string) => {
    const own = declared.filter((clause) => clause.id === id);
    return own.length > 0 && own.every((clause) => clause.dtypes && !clause.dtypes.includes(dtype));
  };
  const own = clauses.filter((id) => !isOfOthers(id));
  return families[operator.family]?.requiredData(dtype, own) ?? [];
}
