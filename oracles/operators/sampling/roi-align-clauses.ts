import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { changelog } from '../../spec/source.ts';

/** The source of clauses that the text leaves to a paper and to ONNX's own implementation. */
const reference = { document: 'onnx/reference/ops/op_roi_align.py', place: 'pre_calc_for_bilinear_interpolate' };

export function roiAlignClauses(schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const mode = 'attribute coordinate_transformation_mode';
  const unshifted = 'Coordinates are indices of elements: 0 is the center of the first element.';
  return [
    says('definition', 'Each element is the mean of the samples of its cell, which are interpolated linearly.'),
    says('regions', 'A region consists of x1, y1, x2 and y2, each multiplied by spatial_scale.', 'input rois'),
    says('images', 'batch_indices has the index of the image of each region.', 'input batch_indices'),
    says('cells', 'A region is divided into output_height by output_width cells.', 'attribute output_height'),
    says(
      'sampling-ratio',
      'With sampling_ratio above 0, a cell has that number of samples along each dimension.',
      'attribute sampling_ratio',
    ),
    says(
      'adaptive',
      'With sampling_ratio=0, the number of samples along a dimension is the length of the cell, rounded up.',
      'attribute sampling_ratio',
    ),
    implies('places', 'Samples are at the centers of equal parts of a cell.', reference),
    ...(schema.since < 16
      ? [implies('output-half-pixel', unshifted, { document: 'the text of RoiAlign-16', place: mode })]
      : [
          says(
            'half-pixel',
            'With half_pixel, coordinates are shifted by half an element: 0 is the outer edge of the first element.',
            mode,
          ),
          says('output-half-pixel', `With output_half_pixel, they are not shifted. ${unshifted}`, mode),
        ]),
    says('maximum', 'With mode max, each element is the greatest sample of its cell.', 'attribute mode'),
    implies(
      'beyond-border',
      'Up to one element outside, the element at the border is sampled. Samples farther away are 0, and are included.',
      reference,
    ),
    ...(schema.since < 16
      ? []
      : [
          implies('tiny-region', 'With half_pixel, a region may be shorter than an element.', reference),
          implies('inverted-region', 'With half_pixel, a region whose ends are exchanged is reversed.', reference),
        ]),
    {
      id: 'short-region',
      text: 'Without half_pixel, a region shorter than an element is extended to one element, or keeps its length.',
      source: { document: changelog, place: `RoiAlign-${schema.since}: no sentence mentions it` },
      level: 'unspecified',
    },
    implies('any-count', 'Every region, channel and cell is computed, for any number of them.', reference),
    implies(
      'size-zero',
      'If there are no regions, images or channels, the output is empty.',
      numpy('arrays of size 0'),
    ),
    implies(
      'accuracy',
      'Rounding errors stay within those of coordinates and of sums in the type.',
      ieee754('4.3; docs/proofs.md'),
    ),
  ];
}

export const roiAlignRules = (schema: Schema): readonly Clause[] => [
  rule('invalid-rank', 'The data have four dimensions.', 'input X', schema),
  rule('invalid-regions', 'Each region has four numbers and the index of its image.', 'input rois', schema),
  rule('invalid-image', 'The index of an image is within the data.', 'input batch_indices', schema),
];
