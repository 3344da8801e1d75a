import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { type InputPlan, specialPlaces } from '../../calls/call-plan.ts';
import type { Draws } from '../../covering/draws.ts';
import { filled, type NamedPlans } from '../../notation/call-notation.ts';

const nan = Number.NaN;

/** Triangles of powers of two whose rows change places: no elimination rounds. */
function triangles(draws: Draws, stacks: readonly number[], n: number): InputPlan {
  const matrix = () => {
    const start = draws.detail(0, n - 1);
    return Array.from({ length: n }, (_, i) => {
      const row = (i + start) % n;
      return Array.from({ length: n }, (_, column) =>
        column < row
          ? 0
          : (1 - 2 * draws.detail(0, 1)) * 2 ** draws.detail(0, 2) * (column > row ? draws.detail(0, 1) : 1),
      );
    }).flat();
  };
  return { dims: [...stacks, n, n], numbers: Array.from({ length: Math.max(1, elementCount(stacks)) }, matrix).flat() };
}

export const det: NamedPlans = {
  draw: (draws) => {
    const n = draws.count(1, 5);
    // the products of all permutations are added up, and each order of pivots is tried
    const stacks = draws.emptied(draws.sizes(draws.count(0, 3), 1, [300, 120, 30, 8, 2][n - 1]));
    if (draws.once(2)) return { X: triangles(draws, stacks, n) };
    const lone = draws.once(6) ? ({ which: 'NaN', place: draws.pick(...specialPlaces) } as const) : undefined;
    const kinds = ['small', 'small', 'mixed', 'mixed', 'distinct', 'halves', 'negative', 'equal', 'zeros'] as const;
    return { X: { ...draws.data([...stacks, n, n], ...kinds), ...(lone && { lone }) } };
  },
  samples: [{ X: '2x2' }, { X: '3x2x2' }, { X: '3x3' }],
  sizes: [[{ X: '2x2' }, { X: '3x3' }, { X: '4x4' }]],
  plans: {
    definition: [
      { X: filled('4x4', [0, 0, 0, 2, 0, 0, 4, 0, 0, -1, 0, 0, 8, 0, 0, 0]) },
      ...['1x1', '2x2', '3x3', '4x4'].flatMap((X) => [{ X }, { X: `${X} distinct` }]),
      // no pivot rounds
      { X: filled('2x2', [1, 2, 3, 4]) },
      { X: filled('3x3', [0, 1, 0, 0, 0, 1, 1, 0, 0]) },
      { X: filled('3x3', [0, 2, 0, 4, 0, 0, 0, 0, 8]) },
      { X: filled('4x4', [0, 0, 0, 2, 0, 0, 4, 0, 0, 1, 0, 0, 8, 0, 0, 0]) },
      { X: filled('3x3', [2, 5, 7, 0, 4, -3, 0, 0, 8]) },
      { X: filled('4x4', [2, 0, 0, 0, 5, -4, 0, 0, 7, 1, 8, 0, 3, 3, 3, 1]) },
      { X: '5x5' },
      // small, and not 0
      { X: filled('2x2', [2 ** -11, 0, 0, 2 ** -11]) },
      { X: filled('2x2', [0, 2 ** -12, -(2 ** -11), 2 ** -11]) },
      { X: filled('3x3', [2 ** -8, 0, 0, 0, 0, 2 ** -7, 0, 2 ** -7, 0]) },
      { X: filled('1x1x1', [2 ** -22]) },
    ],
    stacks: [
      { X: filled('2x3x3', [0, 2, 0, 4, 0, 0, 0, 0, 8, 1, 0, 2, 0, 0, 4, 0, 2, 0]) },
      { X: '4x2x2' },
      { X: '2x3x3x3' },
      { X: '0x2x2' },
      { X: '2x1x2x2 distinct' },
      { X: '3x1x1' },
    ],
    singular: [
      { X: filled('2x2', [1, 2, 2, 4]) },
      { X: filled('2x2', [0]) },
      { X: filled('3x3', [1, 2, 4, 0, 0, 0, 8, 1, 2]) },
      { X: filled('3x3', [0, 1, 2, 0, 4, 8, 0, 1, 1]) },
    ],
    accuracy: ['2x2x2', '3x3x3', '2x4x4'].map((X) => ({ X: `${X} mixed` })),
    'special-values': [
      { X: filled('2x2', [nan, 1, 2, 3]) },
      { X: filled('2x2', [1, nan, 2, 3]) },
      { X: filled('2x2x2', [1, 2, 3, 4, 5, 6, 7, nan]) },
    ],
  },
};
