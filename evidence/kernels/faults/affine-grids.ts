import { eachOf, ofFirstLane, onNode, onOutputs, withoutTail } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import type { Alter } from '../variant.ts';
import { onInput, readFrom } from '../views.ts';

const corners = (value: (given: boolean) => 0 | 1): Alter =>
  onNode((node) => ({
    attributes: { ...node.attributes, align_corners: { type: 'INT', value: value(node.flag('align_corners')) } },
  }));

/** An output read at other places of it. */
const from = (place: (at: readonly number[], dims: readonly number[]) => readonly number[]): Alter =>
  onOutputs((output) => readFrom(output, (at) => place(at, output.dims)));

const faults: Readonly<Record<string, readonly [source: string, alter: Alter]>> = {
  'align_corners is not looked at': ['an attribute that is not read', corners(() => 0)],
  'align_corners is read the other way round': ['a condition that is negated', corners((given) => (given ? 0 : 1))],
  'a position is y before x': [
    'indices in the place of coordinates',
    onInput(0, (theta) => readFrom(theta, ([n, row, column]) => [n!, row!, column! < 2 ? 1 - column! : column!])),
  ],
  'a location is y before x': [
    'indices in the place of coordinates',
    from((at) => at.with(-1, at.at(-1)! < 2 ? 1 - at.at(-1)! : 2)),
  ],
  'the matrix is transposed': [
    'column-major matrices',
    onInput(0, (theta) =>
      readFrom(theta, ([n, row, column]) =>
        column! === theta.dims[2]! - 1 ? [n!, row!, column!] : [n!, column!, row!],
      ),
    ),
  ],
  'nothing is added': [
    'a product with the linear part alone',
    onNode((node, a) => {
      const [theta, ...others] = node.inputs;
      const columns = theta!.dims[2]!;
      return { inputs: [eachOf(theta!, (x, i) => (i % columns === columns - 1 ? a.of(0) : x)), ...others] };
    }),
  ],
  'all instances have the matrix of the first': [
    'a batch stride of 0',
    onInput(0, (theta) => readFrom(theta, ([_, ...rest]) => [0, ...rest])),
  ],
  'rows go from the last one to the first': [
    'y that points upwards',
    from((at, dims) => at.with(-3, dims.at(-3)! - 1 - at.at(-3)!)),
  ],
  'columns go from the last one to the first': [
    'an axis that is turned round',
    from((at, dims) => at.with(-2, dims.at(-2)! - 1 - at.at(-2)!)),
  ],
  'all layers have the locations of the first': [
    'a layer stride of 0',
    from((at) => (at.length === 5 ? at.with(1, 0) : at)),
  ],
  'the last location of a row is the one before it': [
    'a border that is not handled',
    from((at, dims) => (at.at(-2) === dims.at(-2)! - 1 && at.at(-2)! > 0 ? at.with(-2, at.at(-2)! - 1) : at)),
  ],
  'vectors of four have the first number': ['a broadcast that is left', ofFirstLane],
  'what comes after the last multiple of 8 is left out': ['vector loops without a tail', withoutTail],
};

/** Faults of kernels that make grids of locations. */
export const affineGridFaults: readonly Mutant[] = Object.entries(faults).map(([name, [source, alter]]) => ({
  name: `AffineGrid: ${name}`,
  source: [source],
  operators: ['AffineGrid'],
  alter,
}));
