import { paddingToMatch, type Sliding } from '../../arrays/windows.ts';
import { BadInput } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';

/** The values that the text names for auto_pad. */
export const paddings = ['NOTSET', 'SAME_UPPER', 'SAME_LOWER', 'VALID'];

/** Returns the value of auto_pad; NOTSET means that the attribute pads defines the padding. */
export const automaticPadding = <S>(node: Node<S>): string =>
  node.has('auto_pad') ? node.string('auto_pad') : 'NOTSET';

/**
 * Returns the numbers of an attribute with one or more for each dimension; one default for all if it is absent.
 * @throws BadInput for another count
 */
export function numbersFor<S>(node: Node<S>, name: string, count: number, otherwise: number): readonly number[] {
  const given = node.numbers(name) ?? Array.from({ length: count }, () => otherwise);
  if (given.length !== count) throw new BadInput(`${name} has ${given.length} numbers; it must have ${count}`);
  return given;
}

/**
 * Returns the arrangement of windows on dimensions, by default those after batch and channel.
 * @throws BadInput for attributes that do not match the dimensions or each other
 */
export function slidingOf<S>(
  node: Node<S>,
  sizes: readonly number[],
  spatial: readonly number[] = node.input(0).dims.slice(2),
): readonly Sliding[] {
  const rank = spatial.length;
  if (sizes.length !== rank)
    throw new BadInput(`a window of ${sizes.length} dimensions does not match ${rank} spatial dimensions`);
  const [strides, dilations] = [numbersFor(node, 'strides', rank, 1), numbersFor(node, 'dilations', rank, 1)];
  const pads = numbersFor(node, 'pads', 2 * rank, 0);
  const automatic = automaticPadding(node);
  if ([...sizes, ...strides, ...dilations].some((x) => x < 1)) {
    throw new BadInput('kernel_shape, strides and dilations must be 1 or more');
  }
  if (node.has('pads') && automatic !== 'NOTSET') throw new BadInput(`pads cannot be given with auto_pad ${automatic}`);
  if (pads.some((x) => x < 0)) throw new BadInput('pads must be 0 or more');
  return spatial.map((length, i) => {
    const window = { size: sizes[i]!, stride: strides[i]!, dilation: dilations[i]! };
    const padding =
      automatic === 'SAME_UPPER' || automatic === 'SAME_LOWER'
        ? paddingToMatch(length, window, automatic === 'SAME_UPPER' ? 'end' : 'begin')
        : { begin: pads[i]!, end: pads[i + rank]! };
    const ceil = node.has('ceil_mode') && node.flag('ceil_mode');
    return { ...window, ...padding, ceil };
  });
}
