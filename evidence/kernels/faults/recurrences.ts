import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { range } from '../../../oracles/arrays/lines.ts';
import { coefficientsOf, isActivationName } from '../../../oracles/operators/recurrent/activations.ts';
import { directionsOf, type LayerDirection, layer, sumOfTerms } from '../../../oracles/operators/recurrent/layer.ts';
import { type InputValues, Node } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import {
  batchOf,
  cellOf,
  eachElement,
  goingBack,
  inDirections,
  indexInState,
  indexInY,
  isBatchFirst,
  lengthsOf,
  onLast,
  onY,
  placeInState,
  placeInY,
  seeing,
  stepsOf,
  withStep,
} from '../recurrences.ts';
import type { Alter } from '../variant.ts';
import { onInput, readFrom, withNumbers, withoutAttributes } from '../views.ts';
import { ofEach, ofEpsilon, ofMoments } from './normalizations.ts';

type Faults = Readonly<Record<string, readonly [string, Alter]>>;

const [W, R, B, lengths, initialH, initialC, P] = [1, 2, 3, 4, 5, 6, 7];
const { 'float64 goes through float32': narrowed } = ofEpsilon;
const { 'sums are kept in bfloat16': inShort } = ofMoments;

/** An optional input that is not read. */
const unread = (place: number): Alter =>
  onNode(({ inputs }) => ({ inputs: inputs.map((one, i) => (i === place ? undefined : one)) }));

/** Rows of weights, or numbers of biases, in blocks of one for each gate that stand in another order. */
const withGates =
  (order: readonly number[], places = [W, R, B]): Alter =>
  (correct) =>
    places.reduce(
      (kernel, place) =>
        onInput(place, (given, node) => {
          const units = node.input(R).dims.at(-1)!;
          return readFrom(given, ([direction, row, ...rest]) => {
            const [block, unit] = [Math.floor(row! / units), row! % units];
            const gate = order[block % order.length]!;
            return [direction!, (block - (block % order.length) + gate) * units + unit, ...rest];
          });
        })(kernel),
      correct,
    );

/** Functions with other definitions. */
const withFunction =
  (name: string, other: <S>(a: Arithmetic<S>, x: S, alpha: S | undefined, beta: S | undefined) => S): Alter =>
  () =>
  (a, node) => {
    const cell = cellOf(node);
    const count = cell.functions.length;
    return layer({
      ...cell,
      step(direction, x, states) {
        const named = (node.attributes.activations?.value as readonly string[] | undefined) ?? cell.functions;
        const values = (which: 'alpha' | 'beta') =>
          (node.attributes[`activation_${which}`]?.value as readonly number[] | undefined)?.[0];
        const [alpha, beta] = [values('alpha'), values('beta')].map((one) =>
          one === undefined ? undefined : a.of(one),
        );
        return cell.step(
          {
            ...direction,
            // of a bidirectional layer the functions of the first direction count
            activation: (place, one) =>
              named[place % count] === name
                ? (other(a, one as never, alpha as never, beta as never) as never)
                : direction.activation(place, one),
          },
          x,
          states,
        );
      },
    })(a, node);
  };

/** Functions of one name whose alpha is 1. */
const withoutAlphas = (name: string): Alter =>
  withNumbers('activation_alpha', (list, { attributes }) => {
    const named = (attributes.activations?.value ?? []) as readonly string[];
    const owners = named.filter((one) => isActivationName(one) && 'alpha' in coefficientsOf(one));
    return list.map((alpha, i) => (owners[i] === name ? 1 : alpha));
  });

const firstDirection = <S>(given: InputValues<S>) => readFrom(given, ([_, ...rest]) => [0, ...rest]);
const firstDirectionOfStates = <S>(given: InputValues<S>, node: Node<S>) =>
  readFrom(given, ([i, j, unit]) => (isBatchFirst(node) ? [i!, 0, unit!] : [0, j!, unit!]));
const firstSequence = <S>(given: InputValues<S>, node: Node<S>) =>
  readFrom(given, ([i, j, unit]) => (isBatchFirst(node) ? [0, j!, unit!] : [i!, 0, unit!]));

/** States of batches before directions, read as if these came first. */
function directionsFirst<S>(given: InputValues<S>, node: Node<S>): InputValues<S> {
  if (!isBatchFirst(node)) return given;
  const [batch, directions, units] = given.dims as [number, number, number];
  return eachOf(given, (_, index) => {
    const [row, unit] = [Math.floor(index / units), index % units];
    return given.at(((row % directions) * batch + Math.floor(row / directions)) * units + unit);
  });
}

/** Faults of all recurrent layers. */
const ofAll: Faults = {
  'a reverse layer goes forwards': [
    'a direction that is not looked at',
    inDirections((direction, isReverse) => isReverse.length === 1 && isReverse[direction]!, goingBack),
  ],
  'both directions of a bidirectional layer go forwards': [
    'a direction that is looked at once',
    inDirections((direction, isReverse) => isReverse.length === 2 && isReverse[direction]!, goingBack),
  ],
  'the first direction of a bidirectional layer goes back': [
    'directions that have changed places',
    inDirections((direction, isReverse) => isReverse.length === 2 && !isReverse[direction]!, goingBack),
  ],
  'Y of a reverse layer is in the order of computing': [
    'outputs that are not turned back',
    onY(({ y, node }, { index, ...place }) => {
      const length = lengthsOf(node)[place.sequence]!;
      if (!directionsOf(node)[place.direction] || place.step >= length) return y.at(index);
      return y.at(indexInY(node, { ...place, step: length - 1 - place.step }, y.dims));
    }),
  ],
  'the last state of a reverse layer is that of the last place': [
    'Y at its end in place of the state',
    onLast(
      ({ last, y, node }, { index, ...place }) => {
        const length = lengthsOf(node)[place.sequence]!;
        if (!directionsOf(node)[place.direction] || length === 0) return last.at(index);
        return y.at(indexInY(node, { ...place, step: length - 1 }, y.dims));
      },
      [0],
    ),
  ],
  'both directions have the first weights': ['a stride of 0', onInput(W, firstDirection)],
  'both directions have the first recurrence': ['a stride of 0', onInput(R, firstDirection)],
  'both directions have the first biases': ['a stride of 0', onInput(B, firstDirection)],
  'both directions begin with the first state': ['a stride of 0', onInput(initialH, firstDirectionOfStates)],
  'the directions of Y change places': [
    'outputs in another order',
    onY(({ y, node }, { index: _, ...place }) => {
      const count = directionsOf(node).length;
      return y.at(indexInY(node, { ...place, direction: count - 1 - place.direction }, y.dims));
    }),
  ],
  'the initial state is not read': ['an optional input that is not read', unread(initialH)],
  'every sequence begins with the first state': ['a batch stride of 0', onInput(initialH, firstSequence)],
  'a state goes on in the next sequence': [
    'a buffer that is not cleared',
    (correct) => (a, node) => {
      const last = correct(a, new Node(node.version, node.attributes, node.inputs, 2))[1]!;
      if (node.inputs[initialH] || batchOf(node) < 2) return correct(a, node);
      const before = eachOf<unknown, InputValues<unknown>>(last, (_, index) => {
        const place = placeInState(node, index, last.dims);
        if (place.sequence === 0) return a.of(0);
        return last.at(indexInState(node, { ...place, sequence: place.sequence - 1 }, last.dims));
      });
      const inputs = range(Math.max(initialH + 1, node.inputs.length)).map((i) =>
        i === initialH ? before : node.inputs[i],
      );
      return onNode(() => ({ inputs: inputs as never }))(correct)(a, node);
    },
  ],
  'biases of R are not added': [
    'the first half of B alone',
    seeing(({ bias }) => ({ bias: (which, gate, unit) => (which === 1 ? [] : bias(which, gate, unit)) })),
  ],
  'biases of W are not added': [
    'the second half of B alone',
    seeing(({ bias }) => ({ bias: (which, gate, unit) => (which === 0 ? [] : bias(which, gate, unit)) })),
  ],
  'the halves of B are pairs of numbers': [
    'biases of W and R in turns',
    onInput(B, (b) =>
      readFrom(b, ([direction, i]) => {
        const half = b.dims[1]! / 2;
        return [direction!, i! < half ? 2 * i! : 2 * (i! - half) + 1];
      }),
    ),
  ],
  'the bias of the first unit is that of all': [
    'a stride of 0',
    seeing(({ bias }) => ({ bias: (which, gate) => bias(which, gate, 0) })),
  ],
  'R is not transposed': [
    'ONNX before version 7',
    (correct) => (a, node) =>
      node.version.since < 7 ? correct(a, node) : layer(cellOf(node), { recurrence: 'as-written' })(a, node),
  ],
  'lengths are not looked at': ['onnx.reference: an input that is not read', unread(lengths)],
  'every sequence has the first length': [
    'one length for a batch',
    onInput(lengths, ({ tensor, ...given }, node) => {
      const all = node.integers(lengths);
      return { ...given, tensor: { ...tensor!, dtype: 'int32', data: Int32Array.from(all, () => all[0]!) } };
    }),
  ],
  'the last state is that of the last place of Y': [
    'padding in place of a state',
    onLast(
      ({ last, y, node }, { index, ...place }) => {
        const isReverse = directionsOf(node)[place.direction]!;
        const steps = stepsOf(node);
        if (isReverse || steps === 0) return last.at(index);
        return y.at(indexInY(node, { ...place, step: steps - 1 }, y.dims));
      },
      [0],
    ),
  ],
  'a reverse layer begins at the end of the data': [
    'padding as the first steps',
    (correct) => (a, node) => {
      if (!node.inputs[lengths]) return correct(a, node);
      return inDirections((direction, isReverse) => isReverse[direction]!, unread(lengths))(correct)(a, node);
    },
  ],
  'steps beyond the length are computed as well': [
    'lengths that the last state alone goes by',
    (correct) => (a, node) => {
      const own = correct(a, node);
      const whole = unread(lengths)(correct)(a, node);
      const ends = lengthsOf(node);
      const y = eachElement(own[0]!, (x, index) => {
        const { step, sequence } = placeInY(node, index, own[0]!.dims);
        return step >= ends[sequence]! ? whole[0]!.at(index) : x;
      });
      return [y, ...own.slice(1)];
    },
  ],
  'activation functions are not looked at': [
    'onnx.reference: attributes that are not read',
    withoutAttributes('activations', 'activation_alpha', 'activation_beta'),
  ],
  'the second direction has the functions of the first': [
    'one list for both',
    onNode(({ attributes }) => {
      const list = attributes.activations?.value as readonly string[] | undefined;
      if (!list || attributes.direction?.value !== 'bidirectional') return {};
      const half = list.slice(0, list.length / 2);
      return { attributes: { ...attributes, activations: { type: 'STRINGS', value: [...half, ...half] } } };
    }),
  ],
  'functions stand in the opposite order': [
    'a list that is read from its end',
    onNode(({ attributes }) => {
      const list = attributes.activations?.value as readonly string[] | undefined;
      return list ? { attributes: { ...attributes, activations: { type: 'STRINGS', value: list.toReversed() } } } : {};
    }),
  ],
  'alpha and beta change places': [
    'arguments in another order',
    onNode(({ attributes: { activation_alpha: alpha, activation_beta: beta, ...rest } }) => ({
      attributes: { ...rest, ...(beta && { activation_alpha: beta }), ...(alpha && { activation_beta: alpha }) },
    })),
  ],
  'the first alpha is that of all functions': [
    'a list of one',
    withNumbers('activation_alpha', (list) => list.map(() => list[0]!)),
  ],
  'the first beta is that of all functions': [
    'a list of one',
    withNumbers('activation_beta', (list) => list.map(() => list[0]!)),
  ],
  'nothing is clipped': ['an attribute that is not read', withoutAttributes('clip')],
  'clipped from above alone': [
    'a minimum in place of both',
    seeing(({ arithmetic: a, node }) => ({
      clipped: (x) => (node.has('clip') ? a.minimum(x, a.of(node.number('clip'))) : x),
    })),
  ],
  'what functions give is clipped': [
    'a clip in the wrong place',
    seeing(({ clipped, activation }) => ({
      clipped: (x) => x,
      activation: (place, x) => clipped(activation(place, x)),
    })),
  ],
  'with layout=1 last states have directions first': [
    'an output that is not transposed',
    onLast(({ last, node }, { index }) => {
      if (!isBatchFirst(node)) return last.at(index);
      const [batch, directions, units] = last.dims as [number, number, number];
      const [row, unit] = [Math.floor(index / units), index % units];
      return last.at(((row % batch) * directions + Math.floor(row / batch)) * units + unit);
    }),
  ],
  'with layout=1 initial states have directions first': [
    'an input that is not transposed',
    onInput(initialH, directionsFirst),
  ],
  'with layout=1 Y has steps first': [
    'an output that is not transposed',
    onY(({ y, node }, { index }) => {
      if (!isBatchFirst(node)) return y.at(index);
      const [batch, steps, directions, units] = y.dims as [number, number, number, number];
      const size = directions * units;
      const [row, rest] = [Math.floor(index / size), index % size];
      return y.at(((row % batch) * steps + Math.floor(row / batch)) * size + rest);
    }),
  ],
  'with layout=1 data have steps first': [
    'a view that is not transposed',
    onInput(0, (x, node) => {
      if (!isBatchFirst(node)) return x;
      const [batch, steps, features] = x.dims as [number, number, number];
      return eachOf(x, (_, index) => {
        const [row, feature] = [Math.floor(index / features), index % features];
        return x.at(((row % steps) * batch + Math.floor(row / steps)) * features + feature);
      });
    }),
  ],
  'units see the new states of those before them': [
    'a state that is written over while it is read',
    withStep((direction, x, [h, ...rest], cell) => {
      // a step for each unit takes long
      if (direction.units > 12) return cell.step(direction, x, [h!, ...rest]);
      let states = [h!, ...rest];
      for (const unit of range(direction.units)) {
        const next = cell.step(direction, x, states);
        states = states.map((own, i) => own.with(unit, next[i]![unit]!));
      }
      return states;
    }),
  ],
  'the first step is left out': [
    'a loop that begins at 1',
    (correct) => (a, node) => {
      const cell = cellOf(node);
      const begun = new WeakSet<object>();
      const step: typeof cell.step = (direction, x, states) => {
        if (begun.has(direction)) return cell.step(direction, x, states);
        begun.add(direction);
        return states;
      };
      return stepsOf(node) < 2 ? correct(a, node) : layer({ ...cell, step })(a, node);
    },
  ],
  'units after blocks of 4 are not computed': [
    'unrolled loops without a tail',
    onOutputs((output, a) => {
      const units = output.dims.at(-1)!;
      return units < 4 ? output : eachOf(output, (x, i) => (i % units < units - (units % 4) ? x : a.of(0)));
    }),
  ],
  'features after blocks of 4 are not read': [
    'unrolled loops without a tail',
    seeing(({ ofInput }) => ({
      ofInput: (gate, unit, x) => {
        const all = ofInput(gate, unit, x);
        return all.length < 4 ? all : all.slice(0, all.length - (all.length % 4));
      },
    })),
  ],
  'states after blocks of 4 are not read': [
    'unrolled loops without a tail',
    seeing(({ ofState }) => ({
      ofState: (gate, unit, h) => {
        const all = ofState(gate, unit, h);
        return all.length < 4 ? all : all.slice(0, all.length - (all.length % 4));
      },
    })),
  ],
  'sums are kept in bfloat16': inShort,
  'float64 goes through float32': narrowed,
  'tanh is good to three digits': [
    'a rational approximation of low degree',
    withFunction('Tanh', (a, x) => {
      const square = a.multiply(x, x);
      const value = a.divide(a.multiply(x, a.add(a.of(27), square)), a.add(a.of(27), a.multiply(a.of(9), square)));
      return a.maximum(a.of(-1), a.minimum(a.of(1), value));
    }),
  ],
  'HardSigmoid has the factors of other libraries': [
    'Keras: 1/6 and 1/2',
    withFunction('HardSigmoid', (a, x) =>
      a.maximum(a.of(0), a.minimum(a.of(1), a.add(a.divide(x, a.of(6)), a.of(0.5)))),
    ),
  ],
  'Softsign is without a magnitude': [
    'x / (1 + x)',
    withFunction('Softsign', (a, x) => a.divide(x, a.add(a.of(1), x))),
  ],
  'Affine is without its offset': ['αx', withFunction('Affine', (a, x, alpha) => a.multiply(alpha ?? a.of(1), x))],
  'ScaledTanh scales its argument alone': ['tanh(βx)', withoutAlphas('ScaledTanh')],
  'Relu stops at 1': ['another function', withFunction('Relu', (a, x) => a.minimum(a.of(1), a.maximum(x, a.of(0))))],
  'LeakyRelu has a slope of its own': [
    'a constant in its place',
    withFunction('LeakyRelu', (a, x) => a.select(a.less(x, a.of(0)), a.multiply(a.of(0.02), x), x)),
  ],
  'ThresholdedRelu begins at 0': [
    'onnxruntime: another default',
    withFunction('ThresholdedRelu', (a, x, alpha) => a.select(a.less(alpha ?? a.of(0), x), x, a.of(0))),
  ],
  'Elu takes no alpha': ['eˣ - 1 below 0', withoutAlphas('Elu')],
  'Sigmoid is Softsign': [
    'functions by a number that is one too much',
    withFunction('Sigmoid', (a, x) => a.divide(x, a.add(a.of(1), a.abs(x)))),
  ],
  'the last states of no steps are NaN': [
    'memory that is not cleared',
    onLast(({ last, a, node }, { index, sequence }) =>
      lengthsOf(node)[sequence] === 0 ? a.of(Number.NaN) : last.at(index),
    ),
  ],
};

type Own<S> = (direction: LayerDirection<S>, unit: number, x: readonly S[], h: readonly S[], r: readonly S[]) => S;

/** A GRU with other ways to its hidden gate, or to its state. */
const gatedBy = (parts: {
  readonly hidden?: <S>(...given: Parameters<Own<S>>) => S;
  readonly isHiddenFree?: true;
  readonly mixed?: <S>(a: Arithmetic<S>, z: S, fresh: S, h: S) => S;
}): Alter =>
  withStep((direction, x, [h]) => {
    const { arithmetic: a, units, activation, clipped } = direction;
    const gate = (which: number) =>
      range(units).map((unit) => activation(0, clipped(gateSum(direction, which, unit, x, h!))));
    const [z, r] = [gate(0), gate(1)];
    const { hidden = hiddenSum, isHiddenFree, mixed = mix } = parts;
    return [
      range(units).map((unit) => {
        const sum = hidden(direction, unit, x, h!, r);
        return mixed(a, z[unit]!, activation(1, isHiddenFree ? sum : clipped(sum)), h![unit]!);
      }),
    ];
  });

const mix = <S>(a: Arithmetic<S>, z: S, fresh: S, h: S): S =>
  a.add(a.multiply(a.subtract(a.of(1), z), fresh), a.multiply(z, h));

const gateSum = <S>(
  { arithmetic, ofInput, ofState, bias }: LayerDirection<S>,
  gate: number,
  unit: number,
  x: readonly S[],
  h: readonly S[],
): S =>
  sumOfTerms(arithmetic, ofInput(gate, unit, x), ofState(gate, unit, h), bias(0, gate, unit), bias(1, gate, unit));

const isLinear = <S>(node: Node<S>): boolean =>
  node.has('linear_before_reset') && node.number('linear_before_reset') !== 0;

const resetOf = <S>(a: Arithmetic<S>, h: readonly S[], r: readonly S[]): readonly S[] =>
  h.map((one, i) => a.multiply(r[i]!, one));

/** What the hidden gate adds up. */
const hiddenSum = <S>(
  { arithmetic: a, node, ofInput, ofState, bias }: LayerDirection<S>,
  unit: number,
  x: readonly S[],
  h: readonly S[],
  r: readonly S[],
): S => {
  const own = [ofInput(2, unit, x), bias(0, 2, unit)];
  return isLinear(node)
    ? sumOfTerms(a, ...own, [[r[unit]!, sumOfTerms(a, ofState(2, unit, h), bias(1, 2, unit))]])
    : sumOfTerms(a, ...own, bias(1, 2, unit), ofState(2, unit, resetOf(a, h, r)));
};

const withReset = (change: (value: number) => number): Alter =>
  onNode((node) => {
    if (!node.has('linear_before_reset')) return {};
    const value = change(node.number('linear_before_reset'));
    return { attributes: { ...node.attributes, linear_before_reset: { type: 'INT', value } } };
  });

/** Faults of GRU. */
const ofGatedLayers: Faults = {
  'the gates are in the order of cuDNN': ['reset, update, hidden', withGates([1, 0, 2])],
  'the hidden gate comes first': ['another order', withGates([2, 0, 1])],
  'the biases are in the order of cuDNN': ['reset, update, hidden', withGates([1, 0, 2], [B])],
  'the update gate keeps what it should take': [
    'z∘h + (1 - z)∘H',
    gatedBy({ mixed: (a, z, fresh, h) => mix(a, a.subtract(a.of(1), z), fresh, h) }),
  ],
  'what is kept is not gated': [
    '(1 - z)∘h + H',
    gatedBy({ mixed: (a, z, fresh, h) => a.add(a.multiply(a.subtract(a.of(1), z), fresh), h) }),
  ],
  'linear_before_reset is not looked at': ['the default in any case', withReset(() => 0)],
  'the reset is always after the linear transformation': ['as cuDNN has it', withReset(() => 1)],
  'linear_before_reset is taken for its opposite': ['a flag that is negated', withReset((value) => (value ? 0 : 1))],
  'Rb is not reset with the linear transformation': [
    'r∘(H·Rᵀ) + Rb',
    gatedBy({
      hidden(direction, unit, x, h, r) {
        const { arithmetic: a, node, ofInput, ofState, bias } = direction;
        if (!isLinear(node)) return hiddenSum(direction, unit, x, h, r);
        const own = [ofInput(2, unit, x), bias(0, 2, unit), bias(1, 2, unit)];
        return sumOfTerms(a, ...own, [[r[unit]!, sumOfTerms(a, ofState(2, unit, h))]]);
      },
    }),
  ],
  'both biases are reset': [
    'r∘(H·Rᵀ + Rb + Wb)',
    gatedBy({
      hidden(direction, unit, x, h, r) {
        const { arithmetic: a, node, ofInput, ofState, bias } = direction;
        if (!isLinear(node)) return hiddenSum(direction, unit, x, h, r);
        const reset = sumOfTerms(a, ofState(2, unit, h), bias(0, 2, unit), bias(1, 2, unit));
        return sumOfTerms(a, ofInput(2, unit, x), [[r[unit]!, reset]]);
      },
    }),
  ],
  'the reset is that of the unit': [
    'r∘(H·Rᵀ) + Rb without the attribute',
    gatedBy({
      hidden(direction, unit, x, h, r) {
        const { arithmetic: a, node, ofInput, ofState, bias } = direction;
        if (isLinear(node)) return hiddenSum(direction, unit, x, h, r);
        const own = [ofInput(2, unit, x), bias(0, 2, unit), bias(1, 2, unit)];
        return sumOfTerms(a, ...own, [[r[unit]!, sumOfTerms(a, ofState(2, unit, h))]]);
      },
    }),
  ],
  'nothing is reset': [
    'a gate that is left out',
    gatedBy({
      hidden: (direction, unit, x, h, r) =>
        hiddenSum(
          direction,
          unit,
          x,
          h,
          r.map(() => direction.arithmetic.of(1)),
        ),
    }),
  ],
  'the hidden gate has the function of the others': [
    'g that is f',
    seeing(({ activation }) => ({ activation: (_, x) => activation(0, x) })),
  ],
  'the hidden gate is not clipped': ['a clip of the gates alone', gatedBy({ isHiddenFree: true })],
};

/** What the steps of an LSTM may do otherwise. */
interface MemoryParts {
  /** the gates of what is taken in and of what is kept */
  readonly coupled?: <S>(a: Arithmetic<S>, taken: S, kept: S) => readonly [taken: S, kept: S];
  readonly mixed?: <S>(a: Arithmetic<S>, kept: S, c: S, taken: S, fresh: S) => S;
  /** the peephole of the output gate sees the cell before the step */
  readonly seesBefore?: true;
  /** what is clipped is without peepholes */
  readonly clipsFirst?: true;
  readonly shown?: <S>(direction: LayerDirection<S>, gate: S, cell: S) => S;
  readonly stored?: <S>(direction: LayerDirection<S>, cell: S) => S;
}

/** An LSTM with other steps. */
const memoryBy = (parts: MemoryParts): Alter =>
  withStep((direction, x, [h, c]) => {
    const { arithmetic: a, node, units, activation, clipped, weight } = direction;
    const gate = (which: number, unit: number, cell: S): S => {
      const sum = gateSum(direction, which, unit, x, h!);
      const hole = weight(P, which, unit);
      const more = hole === undefined ? undefined : a.multiply(hole, cell);
      if (more === undefined) return activation(0, clipped(sum));
      return activation(0, parts.clipsFirst ? a.add(clipped(sum), more) : clipped(a.add(sum, more)));
    };
    type S = (typeof x)[number];
    const { mixed = keep, shown = show, stored = (_: LayerDirection<S>, cell: S) => cell } = parts;
    const isCoupled = node.flag('input_forget');
    const cells = range(units).map((unit) => {
      const taken = gate(0, unit, c![unit]!);
      const forgotten = gate(2, unit, c![unit]!);
      const usual = [taken, isCoupled ? a.subtract(a.of(1), taken) : forgotten] as const;
      const [input, kept] = isCoupled && parts.coupled ? parts.coupled(a, taken, forgotten) : usual;
      return mixed(a, kept, c![unit]!, input, activation(1, clipped(gateSum(direction, 3, unit, x, h!))));
    });
    const out = cells.map((cell, unit) => shown(direction, gate(1, unit, parts.seesBefore ? c![unit]! : cell), cell));
    return [out, cells.map((cell) => stored(direction, cell))];
  });

const keep = <S>(a: Arithmetic<S>, kept: S, c: S, taken: S, fresh: S): S =>
  a.add(a.multiply(kept, c), a.multiply(taken, fresh));
const show = <S>({ arithmetic: a, activation, clipped }: LayerDirection<S>, gate: S, cell: S): S =>
  a.multiply(gate, activation(2, clipped(cell)));

/** Faults of LSTM. */
const ofMemoryLayers: Faults = {
  'the gates are in the order of cuDNN': ['input, forget, cell, output', withGates([0, 3, 1, 2])],
  'the gates are in the order of TF': ['input, cell, forget, output', withGates([0, 3, 2, 1])],
  'forget and cell gates change places': ['another order', withGates([0, 1, 3, 2])],
  'input and output gates change places': ['another order', withGates([1, 0, 2, 3])],
  'the biases are in the order of cuDNN': ['input, forget, cell, output', withGates([0, 3, 1, 2], [B])],
  'the forget gate has a bias of its own': [
    'TF: a forget bias of 1',
    seeing(({ arithmetic: a, bias }) => ({
      bias: (which, gate, unit) => [
        ...bias(which, gate, unit),
        ...(which === 0 && gate === 2 ? [[a.of(1), a.of(1)] as const] : []),
      ],
    })),
  ],
  'the peephole of the output sees the cell before the step': [
    'one cell for all gates',
    memoryBy({ seesBefore: true }),
  ],
  'peepholes are in another order': [
    'input, forget, output',
    seeing(({ weight }) => ({ weight: (input, gate, unit) => weight(input, [0, 2, 1][gate]!, unit) })),
  ],
  'peepholes are not read': ['an optional input that is not read', unread(P)],
  'the peephole of the input is that of all gates': [
    'a stride of 0',
    seeing(({ weight }) => ({ weight: (input, _, unit) => weight(input, 0, unit) })),
  ],
  'the first peephole is that of all units': [
    'a stride of 0',
    seeing(({ weight }) => ({ weight: (input, gate) => weight(input, gate, 0) })),
  ],
  'both directions have the first peepholes': ['a stride of 0', onInput(P, firstDirection)],
  'peepholes are added to what is clipped': ['a clip that is too early', memoryBy({ clipsFirst: true })],
  'input_forget is not looked at': ['an attribute that is not read', withoutAttributes('input_forget')],
  'coupled gates are equal': ['f = i', memoryBy({ coupled: (_, taken) => [taken, taken] })],
  'coupled gates are both what the other leaves': [
    'i = 1 - f and f = 1 - i',
    memoryBy({ coupled: (a, taken, kept) => [a.subtract(a.of(1), kept), a.subtract(a.of(1), taken)] }),
  ],
  'the initial cell is not read': ['an optional input that is not read', unread(initialC)],
  'every sequence begins with the first cell': ['a batch stride of 0', onInput(initialC, firstSequence)],
  'both directions begin with the first cell': ['a stride of 0', onInput(initialC, firstDirectionOfStates)],
  'initial state and cell change places': [
    'inputs in another order',
    onNode(({ inputs }) => {
      const [h, c] = [inputs[initialH], inputs[initialC]];
      return h && c ? { inputs: inputs.with(initialH, c).with(initialC, h) } : {};
    }),
  ],
  'with layout=1 initial cells have directions first': [
    'an input that is not transposed',
    onInput(initialC, directionsFirst),
  ],
  'Y_c is Y_h': ['an output that is written twice', onLast(({ states: [h] }, { index }) => h!.at(index), [1])],
  'Y_h is Y_c': ['an output that is written twice', onLast(({ states: [, c] }, { index }) => c!.at(index), [0])],
  'the cell is shown by g': [
    'one function for both',
    seeing(({ activation }) => ({ activation: (place, x) => activation(Math.min(place, 1), x) })),
  ],
  'the cell is shown as it is': ['o∘C', memoryBy({ shown: ({ arithmetic: a }, gate, cell) => a.multiply(gate, cell) })],
  'without an initial cell the initial state is not read': [
    'onnx/onnx-tensorflow issue 408',
    onNode(({ inputs }) => ({
      inputs: inputs.map((one, i) => (i === initialH && !inputs[initialC] ? undefined : one)),
    })),
  ],
  'the cell is clipped, and stays so': ['TF: cell_clip', memoryBy({ stored: ({ clipped }, cell) => clipped(cell) })],
  'what is taken in is not gated': [
    'f∘C + c',
    memoryBy({ mixed: (a, kept, c, _, fresh) => a.add(a.multiply(kept, c), fresh) }),
  ],
  'the cell is not kept': ['i∘c', memoryBy({ mixed: (a, _, __, taken, fresh) => a.multiply(taken, fresh) })],
  'the function of the cell is that of the gates': [
    'g that is f',
    seeing(({ activation }) => ({ activation: (place, x) => activation(place === 1 ? 0 : place, x) })),
  ],
};

/** Faults of layers whose states go from step to step. */
export const recurrenceFaults: readonly Mutant[] = [
  ...ofEach(['RNN', 'GRU', 'LSTM'], ofAll),
  ...ofEach(['GRU'], ofGatedLayers),
  ...ofEach(['LSTM'], ofMemoryLayers),
];
