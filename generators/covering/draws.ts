import { elementCount } from '../../oracles/numerics/tensor.ts';
import { type InputPlan, specialPlaces } from '../calls/call-plan.ts';
import type { PlanContext } from '../cases/proposal.ts';
import type { Random } from '../cases/random.ts';
import { rotateBy } from '../cases/take-turns.ts';
import { sizeRanges } from '../classes/sizes.ts';
import { loneNumbers, type ValueKind, valueKinds } from '../values/values.ts';

/** How often sizes of each range are drawn. */
const weights = [3, 12, 12, 22, 12, 9, 9, 6, 5, 4, 3, 2, 1] as const;

/** The greatest size that is drawn. */
const greatest = 5000;

const ranges = sizeRanges.map(({ least, most }, i) => ({ least, most: Math.min(most, greatest), weight: weights[i]! }));

/** Elements of a tensor, mostly few, and how often of ten. */
const rooms = [300, 300, 300, 300, 300, 300, 1500, 1500, 1500, 6000] as const;

/** The most room that a call has, and the least size that counts as long: places in it have more digits than some types. */
const [mostRoom, long] = [Math.max(...rooms), 1025];

/** Kinds of data that have no infinities and no NaN. */
const finiteKinds = valueKinds.filter((kind) => kind !== 'special');

/**
 * Draws what a call is made of. The classes of a call come from a stream that the seed of a run does not change, what they
 * leave open (which size of a range, which numbers) from another: another seed gives other calls of the same classes.
 */
export class Draws {
  readonly context: PlanContext;
  /** elements that a tensor may have */
  readonly room: number;
  readonly #choices: Random;
  readonly #details: Random;

  constructor(context: PlanContext, choices: Random, details: Random) {
    this.context = context;
    this.#choices = choices;
    this.#details = details;
    this.room = choices.pick(rooms);
  }

  /** Whether the version has an attribute or an input of a name. */
  declares(name: string): boolean {
    const { attributes, inputs } = this.context.version;
    return [...attributes, ...inputs].some((declared) => declared.name === name);
  }

  /** The values that the text names of an attribute. */
  modes(name: string): readonly string[] {
    return this.context.version.attributes.find((attribute) => attribute.name === name)?.values ?? [];
  }

  /** Whether the text of the version counts the axes under a name from the last dimension as well. */
  countsBack(name: string): boolean {
    return this.context.version.axes?.some((axis) => axis.name === name) ?? false;
  }

  /** One of some, each as likely as the others. */
  pick<T>(...items: readonly T[]): T {
    return this.#choices.pick(items);
  }

  /** True once in so many draws. */
  once(of: number): boolean {
    return this.#choices.integer(1, of) === 1;
  }

  /** A count that kernels branch on: a rank, a number of axes. */
  count(least: number, most: number): number {
    return this.#choices.integer(least, most);
  }

  /** Some of a list, in any order. */
  some<T>(items: readonly T[], count = this.count(0, items.length)): T[] {
    return this.#choices.shuffle(items).slice(0, count);
  }

  /** A list that begins at another place. */
  turned<T>(list: readonly T[]): readonly T[] {
    return rotateBy(list, this.detail(0, Math.max(0, list.length - 1)));
  }

  /** A number that no class depends on. */
  detail(least: number, most: number): number {
    return this.#details.integer(least, most);
  }

  /** A size of any class. @param most at most; ranges beyond it are not drawn */
  size(most = this.room, least = 0): number {
    const open = ranges.filter((range) => range.least <= most && range.most >= least);
    const range = this.pick(...open.flatMap((one) => Array<typeof one>(one.weight).fill(one)));
    const [from, to] = [Math.max(range.least, least), Math.min(range.most, most)];
    const lanes = this.pick(1, 1, 2, 4, 8, 16);
    const [first, last] = [Math.ceil(from / lanes), Math.floor(to / lanes)];
    return first > last || lanes === 1 ? this.detail(from, to) : lanes * this.detail(first, last);
  }

  /** The sizes of a shape, some of them perhaps equal, within the room. @param least of each */
  sizes(rank: number, least = 0, room = this.room): number[] {
    const dims = Array<number>(rank).fill(1);
    const order = this.#choices.shuffle([...dims.keys()]);
    for (const [i, axis] of order.entries()) {
      const left = Math.floor(room / elementCount(dims.filter((size) => size > 0)));
      const other = i > 0 && this.once(4) ? dims[this.pick(...order.slice(0, i))]! : undefined;
      // drawn in any case, so that what comes after it is the same with another seed
      const size = this.size(Math.max(left, least), least);
      dims[axis] = other !== undefined && other <= left ? other : size;
    }
    return dims;
  }

  /** A size that is mostly small, where each element takes its time; of calls with the most room a long one. */
  sizeOrLong(most: number, least = 0): number {
    return this.room === mostRoom ? this.size(greatest, Math.max(long, least)) : this.size(most, least);
  }

  /** The sizes of a shape that has few elements, where each takes its time; of calls with the most room one that is long. */
  sizesOrLong(rank: number, least: number, room: number): number[] {
    return this.lengthened(this.sizes(rank, least, room), least);
  }

  /** Sizes; of calls with the most room one that is long, and hardly anything along the others. @param least of each */
  lengthened(dims: readonly number[], least: number): number[] {
    if (this.room < mostRoom || dims.length === 0) return [...dims];
    const [at, other] = [this.count(0, dims.length - 1), this.count(0, dims.length - 1)];
    const few = dims.map((size, i) => Math.min(size, i === other ? 2 : 1));
    return few.with(at, this.sizeOrLong(greatest, least));
  }

  /** Sizes, now and then with one of 0: drawn after the others, it leaves these as small as they are. */
  emptied(dims: readonly number[]): number[] {
    const at = dims.length > 0 && this.once(16) ? this.count(0, dims.length - 1) : -1;
    return dims.map((size, i) => (i === at ? 0 : size));
  }

  /** Shapes that are broadcast together: mostly one of all dimensions, and others of fewer or with sizes of 1, in any order. */
  broadcast(count: number, dims = this.sizes(this.count(0, 6))): number[][] {
    const others = Array.from({ length: count - 1 }, () => {
      const from = this.pick(0, 0, 0, dims.length, this.count(0, dims.length));
      const repeated = this.pick('none', 'none', 'first', 'last', 'all but first', 'all but one', 'any');
      const own = dims.slice(from);
      const kept = repeated === 'all but one' ? this.count(0, Math.max(0, own.length - 1)) : 0;
      return own.map((size, i) => {
        const isOne = {
          none: false,
          first: i === 0,
          last: i === own.length - 1,
          'all but first': i > 0,
          'all but one': i !== kept,
          any: this.once(2),
        }[repeated];
        return isOne ? 1 : size;
      });
    });
    // an operand may repeat the one with all dimensions as well
    const full = this.once(6) ? dims.map((size) => (this.once(2) ? 1 : size)) : dims;
    return this.some([full, ...others], count);
  }

  /** An axis of a shape under a name of the schema, from either end where the text of the version counts from both. */
  axis(name: string, rank: number): number {
    const place = this.pick(0, rank - 1, this.count(0, rank - 1));
    return this.countsBack(name) && this.once(2) ? place - rank : place;
  }

  /** Axes of a shape, each once, in any order and from either end. */
  axes(name: string, rank: number, count = this.count(0, rank)): number[] {
    const places = this.some([...Array(rank).keys()], count);
    const order = this.pick('rising', 'falling', 'any');
    if (order !== 'any') places.sort((a, b) => (order === 'rising' ? a - b : b - a));
    const signs = this.countsBack(name) ? this.pick('none', 'all', 'some') : 'none';
    return places.map((place) => (signs === 'all' || (signs === 'some' && this.once(2)) ? place - rank : place));
  }

  /** A value, or nothing: an attribute that is left out. */
  maybe<T>(value: () => T): T | undefined {
    return this.once(3) ? undefined : value();
  }

  /** Data of a shape: of one of some kinds, of any if none is named, now and then with a single special number. */
  data(dims: readonly number[], ...kinds: readonly ValueKind[]): InputPlan {
    const kind = this.pick(...(kinds.length > 0 ? kinds : valueKinds));
    const lone = kinds.length === 0 && this.once(5) ? this.#lone() : undefined;
    return { dims, kind, ...(lone && { lone }) };
  }

  /**
   * Data that are added or multiplied: mostly small integers, with which no order of sums rounds, now and then with a single
   * special number; else of any kind.
   * @param onlyFinite without infinities and NaN, where the text does not say what they make
   */
  summands(dims: readonly number[], onlyFinite = false): InputPlan {
    if (this.once(3)) return this.data(dims, ...(onlyFinite ? finiteKinds : []));
    return { dims, kind: 'small', ...(!onlyFinite && this.once(6) && { lone: this.#lone() }) };
  }

  /** Integers, each below a bound, negative ones counting from it where they may. */
  integers(
    dims: readonly number[],
    bound: (i: number) => number,
    { negative = false, ...more }: Partial<InputPlan> & { readonly negative?: boolean } = {},
  ): InputPlan {
    const signs = negative ? this.pick('none', 'all', 'some') : 'none';
    const numbers = Array.from({ length: elementCount(dims) }, (_, i) => {
      const x = this.detail(0, Math.max(0, bound(i) - 1));
      return signs === 'all' || (signs === 'some' && this.detail(0, 1) === 1) ? x - bound(i) : x;
    });
    return { dims, numbers, ...more };
  }

  #lone(): NonNullable<InputPlan['lone']> {
    return { which: this.pick(...loneNumbers), place: this.pick(...specialPlaces) };
  }
}
