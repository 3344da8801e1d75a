import { formatOf, numericDTypes } from '../../oracles/numerics/dtype.ts';
import { type CallPlan, dtypeOfInput, type InputPlan } from '../calls/draft-of-call.ts';
import type { Draws } from '../covering/draws.ts';
import { type NamedCall, toCallPlan } from '../notation/call-notation.ts';
import { elementwiseSettings } from './elementwise-nodes.ts';

/** A call of an elementwise operator: one of the ways in which it is called, on shapes as its version broadcasts them. */
export function drawElementwise(draws: Draws): CallPlan {
  const { context } = draws;
  const { version, operator } = context;
  const { ways: own = [{}], data: keeping } = elementwiseSettings[operator.name] ?? {};
  const way = draws.pick(...(typeof own === 'function' ? own(context) : own));
  const isVariadic = version.inputs.at(-1)!.variadic !== undefined;
  const count = isVariadic ? draws.pick(1, 2, 3, draws.count(4, 9)) : version.inputs.length;
  const { dims, ...attributes } = shapesOf(draws, count, way);
  const { attributes: set = {}, inputs } = toCallPlan(
    context,
    { ...way, ...floats(draws), ...attributes },
    () => 'mixed',
  );
  const data = (i: number): InputPlan => {
    const drawn = draws.data(dims[i]!);
    const map = keeping?.(context, i, drawn.kind!);
    const near = firstAlike(i);
    return {
      ...drawn,
      ...(near >= 0 && draws.once(4) && { near }),
      ...(map && { map }),
      ...((map || drawn.kind === 'special') && { nan: 'quiet' as const }),
    };
  };
  const isParameter = (i: number) => (version.inputs[i]?.name ?? '') in way;
  const parameter = (i: number) => inputs[i] && (dims[0]!.length > 0 ? inputs[i] : { ...inputs[i], dims: [] });
  /** the first of the earlier inputs with data of the same numeric type */
  const firstAlike = (i: number) => {
    const dtype = dtypeOfInput(context, i);
    const earlier = numericDTypes.includes(dtype) ? [...Array(i).keys()] : [];
    return earlier.findIndex((other) => !isParameter(other) && dtypeOfInput(context, other) === dtype);
  };
  return {
    attributes: set,
    inputs: Array.from({ length: count }, (_, i) => (isParameter(i) ? parameter(i) : data(i))),
  };
}

/** Attributes that are floats, now and then with values that no way has. */
function floats(draws: Draws): NamedCall {
  const { divisors = [], ends = [] } = elementwiseSettings[draws.context.operator.name] ?? {};
  const ofFloats = formatOf(draws.context.dtype).kind === 'float';
  const named = draws.context.version.attributes.filter(
    ({ name, type }) => type === 'FLOAT' && !divisors.includes(name) && !ends.includes(name),
  );
  return Object.fromEntries(
    named.flatMap(({ name }) =>
      draws.once(3) ? [[name, draws.pick(0, 1, 2, ...(ofFloats ? [0.5, -0.75, 3.25] : []))]] : [],
    ),
  );
}

/** The shapes of inputs, and attributes that say how one goes along the other. */
interface Shapes {
  readonly dims: readonly (readonly number[])[];
  readonly broadcast?: number;
  readonly axis?: number;
}

/** The shapes of the inputs, and the attributes that say how they are broadcast. */
function shapesOf(draws: Draws, count: number, way: NamedCall): Shapes {
  const { version } = draws.context;
  const place = version.clauses.find(({ id }) => id === 'broadcasting')?.source.place ?? '';
  const first = draws.sizes(draws.count(0, 6));
  const same = () => Array.from({ length: count }, () => first);
  if (draws.once(3)) return { dims: same() };
  if (place.startsWith('Multi')) return { dims: draws.broadcast(count, first) };
  if (place.startsWith('Unidirectional')) {
    const [, ...others] = draws.broadcast(count + 1, first);
    return { dims: [first, ...others.slice(0, count - 1).map((dims) => dims.slice(-first.length || dims.length))] };
  }
  if (!version.attributes.some(({ name }) => name === 'broadcast') || 'broadcast' in way) return { dims: same() };
  const from = draws.count(0, first.length);
  const to = draws.pick(first.length, draws.count(from, first.length));
  const axis = to === first.length && draws.once(2) ? undefined : from;
  if (from === to) return { dims: [first, []], broadcast: 1 };
  return { dims: [first, first.slice(from, to)], broadcast: 1, ...(axis !== undefined && { axis }) };
}
