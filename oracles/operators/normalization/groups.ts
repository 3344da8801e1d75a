import { linesAlong } from '../../arrays/lines.ts';
import type { DType } from '../../numerics/dtype.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { demandShape } from './clauses.ts';
import { normalizedRows, type StandardizeFormula } from './standardize.ts';

/** How a node groups its channels. */
interface Grouping {
  readonly groups: number;
  /** the type of stage one; that of the input if absent */
  readonly stash?: DType;
  /** scale and shift have a number for each group, not for each channel */
  readonly byGroup?: boolean;
  /** channels have dimensions of their own, as N×C×D1×… says */
  readonly isSpatial?: boolean;
}

/** The evaluation of an operator that normalizes groups of the channels of each instance: inputs, scale, shift. */
export const groupsNormalized =
  (groupingOf: <S>(node: Node<S>) => Grouping) =>
  (way: StandardizeFormula): Evaluate =>
  (a, node) => {
    const [x, scale, shift] = [node.input(0), node.input(1), node.input(2)];
    const { dims, dtype } = x;
    const { groups, stash = dtype, byGroup, isSpatial } = groupingOf(node);
    if (dims.length < 2) throw new BadInput(`[${dims}] has no instances of channels`);
    if (isSpatial && dims.length < 3) throw new NotJudged('channels of […], which have no dimensions', dims);
    const [instances, channels] = dims as [number, number];
    const size = elementCount(dims.slice(2));
    if (groups < 1 || channels % groups !== 0) throw new BadInput(`${channels} channels in ${groups} groups`);
    const count = byGroup ? groups : channels;
    for (const index of [1, 2]) demandShape(node, index, [count]);
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
