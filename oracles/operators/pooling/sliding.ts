import type { Sliding } from '../../arrays/windows.ts';
import { paddingToMatch } from '../../arrays/windows.ts';
import { BadInput } from '../../bad-input.ts';
import type { Node } from '../../node.ts';

/** The values that the text names for auto_pad. */
export const paddings = ['NOTSET', 'SAME_UPPER', 'SAME_LOWER', 'VALID'];

/** How the windows of a node lie on the dimensions after batch and channel. @throws BadInput if attributes do not fit */
export function slidingOf<S>(node: Node<S>, sizes: readonly number[]): readonly Sliding[] {
  const spatial = node.input(0).dims.slice(2);
  const rank = spatial.length;
  const list = (name: string, count: number, otherwise: number): readonly number[] => {
    const given = node.numbers(name) ?? Array.from({ length: count }, () => otherwise);
    if (given.length !== count) throw new BadInput(`${name} has ${given.length} numbers where there are ${count}`);
    return given;
  };
  if (sizes.length !== rank) throw new BadInput(`a window of ${sizes.length} dimensions on ${rank}`);
  const [strides, dilations] = [list('strides', rank, 1), list('dilations', rank, 1)];
  const pads = list('pads', 2 * rank, 0);
  const automatic = node.string('auto_pad');
  if ([...sizes, ...strides, ...dilations].some((x) => x < 1)) {
    throw new BadInput('kernel_shape, strides and dilations are 1 or more');
  }
  if (pads.some((x) => x < 0)) throw new BadInput('pads are 0 or more');
  return spatial.map((length, i) => {
    const window = { size: sizes[i]!, stride: strides[i]!, dilation: dilations[i]! };
    const padding =
      automatic === 'SAME_UPPER' || automatic === 'SAME_LOWER'
        ? paddingToMatch(length, window, automatic === 'SAME_UPPER' ? 'end' : 'begin')
        : { begin: pads[i]!, end: pads[i + rank]! };
    const ceil = node.has('ceil_mode') && node.number('ceil_mode') === 1;
    return { ...window, ...padding, ceil };
  });
}
