import type { GraphEntry } from './entry.ts';

/** Transforms between nodes: what optimizers may take for their inverse, or move a factor through. */
export const signals: readonly GraphEntry[] = [
  {
    id: 'transform-and-inverse',
    text: 'A transform and its inverse cancel only along one axis, with all bins, of one length.',
    graphs: {
      'along another axis back': 'x 4x4x2 small; a = DFT(x, axis=0); y = DFT(a, axis=1, inverse=1)',
      'there and back': 'x 1x8x2 small; a = DFT(x, axis=1); y = DFT(a, axis=1, inverse=1)',
      'back to fewer samples': 'x 1x8x2 small; a = DFT(x, axis=1); y = DFT(a, dft_length=4, axis=1, inverse=1)',
      'half a spectrum and back':
        'x 1x8x1 small; a = DFT(x, axis=1, onesided=1); y = DFT(a, axis=1, inverse=1, onesided=1)',
      'half a spectrum of an odd length and back':
        'x 1x5x1 small; a = DFT(x, axis=1, onesided=1); y = DFT(a, axis=1, inverse=1, onesided=1)',
      'twice the same way': 'x 1x6x2 small; a = DFT(x, axis=1); y = DFT(a, axis=1)',
    },
  },
  {
    id: 'scaled-transforms',
    text: 'A factor of the samples is one of the bins if it is the same for all of them.',
    graphs: {
      'one factor for each sample': 'x 1x4x1 small; W 1x4x1 small; a = Mul(x, W); y = DFT(a, axis=1)',
      'one factor for all': 'x 1x4x1 small; W 1 small; a = Mul(x, W); y = DFT(a, axis=1)',
      'the energy of a spectrum': 'x 1x8x1 small; a = DFT(x, axis=1); b = Mul(a, a); y = ReduceSum(b)',
    },
  },
];
