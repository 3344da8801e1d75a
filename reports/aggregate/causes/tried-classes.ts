import { type Aspect, aspects } from '../../../generators/classes/class.ts';
import { absent, type Dimension, nameOf } from '../../../generators/classes/notation.ts';
import type { CaseResult } from '../../schema.ts';
import { getOr } from '../grouping.ts';
import { type BitSet, differenceOf, intersectionOf, unionOfSets } from './bits.ts';
import { type CallClasses, type ClassCondition, classesIn, isOfRelation, lengthOf, speaksOf } from './conditions.ts';

/** A class of calls of an operator. */
export interface TriedClass {
  readonly number: number;
  readonly tried: TriedDimension;
  readonly value: string;
  /** the places of its cases */
  readonly cases: number[];
}

/** The classes of a case. */
export type ClassList = readonly TriedClass[];

/** A dimension in which calls of an operator differ, and the class of each of its values. */
export interface TriedDimension {
  readonly aspect: Aspect;
  readonly dimension: Dimension;
  readonly name: string;
  readonly classes: Map<string, TriedClass>;
}

/** Orders dimensions by aspect, then by name. */
export const byName = (a: TriedDimension, b: TriedDimension): number =>
  aspects.indexOf(a.aspect) - aspects.indexOf(b.aspect) || compareText(a.name, b.name);

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The classes of an operator's calls, and the cases that have each. Cases are numbered by their places. */
export class TriedClasses {
  readonly #dimensions = new Map<Dimension, TriedDimension>();
  #count = 0;

  /** Returns the classes of a call; new ones get a number. */
  listOf(classes: NonNullable<CaseResult['classes']>): ClassList {
    return aspects.flatMap((aspect) =>
      classesIn(classes[aspect] ?? {}).map(([dimension, value]) => {
        const make = () => ({ aspect, dimension, name: nameOf(dimension), classes: new Map() });
        const tried = getOr(this.#dimensions, dimension, make);
        return getOr(tried.classes, value, () => ({ number: this.#count++, tried, value, cases: [] }));
      }),
    );
  }

  /** All dimensions. They are in order: what is found must not depend on the order of cases. */
  get dimensions(): readonly TriedDimension[] {
    return [...this.#dimensions.values()].toSorted(byName);
  }

  get(dimension: Dimension): TriedDimension | undefined {
    return this.#dimensions.get(dimension);
  }

  /** Returns the cost of naming a dimension of an aspect, in bits. What only compares others makes none more expensive. */
  costOf(aspect: Aspect): number {
    let count = 0;
    for (const other of this.#dimensions.values()) if (other.aspect === aspect && !isOfRelation(other)) count++;
    return Math.log2(aspects.length) + Math.log2(Math.max(1, count));
  }

  /** Returns those of some cases that meet a condition. Unlike in `isMet`, nodes of graphs meet none on the version. */
  meeting({ dimension, values }: ClassCondition, among: BitSet): BitSet {
    const classesOf = (one: TriedDimension) =>
      values.length === 0 ? [...one.classes.values()] : values.flatMap((value) => one.classes.get(value) ?? []);
    const having = casesOf(this.#named(dimension).flatMap(classesOf));
    const met = values.includes(absent) ? unionOfSets([having, this.#without(dimension, among)]) : having;
    return intersectionOf(among, met);
  }

  /**
   * Returns the cases in which an input has no elements, or all elements of some data are equal, unless broken cases have such inputs
   * as well. A kernel that takes one element for another is right there.
   */
  uniform(broken: readonly ClassList[]): BitSet {
    const all = [...this.#dimensions.values()];
    const isOfData = ({ of }: Dimension) => all.some(({ dimension: own }) => own.kind === 'greatest' && own.of === of);
    const valuesOf = (dimension: Dimension): readonly string[] => {
      if (dimension.kind === 'elements') return isOfData(dimension) ? ['0', '1'] : ['0'];
      if (dimension.kind === 'contents') return dimension.what === 'zeros' ? ['everywhere'] : [];
      return dimension.kind === 'equals' ? ['all'] : [];
    };
    const uniform = all.flatMap(({ dimension, classes }) =>
      valuesOf(dimension).flatMap((value) => classes.get(value) ?? []),
    );
    return casesOf(uniform.filter((one) => !broken.some((list) => list.includes(one))));
  }

  /** Returns the dimensions that a condition on a dimension is about. */
  #named(dimension: Dimension): readonly TriedDimension[] {
    const own = this.#dimensions.get(dimension);
    return own ? [own] : [...this.#dimensions.values()].filter((one) => speaksOf(dimension, one.dimension));
  }

  /** Returns those of some cases that have no value of an attribute, nor a list instead. */
  #without(dimension: Dimension, among: BitSet): BitSet {
    const own = [dimension, lengthOf(dimension)].flatMap((one) => this.#dimensions.get(one) ?? []);
    return differenceOf(among, casesOf(own.flatMap(({ classes }) => [...classes.values()])));
  }
}

/** Returns the cases in any of some classes. */
export const casesOf = (classes: readonly TriedClass[]): BitSet => unionOfSets(classes.map(({ cases }) => cases));

/** Returns the classes of a list by dimension. */
export const callOf = (list: ClassList): CallClasses =>
  new Map(list.map(({ tried, value }) => [tried.dimension, value] as const));
