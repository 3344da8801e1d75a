import { range } from '../../arrays/lines.ts';
import type { ElementAcceptance } from '../../judge/acceptance.ts';
import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { answersOtherCall } from '../../judge/explanations/other-calls.ts';
import { type Observation, observe } from '../../judge/policy.ts';
import { minimumOf } from '../../numerics/extremes.ts';
import { elementsOf, type Tensor, tensorOfScalars } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { memoized, type Node, values } from '../../spec/node.ts';
import type { ExpectedOutput } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { changelog, sentenceOf } from '../../spec/source.ts';
import { knownTensor } from '../movement/movement.ts';
import { type Box, overlap } from './overlaps.ts';

/** The boxes of a class of an image that may be selected. */
interface Candidates {
  readonly image: number;
  readonly class: number;
  readonly scores: readonly number[];
  /** indices of the boxes whose score is not below score_threshold */
  readonly boxes: readonly number[];
  /** the greatest number of selected boxes */
  readonly limit: number;
  /** whether one box suppresses the other */
  readonly overlap: (one: number, other: number) => boolean;
}

/**
 * Returns the candidates of each class of each image.
 * @throws BadInput for shapes or thresholds that are not valid
 * @throws NotJudged for boxes, scores or limits with which the selection is not defined
 */
function candidatesOf<S>(node: Node<S>): readonly Candidates[] {
  const [boxes, scores] = [node.input(0), node.input(1)];
  const [images, count, numbers] = boxes.dims;
  if (boxes.dims.length !== 3 || numbers !== 4)
    throw new BadInput(`boxes have the shape [${boxes.dims}]; it must be [images, boxes, 4]`);
  if (scores.dims.length !== 3 || scores.dims[0] !== images || scores.dims[2] !== count) {
    throw new BadInput(`scores [${scores.dims}] do not match boxes [${boxes.dims}]`);
  }
  const limit = node.inputs[2] ? node.integer(2) : 0;
  if (limit < 0) throw new NotJudged('at most … boxes', limit);
  const [threshold, least] = [numberOf(node, 3) ?? 0, numberOf(node, 4)];
  if (!(threshold >= 0 && threshold <= 1)) throw new BadInput(`iou_threshold is ${threshold}; it must be from 0 to 1`);
  const [corners, all] = [boxes, scores].map((input) => elementsOf(knownTensor(input)) as readonly number[]);
  if (!corners!.every(Number.isFinite)) throw new NotJudged('boxes with infinities or NaN');
  if ([least, ...all!].some(Number.isNaN)) throw new NotJudged('an order of NaN');
  const isByCenter = node.flag('center_point_box');
  if (isByCenter && corners!.some((x, i) => i % 4 > 1 && x < 0)) throw new NotJudged('boxes of a negative size');
  const classes = scores.dims[1]!;
  const boxAt = (index: number) => corners!.slice(4 * index, 4 * index + 4) as unknown as Box;
  return range(images!).flatMap((image) => {
    const overlaps = keptFor(knownTensor(boxes), `${image} ${threshold} ${isByCenter}`, () =>
      memoized(count! * count!, (pair) => {
        const [one, other] = [Math.floor(pair / count!), pair % count!];
        return overlap(boxAt(image * count! + one), boxAt(image * count! + other), threshold, isByCenter);
      }),
    );
    return range(classes).map((own): Candidates => {
      const first = (image * classes + own) * count!;
      const ownScores = all!.slice(first, first + count!);
      return {
        ...{ image, class: own, scores: ownScores, limit },
        boxes: range(count!).filter((box) => least === undefined || !(ownScores[box]! < least)),
        overlap: (one, other) => overlaps(Math.min(one, other) * count! + Math.max(one, other)),
      };
    });
  });
}

type Overlaps = (pair: number) => boolean;
const overlapCache = new WeakMap<Tensor, Map<string, Overlaps>>();

/** Returns overlaps of boxes from a cache: several evaluations of a call, and several calls with the same boxes, need them. */
function keptFor(boxes: Tensor, key: string, make: () => Overlaps): Overlaps {
  const own = overlapCache.get(boxes) ?? new Map<string, Overlaps>();
  overlapCache.set(boxes, own);
  const overlaps = own.get(key) ?? make();
  own.set(key, overlaps);
  return overlaps;
}

/** Returns the number in an optional input; `undefined` if it is absent. @throws BadInput unless it is one number */
function numberOf<S>(node: Node<S>, index: number): number | undefined {
  const input = node.inputs[index];
  if (!input) return undefined;
  if (input.dims.length > 1) throw new NotJudged('a scalar input of shape […]', input.dims);
  const all = elementsOf(knownTensor(input)) as readonly number[];
  if (all.length !== 1) throw new BadInput(`the input ${node.version.inputs[index]!.name} must be one number`);
  return all[0]!;
}

/** Returns the boxes with the highest score. */
function highest(boxes: readonly number[], { scores }: Candidates): readonly number[] {
  const most = boxes.reduce((high, box) => Math.max(high, scores[box]!), Number.NEGATIVE_INFINITY);
  return boxes.filter((box) => scores[box] === most);
}

/** Returns the boxes that are left after one of them is selected. */
const boxesLeft = (boxes: readonly number[], selected: number, { overlap }: Candidates): readonly number[] =>
  boxes.filter((box) => box !== selected && !overlap(selected, box));

/** The definition: selects the box with the highest score among those left, repeatedly; the first one of equal scores. */
function selectionOf(of: Candidates): readonly number[] {
  const selected: number[] = [];
  for (let left = of.boxes; left.length > 0 && selected.length < of.limit; ) {
    const [next] = highest(left, of) as [number];
    selected.push(next);
    left = boxesLeft(left, next, of);
  }
  return selected;
}

/** Returns whether several boxes have the highest score at any step of the selection. */
function hasTie(of: Candidates): boolean {
  let left = of.boxes;
  return selectionOf(of).some((box) => {
    const isTie = highest(left, of).length > 1;
    left = boxesLeft(left, box, of);
    return isTie;
  });
}

/** Returns whether boxes are a right selection, with equal scores in any order. */
function isSelection(selected: readonly number[], of: Candidates): boolean {
  let left = of.boxes;
  for (const box of selected) {
    if (!highest(left, of).includes(box)) return false;
    left = boxesLeft(left, box, of);
  }
  return selected.length === of.limit || left.length === 0;
}

/** The greatest number of states to visit in the search of `checkCount`. */
const mostOrders = 1000;

/** @throws NotJudged if the number of selected boxes depends on the order of equal scores, or the search exceeds its limit */
function checkCount(of: Candidates): void {
  const seen = new Set<string>();
  const countsFrom = (left: readonly number[], count: number): readonly number[] => {
    if (left.length === 0 || count === of.limit) return [count];
    const key = `${count}:${left}`;
    if (seen.has(key)) return [];
    seen.add(key);
    if (seen.size > mostOrders) throw new NotJudged('more than … orders of equal scores', mostOrders);
    const among = highest(left, of);
    // a box that does not overlap its equals is selected in any order
    const alone = among.find((one) => among.every((other) => one === other || !of.overlap(one, other)));
    return (alone === undefined ? among : [alone]).flatMap((one) => countsFrom(boxesLeft(left, one, of), count + 1));
  };
  if (new Set(countsFrom(of.boxes, 0)).size > 1) {
    throw new NotJudged('a number of boxes that depends on the order of equal scores');
  }
}

/** Returns a call with another number as an input; `undefined` if the input is absent, or `other` returns none. */
function withNumber(
  { inputs, ...call }: Call,
  index: number,
  other: (x: number) => number | undefined,
): Call | undefined {
  const input = inputs[index];
  const number = input && other(elementsOf(input)[0] as number);
  if (number === undefined) return undefined;
  return {
    ...call,
    inputs: inputs.with(
      index,
      tensorOfScalars(input!.dtype, input!.dims, () => number),
    ),
  };
}

/** Mistakes at a value that equals a threshold. */
const hypotheses = [
  answersOtherCall('leaves-out-equal-scores', 'a box whose score is score_threshold is left out', (call) =>
    withNumber(call, 4, (threshold) => {
      const scores = elementsOf(call.inputs[1]!) as readonly number[];
      return scores.includes(threshold) ? minimumOf(scores.filter((score) => score > threshold)) : undefined;
    }),
  ),
  answersOtherCall('suppresses-equal-overlaps', 'a box that overlaps by just iou_threshold is suppressed', (call) =>
    withNumber(call, 3, (threshold) => (threshold > 0 ? Math.fround(threshold * (1 - 2 ** -23)) : undefined)),
  ),
];

/** NonMaxSuppression: selects the boxes with the highest scores that do not overlap earlier ones too much. */
export const nonMaxSuppression = define({
  name: 'NonMaxSuppression',
  family: 'order',
  definition:
    'for each image and class, the boxes by decreasing score, without those that overlap a selected one by more than iou_threshold',
  copiesElements: true,
  hypotheses,
  evaluate: (a, node) => {
    const rows = candidatesOf(node).flatMap((of) => selectionOf(of).map((box) => [of.image, of.class, box]));
    return [values('int64', [rows.length, 3], (i) => a.of(BigInt(rows[Math.floor(i / 3)]![i % 3]!)))];
  },
  refine([expected], version, call) {
    const all = candidatesOf(nodeOf<Scalar>(version, call, 1, (x) => x));
    const tied = all.filter(hasTie);
    for (const one of tied) checkCount(one);
    return [tied.length > 0 ? inAnyOrderOfEquals(expected!, all) : expected!];
  },
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    const shown = { document: 'ONNX’s backend tests', place: 'test_nonmaxsuppression_*' };
    const reference = { document: 'onnx/reference/ops/op_non_max_suppression.py', place: 'suppress_by_iou' };
    return [
      says('definition', 'A box is selected only if it does not overlap a box selected before.'),
      implies('by-score', 'The box with the highest score of those left is selected next.', shown),
      implies('order', 'Selected boxes are ordered by image, then by class, then by decreasing score.', shown),
      says('indices', 'A row contains the indices of the image, the class and the box.', 'output selected_indices'),
      says('overlap', 'Boxes overlap if their intersection is more than iou_threshold times their union.'),
      {
        ...says('equal-overlap', 'A box that overlaps by exactly iou_threshold is kept.'),
        source: sentenceOf(schema, 'summary', '1.21'),
      },
      says(
        'any-corners',
        'A box is given by two corners on either diagonal, y before x.',
        'attribute center_point_box',
      ),
      says(
        'center-point',
        'With center_point_box=1, a box is given by its center, x before y, its width and its height.',
        'attribute center_point_box',
      ),
      says('translation', 'A translation or reflection of the coordinates changes nothing.'),
      says('score-threshold', 'Boxes whose score is less than score_threshold are left out.'),
      says('equal-score', 'A box whose score equals score_threshold is not left out.'),
      says(
        'limit',
        'At most max_output_boxes_per_class boxes are selected for each class of an image.',
        'input max_output_boxes_per_class',
      ),
      says('scalars', 'The limit and the thresholds are scalars.', 'inputs'),
      says('classes', 'Boxes are selected for each class separately, from the boxes of the image.', 'input scores'),
      says('images', 'Each image has its own boxes and scores.', 'input boxes'),
      {
        id: 'ties',
        text: 'Any of several boxes with equal scores may come first.',
        source: { document: changelog, place: `NonMaxSuppression-${schema.since}: no sentence mentions it` },
        level: 'unspecified',
      },
      implies('without-area', 'Boxes without an area do not overlap others.', reference),
      implies('any-count', 'Every box is considered, for any number of boxes.', reference),
      implies('size-zero', 'If there are no boxes, classes or images, no box is selected.', numpy('arrays of size 0')),
    ];
  },
  rules: (schema) => [
    rule('invalid-boxes', 'Each box has four numbers, and a score for each class.', 'inputs', schema),
    rule('invalid-threshold', 'iou_threshold is in [0, 1].', 'input iou_threshold', schema),
  ],
});

/** Returns the output so that it also accepts a whole selection by another order of equal scores. */
function inAnyOrderOfEquals(expected: ExpectedOutput, all: readonly Candidates[]): ExpectedOutput {
  const own = all.map(selectionOf);
  const rowsOf = own.flatMap((selected, i) => selected.map(() => all[i]!));
  const isLegal = (rows: readonly (readonly number[])[]) =>
    rows.every(([image, one], i) => image === rowsOf[i]!.image && one === rowsOf[i]!.class) &&
    all.every((of, i) => {
      const first = own.slice(0, i).reduce((sum, { length }) => sum + length, 0);
      const boxes = rows.slice(first, first + own[i]!.length).map(([, , box]) => box!);
      return isSelection(boxes, of);
    });
  const elements = range(3 * rowsOf.length).map((index) => expected.accept(index).best as bigint);
  const isBox = (index: number) => index % 3 === 2;
  return {
    ...expected,
    accept: (index) =>
      isBox(index)
        ? acceptAnyOf([elements[index]!, ...rowsOf[Math.floor(index / 3)]!.boxes.map(BigInt)].map(copiedElement))
        : expected.accept(index),
    given: ([got]) => {
      const numbers = elementsOf(got!) as readonly bigint[];
      const rows = rowsOf.map((_, row) => numbers.slice(3 * row, 3 * row + 3).map(Number));
      if (!isLegal(rows)) return expected.accept;
      const choice = numbers.every((x, i) => x === elements[i]) ? 'lower-index' : 'another';
      return (index) => acceptChosen(elements[index]!, numbers[index]!, observe('equal-scores', choice));
    },
  };
}

/** Returns the acceptance of an element of a right answer, with an observation. */
function acceptChosen(best: bigint, got: bigint, observation: Observation): ElementAcceptance {
  const own = copiedElement(got);
  return {
    ...own,
    best,
    isExactInAnyOrder: false,
    judge(one) {
      const verdict = own.judge(one);
      return verdict.accepted ? { ...verdict, observations: [observation] } : verdict;
    },
  };
}
