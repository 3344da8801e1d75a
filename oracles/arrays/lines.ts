import { elementCount } from '../numerics/tensor.ts';

/** A row-major tensor seen as lines along one of its dimensions. */
export interface Lines {
  /** elements of a line */
  readonly length: number;
  /** how many lines there are */
  readonly count: number;
  /** the index in the tensor of an element of a line */
  index(line: number, place: number): number;
  /** the line that an element lies in */
  lineOf(index: number): number;
  /** where in its line an element lies */
  placeOf(index: number): number;
}

/** The lines along a dimension, counted from 0; the last dimensions count fastest. */
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

/** 0 … count-1 */
export const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
