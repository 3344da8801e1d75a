import { type Asked, type ElementVerdict, rejected, show, WrappedAcceptance } from '../../acceptance/acceptance.ts';
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
 */
export function withShownOverflow(output: ExpectedOutput, data: Tensor, lines: Lines): ExpectedOutput {
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
        return isDenied(lines.lineOf(index)) ? new WithoutOverflow(own) : own;
      };
    },
  };
}

class WithoutOverflow extends WrappedAcceptance {
  judge(got: Scalar, asked?: Asked): ElementVerdict {
    const verdict = this.own.judge(got, asked);
    const isOverflow = got === 0 || !Number.isFinite(got);
    if (!verdict.accepted || !isOverflow || !verdict.observations.some(isNotShifted)) return verdict;
    return rejected(
      () => undefined,
      () => ({
        exact: show(this.own.best),
        allowed: 'what comes of exponentials that do not overflow, as another element of its line shows',
      }),
    );
  }
}

const isNotShifted = ({ policy, choice }: { readonly policy: string; readonly choice: string }): boolean =>
  policy === 'softmax-shift' && choice === 'not-shifted';
