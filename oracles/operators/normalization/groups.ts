import { linesAlong } from '../../arrays/lines.ts';
import type { DType } from '../../numerics/dtype.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { checkInputShape } from './clauses.ts';
import { normalizedRows, type StandardizeFormula } from './standardize.ts';

/** The way in which a node groups its channels. */
interface Grouping {
  readonly groups: number;
  /** the type of the first stage; the type of the input if absent */
  readonly stash?: DType;
  /** whether scale and shift have a number for each group, instead of each channel */
  readonly byGroup?: boolean;
  /** whether a channel must have dimensions of its own, as N×C×D1×… requires */
  readonly isSpatial?: boolean;
}

/** Returns the evaluation of an operator that normalizes groups of channels of each instance. Its inputs are data, scale and shift. */
export const normalizeGroups =
  (groupingOf: <S>(node: Node<S>) => Grouping) =>
  (way: StandardizeFormula): Evaluate =>
  (a, node) => {
    const [x, scale, shift] = [node.input(0), node.input(1), node.input(2)];
    const { dims, dtype } = x;
    const { groups, stash = dtype, byGroup, isSpatial } = groupingOf(node);
    if (dims.length < 2) throw new BadInput(`data [${dims}] have no dimension of channels`);
    if (isSpatial && dims.length < 3) throw new NotJudged('channels of […], which have no dimensions', dims);
    const [instances, channels] = dims as [number, number];
    const size = elementCount(dims.slice(2));
    if (groups < 1 || channels % groups !== 0)
      throw new BadInput(`${channels} channels cannot be divided into ${groups} groups`);
    const count = byGroup ? groups : channels;
    for (const index of [1, 2]) checkInputShape(node, index, [count]);
    if (channels === 0) throw new NotJudged('data without channels');
    const each = (channels / count) * size;
    const parameter = (index: number) => Math.floor(index / each) % count;
    const { at } = normalizedRows(
      a,
      {
        x,
        rows: linesAlong([instances * groups, (channels / groups) * size], 1),
        stash,
        epsilon: node.number('epsilon'),
        scale: (index) => scale.at(parameter(index)),
        shift: (index) => shift.at(parameter(index)),
      },
      way,
    );
    return [values(dtype, dims, at)];
  };
