import { range } from '../../arrays/lines.ts';
import type { ElementAcceptance } from '../../judge/acceptance.ts';
import { either } from '../../judge/any-of.ts';
import { elementAsGiven } from '../../judge/copied-element.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { asked } from '../../judge/explanations/other-calls.ts';
import { type Observation, observe } from '../../judge/policy.ts';
import { minimumOf } from '../../numerics/extremes.ts';
import { elementsOf, type Tensor, tensorOfScalars } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { type Node, remembered, values } from '../../spec/node.ts';
import type { ExpectedOutput } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { changelog, sentenceOf } from '../../spec/source.ts';
import { knownTensor } from '../movement/movement.ts';
import { type Box, overlap } from './overlaps.ts';

/** The boxes of a class of an image, among which is selected. */
interface Candidates {
  readonly image: number;
  readonly class: number;
  readonly scores: readonly number[];
  /** those whose score is not too low */
  readonly boxes: readonly number[];
  /** as many as are selected at most */
  readonly limit: number;
  /** whether one is suppressed by another */
  readonly overlap: (one: number, other: number) => boolean;
}

/** The classes of all images. @throws BadInput if shapes or thresholds do not fit, NotJudged for what has no order */
function candidatesOf<S>(node: Node<S>): readonly Candidates[] {
  const [boxes, scores] = [node.input(0), node.input(1)];
  const [images, count, numbers] = boxes.dims;
  if (boxes.dims.length !== 3 || numbers !== 4) throw new BadInput(`boxes of the shape [${boxes.dims}]`);
  if (scores.dims.length !== 3 || scores.dims[0] !== images || scores.dims[2] !== count) {
    throw new BadInput(`scores [${scores.dims}] of boxes [${boxes.dims}]`);
  }
  const limit = node.inputs[2] ? node.integer(2) : 0;
  if (limit < 0) throw new NotJudged('at most … boxes', limit);
  const [threshold, least] = [numberOf(node, 3) ?? 0, numberOf(node, 4)];
  if (!(threshold >= 0 && threshold <= 1)) throw new BadInput(`iou_threshold is ${threshold}, and not from 0 to 1`);
  const [corners, all] = [boxes, scores].map((input) => elementsOf(knownTensor(input)) as readonly number[]);
  if (!corners!.every(Number.isFinite)) throw new NotJudged('boxes between infinities or NaN');
  if ([least, ...all!].some(Number.isNaN)) throw new NotJudged('an order of NaN');
  const isByCenter = node.flag('center_point_box');
  if (isByCenter && corners!.some((x, i) => i % 4 > 1 && x < 0)) throw new NotJudged('boxes of a negative size');
  const classes = scores.dims[1]!;
  const boxAt = (index: number) => corners!.slice(4 * index, 4 * index + 4) as unknown as Box;
  return range(images!).flatMap((image) => {
    const overlaps = keptFor(knownTensor(boxes), `${image} ${threshold} ${isByCenter}`, () =>
      remembered(count! * count!, (pair) => {
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
const kept = new WeakMap<Tensor, Map<string, Overlaps>>();

/** Overlaps of boxes: each reading of a call asks for the same, and each other call with these boxes. */
function keptFor(boxes: Tensor, key: string, make: () => Overlaps): Overlaps {
  const own = kept.get(boxes) ?? new Map<string, Overlaps>();
  kept.set(boxes, own);
  const overlaps = own.get(key) ?? make();
  own.set(key, overlaps);
  return overlaps;
}

/** The only number of an optional input. */
function numberOf<S>(node: Node<S>, index: number): number | undefined {
  const input = node.inputs[index];
  if (!input) return undefined;
  if (input.dims.length > 1) throw new NotJudged('a number of the shape […]', input.dims);
  const all = elementsOf(knownTensor(input)) as readonly number[];
  if (all.length !== 1) throw new BadInput(`the input ${node.version.inputs[index]!.name} is one number`);
  return all[0]!;
}

/** Of boxes that are left, those of the highest score. */
function highest(boxes: readonly number[], { scores }: Candidates): readonly number[] {
  const most = boxes.reduce((high, box) => Math.max(high, scores[box]!), Number.NEGATIVE_INFINITY);
  return boxes.filter((box) => scores[box] === most);
}

/** What is left of boxes when one of them is selected. */
const without = (boxes: readonly number[], selected: number, { overlap }: Candidates): readonly number[] =>
  boxes.filter((box) => box !== selected && !overlap(selected, box));

/** The definition: the box of the highest score that is left, again and again; of equal scores the first one. */
function selectionOf(of: Candidates): readonly number[] {
  const selected: number[] = [];
  for (let left = of.boxes; left.length > 0 && selected.length < of.limit; ) {
    const [next] = highest(left, of) as [number];
    selected.push(next);
    left = without(left, next, of);
  }
  return selected;
}

/** Whether several boxes may be selected next, at one time or another. */
function hasTie(of: Candidates): boolean {
  let left = of.boxes;
  return selectionOf(of).some((box) => {
    const isTie = highest(left, of).length > 1;
    left = without(left, box, of);
    return isTie;
  });
}

/** Whether boxes are selected where equal scores are in any order. */
function isSelection(selected: readonly number[], of: Candidates): boolean {
  let left = of.boxes;
  for (const box of selected) {
    if (!highest(left, of).includes(box)) return false;
    left = without(left, box, of);
  }
  return selected.length === of.limit || left.length === 0;
}

/** Orders of equal scores beyond which they are not followed. */
const mostOrders = 1000;

/** @throws NotJudged unless as many boxes are selected in each order of equal scores */
function checkCount(of: Candidates): void {
  const seen = new Set<string>();
  const countsFrom = (left: readonly number[], count: number): readonly number[] => {
    if (left.length === 0 || count === of.limit) return [count];
    const key = `${count}:${left}`;
    if (seen.has(key)) return [];
    seen.add(key);
    if (seen.size > mostOrders) throw new NotJudged('more than … orders of equal scores', mostOrders);
    const among = highest(left, of);
    // one that has nothing to do with its equals is selected in any case
    const alone = among.find((one) => among.every((other) => one === other || !of.overlap(one, other)));
    return (alone === undefined ? among : [alone]).flatMap((one) => countsFrom(without(left, one, of), count + 1));
  };
  if (new Set(countsFrom(of.boxes, 0)).size > 1) {
    throw new NotJudged('a number of boxes that depends on the order of equal scores');
  }
}

/** A call with another number as an input; `undefined` where the input is not there, or the number. */
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

/** What is said of a threshold itself, the other way round. */
const hypotheses = [
  asked('leaves-out-equal-scores', 'a box whose score is score_threshold is left out', (call) =>
    withNumber(call, 4, (threshold) => {
      const scores = elementsOf(call.inputs[1]!) as readonly number[];
      return scores.includes(threshold) ? minimumOf(scores.filter((score) => score > threshold)) : undefined;
    }),
  ),
  asked('suppresses-equal-overlaps', 'a box that overlaps by just iou_threshold is suppressed', (call) =>
    withNumber(call, 3, (threshold) => (threshold > 0 ? Math.fround(threshold * (1 - 2 ** -23)) : undefined)),
  ),
];

/** NonMaxSuppression: boxes of the highest scores that do not overlap those before them too much. */
export const nonMaxSuppression = define({
  name: 'NonMaxSuppression',
  family: 'order',
  definition:
    'for each image and class the boxes by falling scores, without those that overlap a selected one by more than iou_threshold',
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
      says('definition', 'Boxes are selected that do not overlap those that were selected before.'),
      implies('by-score', 'The one of the highest score that is left is selected next.', shown),
      implies('order', 'Selected boxes are in the order of images, then of classes, then of falling scores.', shown),
      says('indices', 'A row is the index of the image, of the class and of the box.', 'output selected_indices'),
      says(
        'overlap',
        'They overlap if what both have in common is more than iou_threshold of what they cover together.',
      ),
      {
        ...says('equal-overlap', 'A box that overlaps by just iou_threshold is kept.'),
        source: sentenceOf(schema, 'summary', '1.21'),
      },
      says(
        'any-corners',
        'Boxes are given by the corners of either diagonal, y before x.',
        'attribute center_point_box',
      ),
      says(
        'center-point',
        'With center_point_box=1 they are given by their center, x before y, width and height.',
        'attribute center_point_box',
      ),
      says('translation', 'A translation or reflection of the coordinates changes nothing.'),
      says('score-threshold', 'Boxes whose score is less than score_threshold are left out.'),
      says('equal-score', 'A box whose score is score_threshold is not left out.'),
      says(
        'limit',
        'Of each class of an image no more than max_output_boxes_per_class are selected.',
        'input max_output_boxes_per_class',
      ),
      says('scalars', 'The limit and the thresholds are scalars.', 'inputs'),
      says('classes', 'Each class is selected by itself, of the boxes of its image.', 'input scores'),
      says('images', 'Each image has boxes and scores of its own.', 'input boxes'),
      {
        id: 'ties',
        text: 'Of boxes of equal scores any may come first.',
        source: { document: changelog, place: `NonMaxSuppression-${schema.since}: no sentence speaks of it` },
        level: 'unspecified',
      },
      implies('without-area', 'Boxes without an area have nothing in common with others.', reference),
      implies('any-count', 'Every box counts, however many there are.', reference),
      implies('size-zero', 'Without boxes, classes or images nothing is selected.', numpy('arrays of size 0')),
    ];
  },
  rules: (schema) => [
    rule('invalid-boxes', 'Boxes have four numbers, and each a score in each class.', 'inputs', schema),
    rule('invalid-threshold', 'iou_threshold is from 0 to 1.', 'input iou_threshold', schema),
  ],
});

/** An answer that selects boxes by another order of equal scores is right as a whole. */
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
        ? either([elements[index]!, ...rowsOf[Math.floor(index / 3)]!.boxes.map(BigInt)].map(elementAsGiven))
        : expected.accept(index),
    given: ([got]) => {
      const numbers = elementsOf(got!) as readonly bigint[];
      const rows = rowsOf.map((_, row) => numbers.slice(3 * row, 3 * row + 3).map(Number));
      if (!isLegal(rows)) return expected.accept;
      const choice = numbers.every((x, i) => x === elements[i]) ? 'lower-index' : 'another';
      return (index) => choosing(elements[index]!, numbers[index]!, observe('equal-scores', choice));
    },
  };
}

/** An element of a right answer, which shows a choice. */
function choosing(best: bigint, got: bigint, observation: Observation): ElementAcceptance {
  const own = elementAsGiven(got);
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
