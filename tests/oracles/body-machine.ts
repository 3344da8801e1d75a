import {
  type DType,
  dtypeOfCode,
  type FloatFormat,
  formatOf,
  type IntegerFormat,
} from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import type { BodyNode, FunctionBody } from '../../oracles/spec/operator.ts';
import { type Orders, ordersOf } from './machine.ts';

/** The row of a tensor, or the element that it was reduced to. */
type Row = { readonly dtype: DType; readonly terms: readonly (number | bigint)[] };

/** What a runtime computes that runs a body node by node, each in the type of its input, over one row of data. */
export function runBody(body: FunctionBody, data: Row, order: keyof Orders): number | bigint {
  const values = new Map<string, Row>([['data', data]]);
  for (const node of body.nodes) {
    const inputs = node.inputs.flatMap((name) => values.get(name) ?? []); // axes: all of the row
    values.set(node.output, step(node, inputs, order));
  }
  return values.get('reduced')!.terms[0]!;
}

function step({ opType, attributes }: BodyNode, [x, y]: readonly Row[], order: keyof Orders): Row {
  const { dtype, terms } = x!;
  const target = opType === 'Cast' ? dtypeOfCode(Number(attributes!.to!.value)) : y?.dtype;
  if (opType.startsWith('Cast')) return { dtype: target!, terms: cast(terms, target!) };
  const format = formatOf(dtype);
  if (format.kind === 'float') return { dtype, terms: onFloats(opType, terms as number[], format, order) };
  if (format.kind === 'integer') return { dtype, terms: onIntegers(opType, terms as bigint[], format) };
  throw new Error(`${opType} of ${dtype}`);
}

function onFloats(opType: string, xs: readonly number[], format: FloatFormat, order: keyof Orders): readonly number[] {
  if (opType === 'ReduceSum') return [ordersOf(format)[order](xs)];
  const operations: Record<string, (x: number) => number> = {
    Abs: Math.abs,
    Mul: (x) => x * x, // of data with itself
    Sqrt: Math.sqrt,
    Exp: Math.exp,
    Log: Math.log,
  };
  return xs.map((x) => roundDouble(operations[opType]!(x), format));
}

function onIntegers(opType: string, xs: readonly bigint[], { bits, signed }: IntegerFormat): readonly bigint[] {
  const wrap = (x: bigint) => (signed ? BigInt.asIntN(bits, x) : BigInt.asUintN(bits, x));
  if (opType === 'ReduceSum') return [xs.reduce((sum, x) => wrap(sum + x), 0n)];
  const operations: Record<string, (x: bigint) => bigint> = { Abs: (x) => (x < 0n ? -x : x), Mul: (x) => x * x };
  return xs.map((x) => wrap(operations[opType]!(x)));
}

/** To an integer by truncation; what does not fit is the nearest that does, and NaN is 0. */
function cast(terms: readonly (number | bigint)[], dtype: DType): readonly (number | bigint)[] {
  const format = formatOf(dtype);
  if (format.kind === 'float') return terms.map((x) => roundDouble(Number(x), format));
  if (format.kind !== 'integer') throw new Error(`no body casts to ${dtype}`);
  const bits = BigInt(format.bits - (format.signed ? 1 : 0));
  const [least, most] = [format.signed ? -(2n ** bits) : 0n, 2n ** bits - 1n];
  return terms.map((x) => {
    if (Number.isNaN(x)) return 0n;
    if (!Number.isFinite(Number(x))) return x > 0 ? most : least;
    const whole = BigInt(typeof x === 'bigint' ? x : Math.trunc(x));
    return whole < least ? least : whole > most ? most : whole;
  });
}
