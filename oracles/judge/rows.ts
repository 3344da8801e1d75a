import { DependentResult, hasCommonValue, intersect, type Quantity, type QuantityPart } from '../arithmetic/sharing.ts';
import { contains, empty, roundStored, spanOf, type ValueSet } from '../arithmetic/value-set.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { elementCount, scalarsOf, type Tensor } from '../numerics/tensor.ts';
import type { Scalar } from '../numerics/trait.ts';
import { type ElementAcceptance, type ElementVerdict, type JudgementGoal, WrappedAcceptance } from './acceptance.ts';
import type { Evaluations } from './evaluations.ts';
import type { Tier } from './tier.ts';

/** The bounds of an element, perhaps dependent on a quantity that its row shares. */
type RowElement = ValueSet | DependentResult;

/**
 * Returns a function that checks, for the answers in an output, whether evaluations explain the whole row of an element. One
 * value of the quantity that the row shares must explain all its answers. A row consists of all elements that depend on one
 * quantity; an element without a quantity is independent.
 */
export function rowsOf(answers: Tensor, output: number, format: FloatFormat) {
  const got = scalarsOf(answers);
  const rowsBy = new Map<Evaluations, ReadonlyMap<Quantity, readonly number[]>>();
  const known = new Map<Quantity, boolean>();
  return (ways: readonly [Evaluations, ...Evaluations[]], index: number): boolean => {
    const elements = ways.map((way) => way.sharing(format)[output]!.at);
    const quantities = elements.flatMap((at) => quantityOf(at(index)) ?? []);
    const [quantity] = quantities;
    if (!quantity) return true;
    const [main] = ways;
    const rows = rowsBy.get(main) ?? inRows(elementCount(answers.dims), (place) => quantityOf(elements[0]!(place)));
    rowsBy.set(main, rows);
    const row = rows.get(quantity) ?? [index];
    const explains = (answer: number, part: QuantityPart) => {
      const place = row[answer]!;
      return elements.some((at) => contains(roundStored(boundIn(at(place), part), format), got(place) as number));
    };
    const accounts =
      known.get(quantity) ??
      hasCommonValue(
        quantities.flatMap(({ parts }) => parts),
        format.precision + guardBits,
        row.length,
        explains,
      );
    known.set(quantity, accounts);
    return accounts;
  };
}

/** The precision to which values of a quantity are distinguished, in bits beyond that of the type. */
const guardBits = 6;

const quantityOf = (element: RowElement): Quantity | undefined =>
  element instanceof DependentResult ? element.quantity : undefined;

/** Returns whether the first element of an output, as evaluated, depends on a number that its row shares. */
export function sharesNumbers(way: Evaluations, output: number, format: FloatFormat): boolean {
  const { dims, at } = way.sharing(format)[output]!;
  return elementCount(dims) > 0 && at(0) instanceof DependentResult;
}

function inRows(count: number, rowOf: (place: number) => Quantity | undefined) {
  const rows = new Map<Quantity, number[]>();
  for (let place = 0; place < count; place++) {
    const row = rowOf(place);
    if (row && !rows.get(row)?.push(place)) rows.set(row, [place]);
  }
  return rows;
}

/** Returns the bounds of an element if the quantity of its row lies in a part. */
function boundIn(element: RowElement, part: QuantityPart): ValueSet {
  if (!(element instanceof DependentResult)) return element;
  return intersect(element.quantity.bound, part) === empty ? empty : element.at(part);
}

/** The acceptance of an element that checks its whole row, if the definition does not explain an answer or its bounds are wide. */
export class RowAcceptance extends WrappedAcceptance {
  readonly #inRow: () => ElementAcceptance;
  readonly #saysLittle: () => boolean;

  constructor(own: ElementAcceptance, inRow: () => ElementAcceptance, saysLittle: () => boolean) {
    super(own);
    this.#inRow = inRow;
    this.#saysLittle = saysLittle;
  }

  judge(got: Scalar, asked?: JudgementGoal): ElementVerdict {
    const verdict = this.own.judge(got, asked);
    if (!verdict.accepted) return verdict;
    const isPlain = verdict.isOfDefinition && (isNearest(verdict.tier) || !this.#saysLittle());
    return isPlain ? verdict : this.#inRow().judge(got, asked);
  }
}

const isNearest = (tier: Tier | undefined): boolean => tier === 'exact' || tier === 'faithful';

/** Returns whether a bound is wider than a quarter of its largest magnitude. */
export function isWide(bound: ValueSet): boolean {
  const { finite } = spanOf(bound);
  if (!finite) return false;
  const size = d.maximum(d.abs(finite.lo), d.abs(finite.hi));
  return d.compare(d.scale(d.subtract(finite.hi, finite.lo), 2), size) > 0;
}
