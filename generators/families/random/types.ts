import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import type { Draws } from '../../covering/draws.ts';
import type { NamedCall } from '../../notation/call-notation.ts';

/** The codes of the types that the output may have. */
export const outputTypeCodes = ({ version }: PlanContext): number[] =>
  version.outputs[0]!.dtypes!.map((dtype) => formatOf(dtype).code);

/** A seed, which another run of the same model has as well. */
export const drawSeed = (draws: Draws): number => draws.count(-100, 100);

/** Calls with each type that the output may have. */
export const withEachOutputType =
  (call: (context: PlanContext) => NamedCall) =>
  (context: PlanContext): NamedCall[] =>
    outputTypeCodes(context).map((dtype) => ({ ...call(context), dtype }));
