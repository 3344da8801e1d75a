import { dropsWindow, elementsOfWindows, hasEmptyWindow, windowsOn } from '../../arrays/windows.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { memoized, type Node } from '../../spec/node.ts';
import { opsetOfRules } from '../../spec/version-at.ts';
import { automaticPadding, slidingOf } from './sliding.ts';

/** The shape of the result, and the elements of the data in the window of each of its elements. */
export interface PoolWindows {
  readonly dims: readonly number[];
  places(index: number): readonly number[];
  /** returns the number of elements of a window, including padding */
  padded(index: number): number;
}

/** The first opset whose versions omit a last window that begins after the data. */
const firstThatDropsWindows = 22;

/**
 * Returns the windows of a node.
 * @throws NotJudged for data without spatial dimensions, for windows without sizes, for a window of only padding, and for one
 * that only later versions omit
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
  if (
    opsetOfRules(node.version) < firstThatDropsWindows &&
    spatial.some((length, i) => dropsWindow(length, sliding[i]!))
  ) {
    throw new NotJudged('a last window that begins after the data');
  }
  const rounded = (ceil: boolean) => spatial.map((length, i) => windowsOn(length, { ...sliding[i]!, ceil }));
  if (automaticPadding(node) === 'VALID' && String(rounded(true)) !== String(rounded(false)) && sliding[0]!.ceil) {
    throw new NotJudged('a last window that is only partly filled, with auto_pad VALID');
  }
  const windows = elementsOfWindows(spatial, sliding);
  const [count, size] = [elementCount(windows.counts), elementCount(spatial)];
  const inWindow = memoized(count, (window) => windows.of(window).map(({ index }) => index));
  return {
    dims: [...dims.slice(0, 2), ...windows.counts],
    places: (index) => inWindow(index % count).map((place) => Math.floor(index / count) * size + place),
    padded: (index) => windows.padded(index % count),
  };
}

/**
 * Returns one window over each whole channel: the result has size 1 in each dimension after batch and channel.
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
