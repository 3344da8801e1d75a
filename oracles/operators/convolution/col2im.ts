import { elementsOfWindows } from '../../arrays/windows.ts';
import { type DType, floatDTypes } from '../../numerics/dtype.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { slidingOf } from '../pooling/sliding.ts';

/** Types with addition. */
const summed: readonly DType[] = [
  ...(['uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64'] as const),
  ...(['bfloat16', 'float16', 'float32', 'float64'] as const),
];

/** Col2Im: sums the elements of blocks at their positions in the image. */
export const col2Im = define({
  name: 'Col2Im',
  family: 'convolution',
  definition: 'Y[n,c,i] = Σ of X[n,c·|block| + k,l] over the blocks l whose place k lies on i',
  dtypes: summed,
  evaluate(a, node) {
    const x = node.input(0);
    const [image, block] = [node.list('image_shape')!, node.list('block_shape')!];
    if (image.length < 2) throw new BadInput(`an image of ${image.length} dimensions`);
    const windows = elementsOfWindows(image, slidingOf(node, block, image));
    const [count, places, size] = [windows.counts, block, image].map(elementCount) as [number, number, number];
    const [batches, columns, blocks] = x.dims as [number, number, number];
    if (x.dims.length !== 3 || columns % places !== 0 || blocks !== count || count === 0) {
      throw new BadInput(`[${x.dims}] are not ${count} blocks of ${places} elements`);
    }
    const channels = columns / places;
    const inImage = new Map<number, { readonly place: number; readonly window: number }[]>();
    for (let window = 0; window < count; window++) {
      for (const { index, place } of windows.of(window)) {
        inImage.set(index, [...(inImage.get(index) ?? []), { place, window }]);
      }
    }
    return [
      values(x.dtype, [batches, channels, ...image], (index) => {
        const channel = Math.floor(index / size);
        const parts = inImage.get(index % size) ?? [];
        return a.sum(parts.map(({ place, window }) => x.at((channel * places + place) * count + window)));
      }),
    ];
  },
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'Each element of the image is the sum of the elements of blocks at its position.'),
      says('strides', 'strides is the distance between blocks.', 'attribute strides'),
      says('pads', 'Elements in the padding are left out.', 'attribute pads'),
      says('dilations', 'dilations is the distance between the elements of a block.', 'attribute dilations'),
      says('any-rank', 'Images have two or more dimensions.', 'input image_shape'),
      implies(
        'accuracy',
        'Rounding errors stay within the proven bound of a sum in the type itself, in any order.',
        ieee754('4.3; the bound: Jeannerod and Rump 2013, docs/proofs.md'),
        floatDTypes,
      ),
      implies('special-values', 'Infinities and NaN are added as in IEEE 754.', ieee754('6 and 7'), floatDTypes),
    ];
  },
  rules: (schema) => [
    rule(
      'invalid-blocks',
      'The number of blocks follows from the image, and their number of elements from block_shape.',
      'input input',
      schema,
    ),
  ],
});
