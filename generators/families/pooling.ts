import { type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import type { ValueKind } from '../values/values.ts';
import { averagePool } from './pooling/average-pool.ts';
import { globalAveragePool, globalLpPool, globalMaxPool } from './pooling/global.ts';
import { lpPool } from './pooling/lp-pool.ts';
import { maxPool } from './pooling/max-pool.ts';
import { maxRoiPool } from './pooling/max-roi-pool.ts';
import { maxUnpool } from './pooling/max-unpool.ts';

const operators: Readonly<Record<string, readonly [ValueKind, NamedPlans]>> = {
  AveragePool: ['small', averagePool],
  GlobalAveragePool: ['small', globalAveragePool],
  GlobalLpPool: ['small', globalLpPool],
  GlobalMaxPool: ['distinct', globalMaxPool],
  LpPool: ['small', lpPool],
  MaxPool: ['distinct', maxPool],
  MaxRoiPool: ['distinct', maxRoiPool],
  MaxUnpool: ['distinct', maxUnpool],
};

/** Operators that make one element of each window, or of each cell of a region. */
export const poolingFamily = familyOf(
  byOperator(
    Object.fromEntries(Object.entries(operators).map(([name, [kind, own]]) => [name, plansFrom(() => kind, own)])),
  ),
);
