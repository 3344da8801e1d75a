import { describe, expect, it } from 'vitest';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { allValues, type Nested, tensorOf } from '../call.ts';

type Given = readonly (Nested | ReturnType<typeof tensorOf> | undefined)[];
type Attributes = Parameters<typeof allValues>[1];

const lengths = (...list: number[]) => tensorOf('int32', list.map(BigInt));
const of = (name: string, outputs: number) => (attributes: Attributes, inputs: Given, opset?: number) =>
  allValues(name, attributes, inputs, { outputs, ...(opset !== undefined && { opset }) });
const [rnn, gru, lstm] = [of('RNN', 2), of('GRU', 2), of('LSTM', 3)];

const relu = { activations: ['Relu'] };
const twice = { activations: ['Relu', 'Relu'], direction: 'bidirectional' };
/** Two steps of one sequence with one feature, and layers of one unit: x = 1, 2; w = 1/2, r = 1/4. */
const [x, w, r] = [[[[1]], [[2]]], [[[0.5]]], [[[0.25]]]];

describe('RNN', () => {
  it('adds the state before each step by R', () => {
    // 1/2, then 1 + 1/8
    expect(rnn(relu, [x, w, r])).toEqual([[[[[0.5]]], [[[1.125]]]], [[[1.125]]]]);
  });

  it('goes back in a reverse layer, whose last state is that of the first step', () => {
    // 1 at the second step, then 1/2 + 1/4 at the first
    expect(rnn({ ...relu, direction: 'reverse' }, [x, w, r])).toEqual([[[[[0.75]]], [[[1]]]], [[[0.75]]]]);
  });

  it('goes forwards and then back in a bidirectional layer', () => {
    const [both, back] = [
      [w[0]!, [[1]]],
      [r[0]!, [[-1]]],
    ];
    // the second direction: 2, then 1 - 2, of which Relu makes 0
    expect(rnn(twice, [x, both, back])).toEqual([
      [
        [[[0.5]], [[0]]],
        [[[1.125]], [[2]]],
      ],
      [[[1.125]], [[0]]],
    ]);
  });

  it('adds the biases of W and of R, and begins with the initial state', () => {
    // 1/2 + 1 + 2 + 8/4, then 1 + 1 + 2 + 5.5/4
    const found = rnn(relu, [x, w, r, [[1, 2]], undefined, [[[8]]]]);
    expect(found).toEqual([[[[[5.5]]], [[[5.375]]]], [[[5.375]]]]);
  });

  it('ends each sequence at its length, and has zeros beyond it', () => {
    const pair = [
      [[1], [4]],
      [[2], [6]],
    ];
    expect(rnn(relu, [pair, w, r, undefined, lengths(1, 2)])).toEqual([
      [[[[0.5], [2]]], [[[0], [3.5]]]],
      [[[0.5], [3.5]]],
    ]);
    // a reverse layer begins at the length: 1/2 alone; 3, then 2 + 3/4
    expect(rnn({ ...relu, direction: 'reverse' }, [pair, w, r, undefined, lengths(1, 2)])).toEqual([
      [[[[0.5], [2.75]]], [[[0], [3]]]],
      [[[0.5], [2.75]]],
    ]);
  });

  it('has the batch first with layout=1', () => {
    const pair = [
      [[1], [2]],
      [[4], [6]],
    ];
    expect(rnn({ ...relu, layout: 1 }, [pair, w, r])).toEqual([
      [
        [[[0.5]], [[1.125]]],
        [[[2]], [[3.5]]],
      ],
      [[[1.125]], [[3.5]]],
    ]);
  });

  it('multiplies by the transpose of R', () => {
    const matrix = [
      [
        [0, 1],
        [0, 0],
      ],
    ];
    // the first unit sees the second
    expect(rnn(relu, [[[[0]]], [[[0], [0]]], matrix, undefined, undefined, [[[3, 5]]]])[1]).toEqual([[[5, 0]]]);
  });

  it('clips what functions are applied to', () => {
    const doubled = { activations: ['Affine'], activation_alpha: [2], activation_beta: [1] };
    // 2 · 1/4 + 1
    expect(rnn({ ...doubled, clip: 0.25 }, [[[[3]]], w, r])[1]).toEqual([[[1.5]]]);
  });

  it.each([
    ['Relu', [], [], 0],
    ['Affine', [0.5], [3], 2],
    ['LeakyRelu', [0.25], [], -0.5],
    ['ThresholdedRelu', [-2], [], -2],
    ['HardSigmoid', [0.125], [0.5], 0.25],
    ['Softsign', [], [], -2 / 3],
  ])('applies %s', (name, activation_alpha, activation_beta, expected) => {
    const values = {
      ...(activation_alpha.length > 0 && { activation_alpha }),
      ...(activation_beta.length > 0 && { activation_beta }),
    };
    const [, last] = rnn({ activations: [name], ...values }, [[[[-4]]], w, r]);
    expect(last).toEqual([[[Math.fround(expected)]]]);
  });

  it('gives values to the functions that take them, in their order', () => {
    const attributes = { direction: 'bidirectional', activations: ['Relu', 'LeakyRelu'], activation_alpha: [0.5] };
    expect(rnn(attributes, [[[[-4]]], [[[1]], [[1]]], [[[0]], [[0]]]])[1]).toEqual([[[0]], [[-2]]]);
  });

  it('keeps the initial state of no steps', () => {
    expect(rnn(relu, [x, w, r, undefined, lengths(0), [[[7]]]])[1]).toEqual([[[7]]]);
  });

  it('refuses what does not fit', () => {
    const refused = (attributes: Attributes, inputs: Given) => expect(() => rnn(attributes, inputs)).toThrow(BadInput);
    refused({ direction: 'bidirectional' }, [x, w, r]);
    refused({ activations: ['Softmax'] }, [x, w, r]);
    refused({ hidden_size: 2 }, [x, w, r]);
    refused({}, [x, w, r, undefined, lengths(3)]);
    expect(() => rnn({ activations: ['Affine'] }, [x, w, r])[1]).toThrow(NotJudged);
  });
});

/** Gates that are 1/2 of what they are given and more, and states that are what they are given. */
const halves = { activations: ['HardSigmoid', 'Affine'], activation_alpha: [0.5, 1], activation_beta: [0, 0] };

describe('GRU', () => {
  // z = 1/2, r = 1/4, h of 1 + r·8/2; of the step 2: (1 - z)·h + z·8
  const gates = [[[1], [0.5], [1]]];
  const back = [[[0], [0], [0.5]]];
  it('mixes the state with what the hidden gate makes of it after the reset', () => {
    // h = 1 + (1/4 · 8)/2 = 2; H = 1/2 · 2 + 1/2 · 8
    expect(gru(halves, [[[[1]]], gates, back, undefined, undefined, [[[8]]]])[1]).toEqual([[[5]]]);
  });

  it('resets what R and its bias make with linear_before_reset', () => {
    const bias = [[0, 0, 2, 0, 0, 4]];
    // h = 1 + 2 + 4 + (1/4 · 8)/2 = 8, and with it 1 + 2 + 1/4 · (4 + 8/2) = 5
    expect(gru(halves, [[[[1]]], gates, back, bias, undefined, [[[8]]]])[1]).toEqual([[[8]]]);
    expect(gru({ ...halves, linear_before_reset: 1 }, [[[[1]]], gates, back, bias, undefined, [[[8]]]])[1]).toEqual([
      [[6.5]],
    ]);
  });

  it('takes the misspelt default of version 1 for forward', () => {
    expect(gru(halves, [[[[1]]], gates, back], 1)).toEqual([[[[[0.5]]]], [[[0.5]]]]);
  });
});

describe('LSTM', () => {
  const functions = {
    activations: ['HardSigmoid', 'Affine', 'Affine'],
    activation_alpha: [0.5, 1, 2],
    activation_beta: [0, 0, 0],
  };
  // i = 1/2, o = 1/4, f = 1, c = 3
  const gates = [[[1], [0.5], [2], [3]]];
  const none = [[[0], [0], [0], [0]]];
  it('forgets, takes in and shows its cell by the gates i, o, f, c', () => {
    // C = 1 · 4 + 1/2 · 3 = 5.5; H = 1/4 · 2 · 5.5
    const found = lstm(functions, [[[[1]]], gates, none, undefined, undefined, undefined, [[[4]]]]);
    expect(found).toEqual([[[[[2.75]]]], [[[2.75]]], [[[5.5]]]]);
  });

  it('lets the input and forget gates see the cell before the step, and the output gate the new one', () => {
    const peepholes = [[0.125, 0.125, -0.25]];
    // i = (1 + 4/8)/2 = 3/4, f = (2 - 4/4)/2 = 1/2, C = 2 + 9/4; o = (1/2 + 4.25/8)/2
    const found = lstm(functions, [[[[1]]], gates, none, undefined, undefined, undefined, [[[4]]], peepholes]);
    expect(found.slice(1)).toEqual([[[[0.515625 * 8.5]]], [[[4.25]]]]);
  });

  it('couples the forget gate to the input gate', () => {
    // f = 1 - i = 1/2
    const found = lstm({ ...functions, input_forget: 1 }, [
      ...[[[[1]]], gates, none, undefined, undefined, undefined],
      [[[4]]],
    ]);
    expect(found[2]).toEqual([[[3.5]]]);
  });
});
