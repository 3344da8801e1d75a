import { plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { affineGrid } from './sampling/affine-grid.ts';
import { gridSample } from './sampling/grid-sample.ts';
import { roiAlign } from './sampling/roi-align.ts';

/** Operators that take samples of data at given locations, and those that make the locations. */
export const samplingFamily = familyOf(
  byOperator({
    AffineGrid: plansFrom(() => 'small', affineGrid),
    GridSample: plansFrom(() => 'distinct', gridSample),
    RoiAlign: plansFrom(() => 'small', roiAlign),
  }),
);
