import { elementCount } from '../numerics/tensor.ts';
import { stridesOf } from './broadcast.ts';

/** A row-major tensor divided into lines along some of its dimensions. */
export interface Lines {
  /** the number of elements in a line */
  readonly length: number;
  /** the number of lines */
  readonly count: number;
  /** returns the index in the tensor of an element of a line */
  index(line: number, place: number): number;
  /** returns the line of an element */
  lineOf(index: number): number;
  /** returns the position of an element in its line */
  placeOf(index: number): number;
}

/** Returns the lines along a dimension, numbered from 0 in row-major order of the other dimensions. */
export function linesAlong(dims: readonly number[], axis: number): Lines {
  const length = dims[axis]!;
  const inner = elementCount(dims.slice(axis + 1));
  const count = elementCount(dims.slice(0, axis)) * inner;
  return {
    length,
    count,
    index: (line, place) => (Math.floor(line / inner) * length + place) * inner + (line % inner),
    lineOf: (index) => Math.floor(index / (length * inner)) * inner + (index % inner),
    placeOf: (index) => Math.floor(index / inner) % length,
  };
}

/** Returns the lines over several dimensions, one for each index of the others, in row-major order. */
export function linesOver(dims: readonly number[], axes: readonly number[]): Lines {
  const strides = stridesOf(dims);
  const areTaken = dims.map((_, i) => axes.includes(i));
  const sizes = (taken: boolean) => dims.map((size, i) => (areTaken[i] === taken ? size : 1));
  const [lines, places] = [sizes(false), sizes(true)];
  const numberIn = (shape: readonly number[]) => {
    const own = stridesOf(shape);
    return (index: number) =>
      dims.reduce((sum, size, i) => sum + (shape[i] === 1 ? 0 : (Math.floor(index / strides[i]!) % size) * own[i]!), 0);
  };
  const indexOf = (shape: readonly number[]) => {
    const own = stridesOf(shape);
    return (number: number) =>
      shape.reduce((sum, size, i) => sum + (Math.floor(number / own[i]!) % size) * strides[i]!, 0);
  };
  const [start, step] = [indexOf(lines), indexOf(places)];
  return {
    length: elementCount(places),
    count: elementCount(lines),
    index: (line, place) => start(line) + step(place),
    lineOf: numberIn(lines),
    placeOf: numberIn(places),
  };
}

/** 0 … count-1 */
export function range(count: number): readonly number[] {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push(i);
  return all;
}
