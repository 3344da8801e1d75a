import { broadcastIndex } from '../../arrays/broadcast.ts';
import { linesAlong } from '../../arrays/lines.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, values } from '../../spec/node.ts';
import { rowClauses, stashRule } from './clauses.ts';
import { byDefinition, normalizedRows, otherChoices, otherWays, type StandardizeFormula } from './standardize.ts';

/**
 * LayerNormalization: subtracts the mean of each row, divides by √(variance + ε), multiplies by Scale and adds B. A row consists of
 * the dimensions from `axis` on; everything up to the quotient has the type `stash_type`.
 */
export const layerNormalization = define({
  name: 'LayerNormalization',
  family: 'normalization',
  definition: 'y = (x - mean) / √(variance + ε) · Scale + B',
  axes: [{ name: 'axis', since: 17 }],
  evaluate: normalizedBy(byDefinition),
  algorithms: otherWays.map(normalizedBy),
  alternatives: () => otherChoices(byDefinition, normalizedBy),
  clauses(schema) {
    const { says } = clausesOf(schema);
    return [
      says('definition', 'Rows are normalized to mean 0 and variance 1, scaled and shifted.'),
      says('axes', 'A row consists of all dimensions from axis on.', 'attribute axis'),
      says('scale-shapes', 'Scale and B are broadcast to the shape of X (unidirectionally).'),
      says('statistics', 'Mean and InvStdDev have size 1 in each normalized dimension, and the stash type.', 'outputs'),
      ...rowClauses(schema),
    ];
  },
  rules: (schema) => [stashRule(schema)],
});

/** Returns the evaluation with a given way to compute and apply mean, variance and inverse deviation. */
function normalizedBy(way: StandardizeFormula): Evaluate {
  return (a, node) => {
    const [x, scale] = [node.input(0), node.input(1)];
    const shift = node.inputs[2];
    const { dims, dtype } = x;
    const axis = node.axis('axis', dims.length);
    const rows = linesAlong([elementCount(dims.slice(0, axis)), elementCount(dims.slice(axis))], 1);
    if (rows.length === 0) throw new NotJudged('rows without elements');
    const stash = node.floatType('stash_type');
    if (!node.version.outputs[1]!.dtypes?.includes(stash))
      throw new BadInput(`stash_type is ${stash}, which is not a type of the statistics`);
    const broadcast = (input: typeof scale) => {
      const place = broadcastIndex(input.dims, dims);
      return (index: number) => input.at(place(index));
    };
    const { at, row } = normalizedRows(
      a,
      {
        x,
        rows,
        stash,
        epsilon: node.number('epsilon'),
        scale: broadcast(scale),
        shift: shift && broadcast(shift),
      },
      way,
    );
    const statistics = [...dims.slice(0, axis), ...dims.slice(axis).map(() => 1)];
    return [
      values(dtype, dims, at),
      values(stash, statistics, (index) => row(index).mean),
      values(stash, statistics, (index) => row(index).inverse),
    ].slice(0, node.outputs);
  };
}
