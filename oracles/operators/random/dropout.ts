import { acceptAnything } from '../../judge/acceptance.ts';
import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import type { DType } from '../../numerics/dtype.ts';
import { elementsOf, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import type { Clause } from '../../spec/operator.ts';
import { isImprobable, rejectAll } from './improbable.ts';

/** The types of at least 16 bits: training is judged in these. */
const wide = ['float16', 'bfloat16', 'float32', 'float64'] as const;

/** Dropout: in training, random elements become 0 and the others are divided by 1 - ratio; otherwise the input is returned. */
export const dropout = define({
  name: 'Dropout',
  family: 'random',
  definition: 'x, or in training 0 or x / (1 - ratio)',
  evaluate: scaledIn((node) => node.input(0).dtype),
  // no sentence names the type of the scale; the reference uses that of the ratio
  algorithms: [scaledIn((node) => node.inputs[1]?.dtype ?? 'float32')],
  refine([output, mask], version, call) {
    const node = nodeOf<unknown>(version, call, mask ? 2 : 1, (x) => x);
    for (const index of [1, 2]) if (node.inputs[index]) onlyOf(node, index);
    const p = ratioOf(node);
    if (!(p >= 0 && p < 1)) throw new BadInput(`the ratio is ${p}; it must be in [0, 1)`);
    const outputs = mask ? [output!, mask] : [output!];
    if (!drops(node)) {
      if (!mask || version.since >= 12) return outputs;
      return [output!, { ...mask, accept: () => acceptAnything('dropout-mask', mask.accept(0).best) }];
    }
    if (!wide.some((dtype) => dtype === output!.dtype)) throw new NotJudged('training in …', output!.dtype);
    const dropped = acceptAnyOf([copiedElement(0), copiedElement(-0)]);
    const kept = output!.accept;
    const x = scalarsOf(call.inputs[0]!);
    // the formula multiplies by the mask, and 0·∞ is NaN
    const zero = (index: number) =>
      Number.isFinite(x(index)) ? dropped : acceptAnyOf([dropped, copiedElement(Number.NaN)]);
    const may = {
      ...output!,
      ofChance: true,
      accept: (index: number) => acceptAnyOf([kept(index), zero(index)]),
    } as const;
    if (!mask) {
      const from = elementsOf(call.inputs[0]!);
      const given = ([got]: readonly Tensor[]) => {
        // it is unknown whether elements that were 0 were dropped
        const drawn = elementsOf(got!).filter((_, index) => from[index] !== 0);
        const tooMany = droppedTooMany(drawn, p);
        return tooMany ? rejectAll(may.accept, tooMany) : may.accept;
      };
      return [{ ...may, given }];
    }
    const isKept = (got: readonly Tensor[], index: number) => Number(scalarsOf(got[1]!)(index)) !== 0;
    const ofBoth = typeof mask.accept(0).best === 'bigint' ? [1n, 0n] : [1, 0];
    return [
      {
        ...may,
        given: (got) => {
          const tooMany = droppedTooMany(elementsOf(got[1]!), p);
          const asDrawn = (index: number) => (isKept(got, index) ? kept(index) : zero(index));
          return tooMany ? rejectAll(asDrawn, tooMany) : asDrawn;
        },
      },
      { ...mask, ofChance: true, accept: () => acceptAnyOf(ofBoth.map(copiedElement)) },
    ];
  },
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    const own: Clause[] = [
      says('inference', 'Outside of training, the output is the input, bit for bit.'),
      implies('any-rank', 'Tensors of any rank are accepted, including rank 0.', numpy('multiply')),
      implies('size-zero', 'The output of an empty tensor is empty.', numpy('multiply')),
    ];
    if (schema.since >= 12) {
      own.push(says('mask', 'If nothing is dropped, the mask is true everywhere.', 'input training_mode'));
    }
    if (schema.since < 7 || schema.since >= 12) {
      own.push(
        says(
          'training',
          'In training, elements are 0 or divided by 1 - ratio, as the mask indicates.',
          'summary',
          wide,
        ),
      );
    }
    return own;
  },
});

/** Returns the evaluation with the scale 1 / (1 - ratio) computed in a given type. */
function scaledIn(typeOf: <S>(node: Node<S>) => DType): Evaluate {
  return (a, node) => {
    const x = node.input(0);
    const type = typeOf(node);
    const b = a.in(type);
    const scale = a.from(b.divide(b.of(1), b.subtract(b.of(1), b.from(b.of(ratioOf(node))))), type);
    const kept = drops(node) ? (index: number) => a.multiply(x.at(index), scale) : (index: number) => x.at(index);
    const mask = node.version.outputs[1]!.dtype ?? x.dtype;
    return [values(x.dtype, x.dims, kept), values(mask, x.dims, () => a.of(1))].slice(0, node.outputs);
  };
}

/**
 * Describes what is expected if improbably many elements are dropped; `undefined` if not. Too few are not checked: the kernel above,
 * which the backend `reference` runs, drops nothing.
 */
function droppedTooMany(drawn: readonly Scalar[], p: number): string | undefined {
  const dropped = drawn.filter((x) => Number(x) === 0).length;
  if (dropped <= drawn.length * p || !isImprobable(dropped, drawn.length, p)) return undefined;
  return `fewer dropped elements: with ratio ${p}, ${dropped} of ${drawn.length} were dropped`;
}

/** Returns whether elements are dropped: an attribute decides up to version 6, an input from 12 on; between, nothing is dropped. */
function drops<S>(node: Node<S>): boolean {
  if (ratioOf(node) === 0) return false;
  if (node.has('is_test')) return !node.flag('is_test');
  return node.inputs[2] !== undefined && Number(onlyOf(node, 2)) !== 0;
}

function ratioOf<S>(node: Node<S>): number {
  if (node.has('ratio')) return node.number('ratio');
  return node.inputs[1] ? (onlyOf(node, 1) as number) : 0.5;
}

/** Returns the value of an input that is a scalar. @throws BadInput if it is not a scalar, or not known beforehand */
function onlyOf<S>(node: Node<S>, index: number): Scalar {
  const { tensor } = node.input(index);
  const { name } = node.version.inputs[index]!;
  if (!tensor) throw new BadInput(`the input ${name} is not known beforehand`);
  if (tensor.dims.length > 0) throw new BadInput(`the input ${name} must be a scalar`);
  return scalarsOf(tensor)(0);
}
