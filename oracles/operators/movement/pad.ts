import { type Border, padMap } from '../../arrays/index-map.ts';
import { dtypes, type Format, formatOf } from '../../numerics/dtype.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { declarationOf } from '../../spec/schemas/declaration.ts';
import { moveElements, movement } from './movement.ts';

const hasZero = (format: Format) => format.kind !== 'float' || format.hasZero;

const modulo = (x: number, size: number) => ((x % size) + size) % size;

/** The elements beyond the ends of a dimension, by mode. */
const borders: Readonly<Record<string, Border>> = {
  constant: () => undefined,
  edge: (x, size) => (x < 0 ? 0 : size - 1),
  // from edge to edge and back, repeatedly
  reflect: (x, size) => {
    const turn = modulo(x, 2 * size - 2);
    return turn < size ? turn : 2 * size - 2 - turn;
  },
  wrap: modulo,
};

/**
 * Checks that the elements which a border repeats exist.
 * @throws BadInput if there are none
 * @throws NotJudged if one element is reflected; and if a dimension has elements removed at one end and repeated at the other,
 * as the text does not define the order
 */
function checkBorders(mode: string, dims: readonly number[], before: readonly number[], behind: readonly number[]) {
  if (mode === 'constant') return;
  const widened = dims
    .map((size, i) => ({ size, pads: [before[i]!, behind[i]!] }))
    .filter(({ pads }) => pads.some((pad) => pad > 0));
  if (widened.some(({ size }) => size === 0)) throw new BadInput(`[${dims}] has nothing to repeat with mode '${mode}'`);
  if (widened.some(({ pads }) => pads.some((pad) => pad < 0))) {
    throw new NotJudged("mode '…' with a negative pad in the same dimension", mode);
  }
  if (mode === 'reflect' && widened.some(({ size }) => size === 1))
    throw new NotJudged('the reflection of a single element');
}

/** Pad: adds elements before and after each dimension, or removes them. */
export const pad = movement({
  name: 'Pad',
  definition: 'the input with pads[i] more elements before dimension i, and pads[i + rank] after it',
  axes: [{ name: 'axes', since: 18 }],
  attributeValues: ({ since }) => ({ mode: Object.keys(borders).filter((mode) => mode !== 'wrap' || since >= 19) }),
  // a type without zero has no default for filling
  bindings: (schema) =>
    declarationOf(schema, dtypes)
      .dtypes.filter((dtype) => hasZero(formatOf(dtype)))
      .map((dtype) => ({ T: dtype })),
  evaluate: (a, node) => {
    const data = node.input(0);
    const { dims, dtype } = data;
    const mode = node.string('mode');
    const border = borders[mode]!;
    const axes = node.list('axes')?.map((axis) => normalizeAxis(axis, dims.length)) ?? dims.map((_, i) => i);
    if (new Set(axes).size < axes.length) throw new NotJudged('an axis that is listed twice');
    const pads = node.list('pads') ?? node.list('paddings')!;
    if (pads.length !== 2 * axes.length) throw new BadInput(`${pads.length} pads for ${axes.length} axes`);
    const ends = (from: number) => dims.map((_, i) => (axes.includes(i) ? pads[axes.indexOf(i) + from]! : 0));
    checkBorders(mode, dims, ends(0), ends(axes.length));
    const value = node.inputs[2];
    if (value && value.dims.length > 0) throw new NotJudged('a fill value of shape […]', value.dims);
    const fill = value?.at(0) ?? a.in(dtype).of(node.has('value') ? node.number('value') : 0);
    return [moveElements(data, padMap(dims, ends(0), ends(axes.length), border), fill)];
  },
  says: ({ since, inputs }) => ({
    'mode-constant': ['constant: all elements of the padding have the same value.', 'attribute mode'],
    'mode-edge': ['edge: the outermost element is repeated.', 'attribute mode'],
    'mode-reflect': ['reflect: the elements are mirrored at the edge, which is not repeated.', 'attribute mode'],
    // earlier versions only name the mode
    ...(since >= 11 && {
      'mode-reflect-again': [
        'reflect: if the padding is longer than the data without the edge, elements are mirrored again at the other edge.',
        'summary: example of reflect, and numpy.pad',
      ],
    }),
    ...(inputs.length > 2 && {
      'constant-given': ['The padding may be any value of the type.', 'input constant_value'],
    }),
    ...(since >= 19 && {
      'mode-wrap': ['wrap: the elements continue from the other side, as often as necessary.', 'attribute mode'],
    }),
    ...(since >= 2 && { 'pads-negative': ['Negative pads remove elements.', 'pads'] }),
    ...(inputs.length > 3 && { 'axes-given': ['Only the dimensions in axes are padded.', 'input axes'] }),
    'rank-zero': ['A tensor of rank 0 is unchanged.', 'pad', 'implied'],
    'size-zero': ['In constant mode, an empty tensor may be padded with constants.', 'pad', 'implied'],
  }),
});
