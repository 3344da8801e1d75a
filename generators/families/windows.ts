import {
  dropsWindow,
  extent,
  hasEmptyWindow,
  paddingToMatch,
  type Sliding,
  windowsOn,
} from '../../oracles/arrays/windows.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { opsetOfRules } from '../../oracles/spec/version-at.ts';
import type { Draws } from '../covering/draws.ts';
import type { NamedCall } from '../notation/call-notation.ts';

/** How windows of an operator slide over dimensions, and the attributes that say so, those left out that need not be given. */
export interface WindowPlan {
  readonly sizes: readonly number[];
  readonly sliding: readonly Window[];
  /** there is padding, or may be by what the attributes say */
  readonly isPadded: boolean;
  readonly attributes: NamedCall;
}

/** A window on one dimension of some length. */
export interface Window extends Sliding {
  readonly length: number;
  /** `pads`, or a value of auto_pad */
  readonly padding: string;
}

/** Whether the windows of one dimension are legal. */
export type WindowCheck = (window: Window, opset: number) => boolean;

/** There is a window, which may have nothing but padding in it. */
export const hasWindow: WindowCheck = (window) => window.length + window.begin + window.end >= extent(window);

/** Every window has an element, and no version or reader counts other windows. */
export const hasElementInEach: WindowCheck = (window, opset) => {
  const { length, padding } = window;
  if (!hasWindow(window, opset) || hasEmptyWindow(length, window)) return false;
  const isAsWithoutCeil = () => windowsOn(length, window) === windowsOn(length, { ...window, ceil: false });
  if (padding === 'VALID' && !isAsWithoutCeil()) return false;
  return opset >= 22 || !dropsWindow(length, window);
};

/** The least and the greatest size of each dimension of an image, by their number. */
const ofImages = [
  [64, 1000],
  [8, 40],
  [4, 12],
] as const;

/**
 * Sizes of one, two or three dimensions that windows slide over: of images, and of every class, among them one row and one column.
 * @param most elements at most, where each takes its time
 */
export function spatialSizes(draws: Draws, leastRank = 1, most = 1600): number[] {
  const rank = draws.count(leastRank, 3);
  const [least, greatest] = ofImages[rank - 1]!;
  if (greatest ** rank <= most && draws.once(6)) return Array.from({ length: rank }, () => draws.size(greatest, least));
  return draws.sizes(rank, 1, Math.min(most, draws.pick(20, 60, 60, 200, 400, 1600)));
}

/** Attributes with a number of its own for each dimension, the same for all, or left out. */
const spreads = ['absent', 'absent', 'equal', 'unequal'] as const;

/** What sets the windows of an operator apart from those of a convolution. */
interface Demands {
  readonly fits?: WindowCheck;
  /** elements that the windows of one dimension have together */
  readonly costOf?: (window: Window) => number;
  /** elements that the windows of one channel may have together */
  readonly work?: number;
}

const elementsOn = (window: Window): number => window.size * windowsOn(window.length, window);

/** Windows over dimensions, as the attributes of the version make them. */
export function drawWindows(
  draws: Draws,
  dims: readonly number[],
  { fits = hasWindow, costOf = elementsOn, work = 60_000 }: Demands = {},
): WindowPlan {
  const spreadOf = (name: string) => (draws.declares(name) ? draws.pick(...spreads) : 'absent');
  const kind = draws.pick('any', 'any', 'equal', 'equal', 'points', 'whole');
  const [strides, dilations] = [spreadOf('strides'), spreadOf('dilations')];
  const automatic = draws.declares('auto_pad') ? (['SAME_UPPER', 'SAME_LOWER', 'VALID'] as const) : [];
  const padding = draws.pick('absent', 'absent', 'equal', 'unequal', 'unequal', 'beyond', ...automatic);
  const ceil = draws.declares('ceil_mode') ? draws.maybe(() => draws.pick(0, 1, 1)) : undefined;
  const pad = (most: number) => (padding === 'beyond' ? draws.count(0, most + 3) : draws.count(0, most));

  const draw = (length: number, like?: Window): Window => {
    const any = draws.pick(1, 2, 3, 3, 4, 5);
    const size = { any, equal: like?.size ?? any, points: 1, whole: Math.min(length, 64) }[kind];
    const stepOf = (spread: string, same: number | undefined, most: number) =>
      spread === 'absent' ? 1 : spread === 'equal' && same ? same : draws.count(1, most);
    const stride = stepOf(strides, like?.stride, 4);
    const window = { length, size, stride, dilation: stepOf(dilations, like?.dilation, 3), ceil: ceil === 1, padding };
    if (padding.startsWith('SAME'))
      return { ...window, ...paddingToMatch(length, window, padding === 'SAME_UPPER' ? 'end' : 'begin') };
    if (!['equal', 'unequal', 'beyond'].includes(padding)) return { ...window, begin: 0, end: 0 };
    const begin = padding === 'equal' && like ? like.begin : pad(Math.min(size, 4));
    return { ...window, begin, end: padding === 'equal' ? begin : pad(Math.min(size, 4)) };
  };

  const sliding: Window[] = [];
  // how many times as many elements windows may have as there are
  let room = work / elementCount(dims);
  for (const length of dims) {
    const isLegal = (window: Window) =>
      fits(window, opsetOfRules(draws.context.version)) && costOf(window) / length <= Math.max(room, 1);
    const drawn = Array.from({ length: 12 }, () => draw(length, sliding[0]));
    const least = { length, size: 1, stride: 1, dilation: 1, begin: 0, end: 0, ceil: ceil === 1, padding };
    const window = drawn.find(isLegal) ?? least;
    room /= costOf(window) / length;
    sliding.push(window);
  }
  const given = <T>(spread: string, list: T) => (spread === 'absent' ? undefined : list);
  const isAutomatic = automatic.some((value) => value === padding);
  const notSet = automatic.length > 0 && draws.once(5) ? 'NOTSET' : undefined;
  return {
    sizes: sliding.map(({ size }) => size),
    sliding,
    isPadded: padding.startsWith('SAME') || sliding.some(({ begin, end }) => begin + end > 0),
    attributes: {
      strides: given(
        strides,
        sliding.map(({ stride }) => stride),
      ),
      dilations: given(
        dilations,
        sliding.map(({ dilation }) => dilation),
      ),
      auto_pad: isAutomatic ? padding : notSet,
      pads: given(isAutomatic ? 'absent' : padding, [
        ...sliding.map(({ begin }) => begin),
        ...sliding.map(({ end }) => end),
      ]),
      ceil_mode: ceil,
    },
  };
}

/** Products and sums that a call may take, which the oracle makes exactly: mostly few. */
export const workOf = (draws: Draws): number => (draws.once(25) ? 150_000 : draws.pick(2000, 8000, 8000, 30_000));

/** Channels in groups: how many groups, and how many channels of the data and of the result each has. */
export interface Channels {
  readonly batches: number;
  readonly group: number;
  readonly depth: number;
  readonly each: number;
}

/**
 * Batches and channels of a convolution: of all channels together, of each by itself, or of groups.
 * @param work sums of products that one filter of one channel takes in one batch
 * @param size elements of one channel of the data or the result, whichever is more
 */
export function drawChannels(draws: Draws, work: number, size: number): Channels {
  const room = { work: Math.floor(workOf(draws) / work), elements: Math.floor(6000 / size) };
  const most = () => Math.max(1, Math.min(65, room.work, room.elements));
  const taken = (count: number) => {
    room.work = Math.floor(room.work / count);
    room.elements = Math.floor(room.elements / count);
    return count;
  };
  const batches = taken(Math.min(most(), draws.pick(1, 1, 2, 2, 3, draws.count(4, 9))));
  const grouping = draws.pick('none', 'none', 'each', 'groups');
  if (grouping === 'none') {
    const depth = draws.size(most(), 1);
    room.work = Math.floor(room.work / depth);
    return { batches, group: 1, depth, each: draws.size(most(), 1) };
  }
  const group = taken(grouping === 'each' ? draws.size(most(), 1) : Math.min(most(), draws.pick(2, 2, 3, 4, 8)));
  const depth = grouping === 'each' ? 1 : draws.size(most(), 1);
  room.work = Math.floor(room.work / depth);
  return { batches, group, depth, each: draws.size(Math.min(most(), 17), 1) };
}

/** Batches and channels of data that are pooled. @param work elements that the windows of one channel have together */
export function drawPlanes(draws: Draws, work: number): readonly [batches: number, channels: number] {
  const room = Math.max(1, Math.floor(workOf(draws) / work));
  const batches = Math.min(room, draws.pick(1, 1, 2, 2, 3, draws.count(4, 9)));
  return [batches, draws.size(Math.max(1, Math.min(65, Math.floor(room / batches))), 1)];
}

/** How many windows lie on each dimension. */
export const countsOf = ({ sliding }: WindowPlan): readonly number[] =>
  sliding.map((window) => windowsOn(window.length, window));

/** How many elements the windows of one channel have together. */
export const elementsIn = (windows: WindowPlan): number => elementCount([...countsOf(windows), ...windows.sizes]);
