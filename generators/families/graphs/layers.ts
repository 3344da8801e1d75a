import type { GraphEntry } from './entry.ts';

const x = 'x 3x1x2 = 1 2 -1 0.5 2 1';
const ofOne = 'W 1x2x2 = 0.5 -0.25 1 0.5; R 1x2x2 = 0.25 0.5 -0.5 0.25';
const gated = 'W 1x3x2 = 0.5 -0.25 1 0.5 -1 0.75; R 1x3x1 = 0.25 0.5 -0.5';
const withCell = 'W 1x4x2 = 0.5 -0.25 1 0.5 -1 0.75 0.25 -0.5; R 1x4x1 = 0.25 0.5 -0.5 1';

/** Layers whose states go from step to step, and between nodes; outputs left out, which such layers have most. */
export const recurrentLayers: readonly GraphEntry[] = [
  {
    id: 'outputs-left-out',
    text: 'An output whose name is empty is left out, and those after it are what they are.',
    graphs: {
      'the last state alone': `${x}; ${ofOne}; , h = RNN(x, W, R, hidden_size=2)`,
      'the last state alone, of gates': `${x}; ${gated}; , h = GRU(x, W, R, hidden_size=1, direction=reverse)`,
      'the cell alone': `${x}; ${withCell}; , , c = LSTM(x, W, R, hidden_size=1)`,
      'all steps and the cell': `${x}; ${withCell}; y, , c = LSTM(x, W, R, hidden_size=1) -> y, c`,
      'the last state and the cell': `${x}; ${withCell}; , h, c = LSTM(x, W, R, hidden_size=1) -> c, h`,
      'the deviation without the mean':
        'x 2x3 = 1 2 -1 0.5 2 1; S 3 = 1 2 -1; y, , d = LayerNormalization(x, S) -> y, d',
      'counts of unique values alone': 'x 6 = 2 1 1 3 4 3; y, , , c = Unique(x) -> y, c',
      'inverse indices without the first': 'x 6 = 2 1 1 3 4 3; y, , i = Unique(x, sorted=0) -> y, i',
    },
  },
  {
    id: 'layers-in-turn',
    text: 'A layer takes steps and states of another as they are.',
    graphs: {
      'steps of a layer as those of the next': `${x}; ${ofOne}; V 1x1x2 = 0.5 -1; U 1x1x1 = 0.5; y = RNN(x, W, R, hidden_size=2); s = Squeeze(y, axes=[1]); z = RNN(s, V, U, hidden_size=1)`,
      'the last state begins the next layer': `${x}; ${gated}; , h = GRU(x, W, R, hidden_size=1); z = GRU(x, W, R, , , h, hidden_size=1)`,
      'the last states begin the next layer': `${x}; ${withCell}; y, h, c = LSTM(x, W, R, hidden_size=1); z = LSTM(x, W, R, , , h, c, hidden_size=1) -> y, z`,
      'one layer on two halves of the steps': `${x}; z 2x1x2 = 0.5 -1 1 0.25; ${ofOne}; a, h = RNN(x, W, R, hidden_size=2); b = RNN(z, W, R, , , h, hidden_size=2); y = Concat(a, b, axis=0)`,
      'one layer forwards, and back by reversed steps': `${x}; L int64 1 = 3; ${ofOne}; a = RNN(x, W, R, hidden_size=2); r = ReverseSequence(x, L); b = RNN(r, W, R, hidden_size=2); s = ReverseSequence(b, L); y = Concat(a, s, axis=1)`,
      'one layer forwards and back': `${x}; ${ofOne}; a = RNN(x, W, R, hidden_size=2); b = RNN(x, W, R, hidden_size=2, direction=reverse); y = Concat(a, b, axis=1)`,
    },
  },
];
