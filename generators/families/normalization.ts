import { type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { batchNormalization } from './normalization/batch-normalization.ts';
import { groupNormalization } from './normalization/group-normalization.ts';
import { instanceNormalization } from './normalization/instance-normalization.ts';
import { layerNormalization } from './normalization/layer-normalization.ts';
import { lpNormalization } from './normalization/lp-normalization.ts';
import { lrn } from './normalization/lrn.ts';
import { meanVarianceNormalization } from './normalization/mean-variance-normalization.ts';
import { rmsNormalization } from './normalization/rms-normalization.ts';

const operators: Readonly<Record<string, NamedPlans>> = {
  BatchNormalization: batchNormalization,
  GroupNormalization: groupNormalization,
  InstanceNormalization: instanceNormalization,
  LayerNormalization: layerNormalization,
  LRN: lrn,
  LpNormalization: lpNormalization,
  MeanVarianceNormalization: meanVarianceNormalization,
  RMSNormalization: rmsNormalization,
};

/** Operators that bring rows to a common size. */
export const normalizationFamily = familyOf(
  byOperator(
    Object.fromEntries(Object.entries(operators).map(([name, plans]) => [name, plansFrom(() => 'mixed', plans)])),
  ),
);
