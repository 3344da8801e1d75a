import { dropsWindow, elementsOfWindows, hasEmptyWindow, windowsOn } from '../../arrays/windows.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { type Node, remembered } from '../../spec/node.ts';
import { automaticPadding, slidingOf } from './sliding.ts';

/** The shape of what is pooled, and which elements of the data lie in the window of each of its elements. */
export interface PoolWindows {
  readonly dims: readonly number[];
  places(index: number): readonly number[];
  /** how many elements a window has with its padding */
  padded(index: number): number;
}

/** The version that leaves out a last window that begins in the padding. */
const firstThatDropsWindows = 22;

/**
 * The windows of a node, as its attributes have them.
 * @throws NotJudged for data without spatial dimensions, or without sizes of windows, and where a window has nothing but padding, or is only left out by later versions
 */
export function windowsOf<S>(node: Node<S>): PoolWindows {
  const { dims } = node.input(0);
  if (dims.length < 3) throw new NotJudged('a pool over windows of […]', dims);
  const spatial = dims.slice(2);
  const sizes = node.numbers('kernel_shape');
  if (!sizes) throw new NotJudged('windows without kernel_shape');
  const sliding = slidingOf(node, sizes);
  if (spatial.some((length, i) => sliding[i]!.stride > 1 && windowsOn(length, sliding[i]!) === 0)) {
    throw new NotJudged('no window by the formula, whose quotient shape inference rounds towards zero');
  }
  if (spatial.some((length, i) => hasEmptyWindow(length, sliding[i]!))) {
    throw new NotJudged('a window with nothing but padding');
  }
  if (node.version.since < firstThatDropsWindows && spatial.some((length, i) => dropsWindow(length, sliding[i]!))) {
    throw new NotJudged('a last window that begins behind the data');
  }
  const rounded = (ceil: boolean) => spatial.map((length, i) => windowsOn(length, { ...sliding[i]!, ceil }));
  if (automaticPadding(node) === 'VALID' && String(rounded(true)) !== String(rounded(false)) && sliding[0]!.ceil) {
    throw new NotJudged('a last window that is not filled beside auto_pad VALID');
  }
  const windows = elementsOfWindows(spatial, sliding);
  const [count, size] = [elementCount(windows.counts), elementCount(spatial)];
  const inWindow = remembered(count, (window) => windows.of(window).map(({ index }) => index));
  return {
    dims: [...dims.slice(0, 2), ...windows.counts],
    places: (index) => inWindow(index % count).map((place) => Math.floor(index / count) * size + place),
    padded: (index) => windows.padded(index % count),
  };
}

/**
 * One window over all of a channel: what is pooled has a size of 1 in each dimension after batch and channel.
 * @throws NotJudged for channels without elements
 */
export function windowOfChannel<S>(node: Node<S>): PoolWindows {
  const { dims } = node.input(0);
  const spatial = dims.slice(2);
  const size = elementCount(spatial);
  if (dims.length < 3 || size === 0) throw new NotJudged('a pool over the channels of […]', dims);
  return {
    dims: [...dims.slice(0, 2), ...spatial.map(() => 1)],
    places: (index) => Array.from({ length: size }, (_, i) => index * size + i),
    padded: () => size,
  };
}
