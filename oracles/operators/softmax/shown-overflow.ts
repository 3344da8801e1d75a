import {
  type Asked,
  type ElementAcceptance,
  type ElementVerdict,
  rejected,
  show,
  WrappedAcceptance,
} from '../../acceptance/acceptance.ts';
import type { Observation } from '../../acceptance/policy.ts';
import { type Lines, range } from '../../arrays/lines.ts';
import { remembered } from '../../node.ts';
import { type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { largestFinite } from '../../numerics/rounding.ts';
import { scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import type { ExpectedOutput } from '../../operator.ts';

/**
 * An exponential that overflows shows in its own place, where no number comes of it but 0. Where another number stands there,
 * zeros and infinities of the rest of the line did not come of an overflow either.
 * @param shifted what is accepted of evaluations that shift
 */
export function withShownOverflow(
  output: ExpectedOutput,
  shifted: () => ExpectedOutput,
  data: Tensor,
  lines: Lines,
): ExpectedOutput {
  const most = Math.log(largestFinite(formatOf(data.dtype) as FloatFormat));
  const scalar = scalarsOf(data);
  const overflows = (index: number) => (scalar(index) as number) > most && Number.isFinite(scalar(index));
  return {
    ...output,
    given: ([answer]) => {
      const got = scalarsOf(answer!);
      const isNumber = (index: number) => got(index) !== 0 && Number.isFinite(got(index));
      const isDenied = remembered(lines.count, (line) =>
        range(lines.length).some((place) => {
          const index = lines.index(line, place);
          return overflows(index) && isNumber(index);
        }),
      );
      return (index) => {
        const own = output.accept(index);
        return isDenied(lines.lineOf(index)) ? new WithoutOverflow(own, shifted().accept(index)) : own;
      };
    },
  };
}

class WithoutOverflow extends WrappedAcceptance {
  readonly #shifted: ElementAcceptance;

  constructor(own: ElementAcceptance, shifted: ElementAcceptance) {
    super(own);
    this.#shifted = shifted;
  }

  judge(got: Scalar, asked?: Asked): ElementVerdict {
    const verdict = this.own.judge(got, asked);
    const isOverflow = got === 0 || !Number.isFinite(got);
    if (!verdict.accepted || !isOverflow) return verdict;
    const shifted = this.#shifted.judge(got, asked);
    if (shifted.accepted) return shifted;
    return rejected(
      () => undefined,
      () => ({
        exact: show(this.own.best),
        allowed: 'what comes of exponentials that do not overflow, as another element of its line shows',
      }),
    );
  }
}

/** True for the choice not to shift. */
export const isNotShifted = ({ policy, choice }: Observation): boolean =>
  policy === 'softmax-shift' && choice === 'not-shifted';
