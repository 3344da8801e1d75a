import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { type Nested, tensorOf, values } from '../call.ts';

/** Boxes that overlap the first by all, by 3/5, by 1/3, by 1/4 and by nothing. */
const boxes = [
  [0, 0, 4, 4],
  [0, 0, 4, 4],
  [0, 1, 4, 5],
  [0, 2, 4, 6],
  [1, 1, 3, 3],
  [0, 4, 4, 8],
];
const scores = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

/** The boxes that are selected of one image and class. */
function selected(
  of: Nested,
  own: readonly number[],
  { limit = 9, overlap, score, center_point_box = 0 }: Record<string, number> = {},
): readonly unknown[] {
  const inputs = [
    [of],
    [[own]],
    [BigInt(limit!)],
    overlap === undefined ? undefined : [overlap],
    score === undefined ? undefined : [score],
  ];
  const rows = values('NonMaxSuppression', { center_point_box: center_point_box! }, inputs) as bigint[][];
  return rows.map(([, , box]) => Number(box));
}

describe('NonMaxSuppression', () => {
  it('keeps boxes that overlap those before them by no more than iou_threshold', () => {
    expect(selected(boxes, scores, { overlap: 0.625 })).toEqual([0, 2, 3, 4, 5]);
    expect(selected(boxes, scores, { overlap: 0.5 })).toEqual([0, 3, 4, 5]);
    expect(selected(boxes, scores, { overlap: 0.28125 })).toEqual([0, 4, 5]);
    // a quarter is not above a quarter
    expect(selected(boxes, scores, { overlap: 0.25 })).toEqual([0, 4, 5]);
    expect(selected(boxes, scores, { overlap: 0.125 })).toEqual([0, 5]);
    // without a threshold nothing may be in common; edges have no area
    expect(selected(boxes, scores)).toEqual([0, 5]);
  });

  it('keeps a box that only one overlaps that was left out itself', () =>
    expect(selected(boxes.slice(1, 4), [0.9, 0.7, 0.6], { overlap: 0.5 })).toEqual([0, 2]));

  it('goes by falling scores, and takes no more than the limit', () => {
    expect(selected(boxes, scores.toReversed(), { overlap: 1 })).toEqual([5, 4, 3, 2, 1, 0]);
    expect(selected(boxes, scores, { overlap: 1, limit: 2 })).toEqual([0, 1]);
    expect(selected(boxes, scores, { overlap: 1, limit: 0 })).toEqual([]);
  });

  it('leaves out scores below score_threshold, and not the threshold', () => {
    expect(selected(boxes, [0.75, 0.5, 0.25, 0, -1, 1], { overlap: 1, score: 0.25 })).toEqual([5, 0, 1, 2]);
    // what is left out suppresses nothing
    expect(selected(boxes, [-1, 0.5, 0.25, 0.125, 1, 2], { overlap: 0.5, score: 0 })).toEqual([5, 4, 1, 3]);
  });

  it('has any corners, y before x, or a center, x before y', () => {
    const turned = boxes.map(([y1, x1, y2, x2]) => [y2!, x1!, y1!, x2!]);
    expect(selected(turned, scores, { overlap: 0.5 })).toEqual([0, 3, 4, 5]);
    // as corners these would be other boxes
    const centers = [
      [2, 10, 4, 2],
      [4, 10, 4, 2],
      [2, 11, 4, 2],
    ];
    // by a third each
    expect(selected(centers, [3, 2, 1], { overlap: 0.25, center_point_box: 1 })).toEqual([0]);
    expect(selected(centers, [3, 2, 1], { overlap: 0.375, center_point_box: 1 })).toEqual([0, 1, 2]);
  });

  it('keeps boxes without an area', () =>
    expect(
      selected(
        [
          [1, 1, 1, 1],
          [1, 1, 1, 1],
          [0, 0, 2, 2],
        ],
        [3, 2, 1],
      ),
    ).toEqual([0, 1, 2]));

  it('has rows of image, class and box, each class by itself', () => {
    const pair = [
      [0, 0, 2, 2],
      [0, 0, 2, 2],
    ];
    const all = [
      [
        [3, 4],
        [2, 1],
      ],
      [
        [1, 2],
        [5, 4],
      ],
    ];
    expect(values('NonMaxSuppression', {}, [[pair, pair], all, [9n], [0.5]])).toEqual([
      [0n, 0n, 1n],
      [0n, 1n, 0n],
      [1n, 0n, 1n],
      [1n, 1n, 0n],
    ]);
  });

  it('admits equal scores in any order, as a whole', () => {
    const operator = findOperator('NonMaxSuppression')!;
    const inputs = [
      tensorOf('float32', [0, 0, 2, 2, 0, 0, 2, 2, 5, 5, 6, 6], [1, 3, 4]),
      tensorOf('float32', [0.5, 0.5, 0.5], [1, 1, 3]),
      tensorOf('int64', [9n]),
      tensorOf('float32', [0.5]),
    ];
    const version = versionAt(operator, newestOpset);
    const expected = operator.expect(version, { attributes: {}, inputs });
    const judged = (...selection: bigint[]) =>
      compare(expected, [
        tensorOf(
          'int64',
          selection.flatMap((box) => [0n, 0n, box]),
          [2, 3],
        ),
      ]);
    expect([judged(0n, 2n), judged(1n, 2n), judged(2n, 1n), judged(2n, 0n)].map(({ accepted }) => accepted)).toEqual(
      Array(4).fill(true),
    );
    // the first two overlap, and a box is there once
    expect([judged(0n, 1n), judged(2n, 2n), judged(1n, 0n)].map(({ accepted }) => accepted)).toEqual(
      Array(3).fill(false),
    );
  });

  it('does not judge what depends on a rounding, or on the order of equal scores', () => {
    // 7/10 and its float32, which is less
    const tenth = [
      [0, 0, 1, 10],
      [0, 0, 1, 7],
    ];
    expect(() => selected(tenth, [2, 1], { overlap: Math.fround(0.7) })).toThrow(NotJudged);
    // the one in the middle overlaps both others
    expect(() => selected(boxes.slice(1, 4), [0.5, 0.5, 0.5], { overlap: 0.5 })).toThrow(NotJudged);
    expect(() => selected(boxes, scores.with(2, Number.NaN))).toThrow(NotJudged);
    expect(() => selected(boxes, scores, { limit: -1 })).toThrow(NotJudged);
    expect(() => selected([[0, 0, -1, 1]], [1], { center_point_box: 1 })).toThrow(NotJudged);
  });

  it('refuses thresholds beyond 0 and 1, and scores of other boxes', () => {
    expect(() => selected(boxes, scores, { overlap: 1.5 })).toThrow(BadInput);
    expect(() => selected(boxes, scores, { overlap: -0.5 })).toThrow(BadInput);
    expect(() => selected(boxes, scores.slice(1))).toThrow(BadInput);
  });
});
