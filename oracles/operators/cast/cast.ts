import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { BadInput, NotJudged } from '../../bad-input.ts';
import { define } from '../../define.ts';
import { type Evaluate, type Node, type Values, values } from '../../node.ts';
import { type DType, dtypeOfCode, formatOf, integerRange, isDType } from '../../numerics/dtype.ts';
import type { Binding, Clause, Operator } from '../../operator.ts';
import { releaseOf } from '../../releases.ts';
import { type Schema, typesOf } from '../../schemas/schemas.ts';
import { changelog, sentence } from '../../source.ts';

/**
 * Numbers and truth values in another type, each rounded at once: what a cast stores is never more exact than its type. Of
 * numbers that are no truth value only zero is false. What a float beyond the range of an integer type becomes is undefined.
 * @throws NotJudged for other types
 */
export function converted<S>(a: Arithmetic<S>, x: Values<S>, to: DType): Values<S> {
  return values(to, x.dims, conversionOf(a.in(to), x, to));
}

function conversionOf<S>(a: Arithmetic<S>, { dtype, at }: Values<S>, to: DType): (index: number) => S {
  for (const type of [dtype, to]) if (!known.includes(type)) throw new NotJudged(`casts of ${type}`);
  const [from, target] = [formatOf(dtype), formatOf(to)];
  if (target.kind === 'float') return (i) => a.round(at(i), to);
  if (target.kind === 'bool') return (i) => a.select(a.equal(at(i), a.of(0)), a.of(0), a.of(1));
  if (target.kind !== 'integer' || from.kind !== 'float') return (i) => at(i);
  const { min, max } = integerRange(target);
  return (i) => {
    const whole = a.integral(at(i), 'truncate');
    const isBelow = a.less(whole, a.of(min));
    return a.select(isBelow, a.of(Number.NaN), a.select(a.less(a.of(max), whole), a.of(Number.NaN), whole));
  };
}

/** The types that the conversions are defined for here: the numbers of most machines, and truth values. */
const known: readonly DType[] = [
  ...(['float16', 'bfloat16', 'float32', 'float64', 'bool'] as const),
  ...(['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'] as const),
];

/** Names of types in `TensorProto.DataType` that are not those of the suite in capitals. */
const otherNames: Readonly<Record<string, DType>> = { FLOAT: 'float32', DOUBLE: 'float64' };

/** The type that the attribute names: by its number, or before version 6 by its name. */
function target<S>(node: Node<S>): DType {
  const isNamed = node.attributes.to?.type === 'STRING';
  const given = isNamed ? node.string('to') : node.number('to');
  const dtype = isNamed ? (otherNames[given] ?? String(given).toLowerCase()) : dtypeOfCode(Number(given));
  if (dtype === undefined || !isDType(dtype)) throw new BadInput(`attribute to is ${given}, which is no type here`);
  return dtype;
}

function conversion(name: string, definition: string, evaluate: Evaluate): Operator {
  return define({ name, definition, family: 'cast', evaluate, clauses: (schema) => clauses(name, schema), bindings });
}

const clauses = (name: string, { since }: Schema): readonly Clause[] => [
  {
    id: 'definition',
    text: 'Each element is converted to the type that is asked for; numbers that it has stay as they are.',
    source: sentence(changelog, `${name}-${since}, summary`, releaseOf(since)),
    level: 'specified',
  },
];

/** Some types to and from the most usual one. */
function bindings(schema: Schema): readonly Binding[] {
  const types = typesOf(schema, { type: 'T1' });
  const pairs: readonly Binding[] = [
    ...(['float16', 'float64', 'int32', 'uint8', 'bool'] as const).map((T2) => ({ T1: 'float32', T2 }) as const),
    ...(['bfloat16', 'int64', 'bool'] as const).map((T1) => ({ T1, T2: 'float32' }) as const),
  ];
  return pairs.filter((pair) => Object.values(pair).every((type) => types.includes(type)));
}

/** Cast: each element in the type that the attribute `to` names. */
export const cast = conversion('Cast', 'x in the type to', (a, node) => [converted(a, node.input(0), target(node))]);

/** CastLike: each element in the type of another tensor. */
export const castLike = conversion('CastLike', 'x in the type of another tensor', (a, node) => [
  converted(a, node.input(0), node.input(1).dtype),
]);
