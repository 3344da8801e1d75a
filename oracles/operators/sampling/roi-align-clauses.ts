import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { changelog } from '../../spec/source.ts';

/** What the text leaves to the paper that it names, and to ONNX's own implementation. */
const reference = { document: 'onnx/reference/ops/op_roi_align.py', place: 'pre_calc_for_bilinear_interpolate' };

export function roiAlignClauses(schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const mode = 'attribute coordinate_transformation_mode';
  const unshifted = 'Coordinates are those of the elements: 0 is the middle of the first one.';
  return [
    says('definition', 'Each element is the mean of samples of its cell, interpolated linearly between elements.'),
    says('regions', 'A region is x1, y1, x2 and y2, each multiplied by spatial_scale.', 'input rois'),
    says('images', 'Each region is of the image that batch_indices has for it.', 'input batch_indices'),
    says('cells', 'A region is divided into output_height by output_width cells.', 'attribute output_height'),
    says(
      'sampling-ratio',
      'With sampling_ratio above 0 a cell has as many samples along each dimension.',
      'attribute sampling_ratio',
    ),
    says(
      'adaptive',
      'With sampling_ratio=0 it has as many as it is long, rounded up, along each dimension by itself.',
      'attribute sampling_ratio',
    ),
    implies('places', 'Samples lie in the middle of equal parts of a cell.', reference),
    ...(schema.since < 16
      ? [implies('output-half-pixel', unshifted, { document: 'what RoiAlign-16 says of it', place: mode })]
      : [
          says(
            'half-pixel',
            'With half_pixel coordinates are moved by half an element: 0 is the outer end of the first one.',
            mode,
          ),
          says('output-half-pixel', `With output_half_pixel they are not. ${unshifted}`, mode),
        ]),
    says('maximum', 'With mode max it is the greatest sample of the cell.', 'attribute mode'),
    implies(
      'beyond-border',
      'Up to an element outside, the element at the border is sampled. Samples farther off are 0, and count.',
      reference,
    ),
    ...(schema.since < 16
      ? []
      : [
          implies('tiny-region', 'With half_pixel a region may be shorter than an element.', reference),
          implies('inverted-region', 'With half_pixel a region whose ends are exchanged is turned round.', reference),
        ]),
    {
      id: 'short-region',
      text: 'Without half_pixel a region that is shorter than an element is one element long, or stays as it is.',
      source: { document: changelog, place: `RoiAlign-${schema.since}: no sentence speaks of it` },
      level: 'unspecified',
    },
    implies('any-count', 'Every region, channel and cell counts, however many there are.', reference),
    implies('size-zero', 'Without regions, images or channels there are no elements.', numpy('arrays of size 0')),
    implies(
      'accuracy',
      'Rounding errors stay within those of coordinates and of sums in the type.',
      ieee754('4.3; docs/proofs.md'),
    ),
  ];
}

export const roiAlignRules = (schema: Schema): readonly Clause[] => [
  rule('invalid-rank', 'The data have four dimensions.', 'input X', schema),
  rule('invalid-regions', 'A region has four numbers, and an index of its image.', 'input rois', schema),
  rule('invalid-image', 'The index of an image is one of those of the data.', 'input batch_indices', schema),
];
