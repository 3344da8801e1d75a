import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { observe } from '../../judge/policy.ts';
import { floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import { dtypesOf } from '../../spec/schemas/schemas.ts';
import { inType, numberOf, outputTypeRule } from './scalars.ts';
import { cosineOfAngle } from './turns.ts';

/** A window: the coefficients of a constant, of the cosine of the angle, and of that of its double, with a common denominator. */
interface Cosines {
  readonly numerators: readonly [number, number, number?];
  readonly over: number;
}

/** The clauses that are tested with integer outputs, and with the other type of the size. */
const ofFew: readonly string[] = ['definition', 'output-datatype', 'symmetric', 'output-type'];

/** Returns the size of a window. @throws NotJudged for one below 1: ONNX's shape inference rejects it, but no sentence does */
function sizeOf<S>(node: Node<S>): number {
  const size = numberOf(node, 0);
  if (size < 1) throw new NotJudged('a window of … numbers', size);
  return size;
}

/** Returns whether a window is symmetric and has one number: the angle is then 0/0. */
const isOfOne = (size: number, isPeriodic: boolean): boolean => size === 1 && !isPeriodic;

/**
 * Returns the evaluation of a window: computed in float32, as the function body does, or wider, and converted to output_datatype.
 * @param form one fraction, or a sum of fractions
 * @param ofOne the number of a symmetric window of size 1
 */
const cosines =
  ({ numerators, over }: Cosines, form: 'fraction' | 'sum', ofOne: number): Evaluate =>
  (a, node) => {
    const size = sizeOf(node);
    const dtype = node.dtype('output_datatype');
    const isPeriodic = node.flag('periodic');
    const { kind } = formatOf(dtype);
    if (isOfOne(size, isPeriodic) && kind !== 'float') throw new NotJudged('a symmetric window of one integer');
    const float = a.in('float32');
    const whole = isPeriodic ? size : size - 1;
    return [
      values(dtype, [size], (k) => {
        if (whole === 0) return a.in(dtype).of(ofOne);
        const parts = numerators.map((_, i) => (i === 0 ? float.of(1) : float.chain(cosineOfAngle(i * k, whole), [])));
        const counts = numerators.map((x) => float.of(x!));
        const sum =
          form === 'fraction'
            ? float.divide(float.dot(counts, parts), float.of(over))
            : float.dot(
                counts.map((x) => float.divide(x, float.of(over))),
                parts,
              );
        return inType(a, sum, 'float32', dtype);
      }),
    ];
  };

/** Returns the operator of a window. */
function windowing(name: string, title: string, definition: string, own: Cosines): Operator {
  return define({
    name,
    family: 'window-function',
    definition: `${definition}, where N is the size, or the size less 1 for a symmetric window`,
    evaluate: cosines(own, 'fraction', Number.NaN),
    algorithms: [cosines(own, 'sum', Number.NaN)],
    alternatives: (version, call) => {
      const node = nodeOf(version, call, 1, (x) => x);
      if (!isOfOne(sizeOf(node), node.flag('periodic'))) return [];
      return [
        {
          choices: [observe('window-of-one', '1')],
          otherwise: [observe('window-of-one', 'NaN')],
          evaluate: cosines(own, 'fraction', 1),
        },
      ];
    },
    refine: (expected) =>
      expected.map((output) =>
        formatOf(output.dtype).kind === 'float'
          ? output
          : {
              ...output,
              // the greatest number of a window may be rounded to a float below 1
              accept: (index) => {
                const accepted = output.accept(index);
                return accepted.best === 1n ? acceptAnyOf([accepted, copiedElement(0n)]) : accepted;
              },
            },
      ),
    bindings: (schema) => [
      ...dtypesOf(schema, { type: 'T2' }).map((T2) => ({ T1: 'int64' as const, T2 })),
      { T1: 'int32', T2: 'float32' },
    ],
    tries: (clause, { T1, T2 }) => {
      if (clause.startsWith('default-')) return T2 === 'float32';
      return (floatDTypes.includes(T2!) && T1 === 'int64') || ofFew.includes(clause);
    },
    rules: (schema) => [outputTypeRule(schema)],
    clauses: (schema) => {
      const { says, implies } = clausesOf(schema);
      return [
        says('definition', `The output is ${title} of length size.`, 'summary, function body'),
        says(
          'periodic',
          'With periodic=1, the output is the symmetric window of length size + 1, without its last number.',
          'attribute periodic',
        ),
        says('symmetric', 'With periodic=0, the last number equals the first.', 'attribute periodic'),
        says('output-datatype', 'output_datatype is the type of the output.', 'attribute output_datatype'),
        implies('any-size', 'The window may have any size.', numpy(name.replace('Window', '').toLowerCase())),
      ];
    },
  });
}

/** HannWindow: a raised cosine, from 0 to 1. */
export const hannWindow = windowing('HannWindow', 'the Hann window', '(1 - cos 2πk/N) / 2', {
  numerators: [1, -1],
  over: 2,
});

/** HammingWindow: a raised cosine that does not reach 0. */
export const hammingWindow = windowing('HammingWindow', 'the Hamming window', '(25 - 21·cos 2πk/N) / 46', {
  numerators: [25, -21],
  over: 46,
});

/** BlackmanWindow: a raised cosine with a second cosine. */
export const blackmanWindow = windowing(
  'BlackmanWindow',
  'the Blackman window',
  '0.42 - 0.5·cos 2πk/N + 0.08·cos 4πk/N',
  { numerators: [42, -50, 8], over: 100 },
);
