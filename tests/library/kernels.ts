import type { Kernel, KernelNode, SequenceOf, Tensor, Value } from '../../src/index.ts';

const size = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);

/** Dims before, along and behind an axis. */
function around({ dims }: Tensor, axis: number) {
  const k = axis < 0 ? axis + dims.length : axis;
  return { k, outer: size(dims.slice(0, k)), length: dims[k]!, inner: size(dims.slice(k + 1)) };
}

/** Softmax of version 13 in float32; without the shift exponentials overflow. */
export const softmax = (shifts: boolean): Kernel =>
  Object.defineProperty(
    ([x], { axis = -1 }) => {
      const { dtype, dims, data } = x as Tensor<'float32'>;
      const { outer, length, inner } = around(x!, axis as number);
      const result = new Float32Array(data.length);
      for (let row = 0; row < outer * inner; row++) {
        const place = (m: number) => (Math.floor(row / inner) * length + m) * inner + (row % inner);
        const terms = Array.from({ length }, (_, m) => data[place(m)]!);
        const most = shifts ? terms.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) : 0;
        const powers = terms.map((term) => Math.fround(Math.exp(term - most)));
        const sum = powers.reduce((a, b) => Math.fround(a + b), 0);
        for (const [m, power] of powers.entries()) result[place(m)] = power / sum;
      }
      return { dtype, dims, data: result };
    },
    'name',
    { value: 'softmax' },
  );

/** ReduceSum of version 13 in float32. */
export const reduceSum = (knowsKeepdims: boolean): Kernel =>
  function reduceSum([data, axesInput], { keepdims = 1, noop_with_empty_axes: noop = 0 }) {
    const { dims, data: terms } = data as Tensor<'float32'>;
    const given = Array.from((axesInput as Tensor<'int64'> | undefined)?.data ?? [], Number);
    if (given.length === 0 && noop === 1) return { ...data!, data: terms.slice() } as Tensor;
    const axes = given.length > 0 ? given.map((axis) => (axis < 0 ? axis + dims.length : axis)) : [...dims.keys()];
    const kept = dims.map((dim, i) => (axes.includes(i) ? 1 : dim));
    const sums = new Float32Array(size(kept));
    for (const [i, term] of terms.entries()) {
      let [rest, at, stride] = [i, 0, 1];
      for (const k of [...dims.keys()].reverse()) {
        if (!axes.includes(k)) at += (rest % dims[k]!) * stride;
        rest = Math.floor(rest / dims[k]!);
        stride *= kept[k]!;
      }
      sums[at]! += term;
    }
    const squeezed = dims.filter((_, i) => !axes.includes(i));
    return { dtype: 'float32', dims: keepdims === 1 || !knowsKeepdims ? kept : squeezed, data: sums };
  };

/** ArgMax of version 13, which names the first of several maxima whatever it is asked. */
export const argMax: Kernel = ([data], { axis = 0, keepdims = 1 }) => {
  const { dims, data: values } = data as Tensor<'float32'>;
  const { k, outer, length, inner } = around(data!, axis as number);
  const found = Array.from({ length: outer * inner }, (_, row) => {
    const at = (m: number) => values[(Math.floor(row / inner) * length + m) * inner + (row % inner)]!;
    let best = 0;
    for (let m = 1; m < length; m++) if (at(m) > at(best)) best = m;
    return BigInt(best);
  });
  const [kept, squeezed] = [dims.with(k, 1), dims.toSpliced(k, 1)];
  return { dtype: 'int64', dims: keepdims === 1 ? kept : squeezed, data: BigInt64Array.from(found) };
};

/** SequenceInsert; one that takes the position modulo the length puts what belongs at the end at the front. */
export const sequenceInsert = (isModulo: boolean) =>
  function sequenceInsert([input, tensor, at]: readonly (Value | undefined)[]): Value {
    const { elements, ...type } = input as SequenceOf<Tensor>;
    const given = at && Number((at as Tensor<'int64'>).data[0]);
    const place = given === undefined ? elements.length : given < 0 ? given + elements.length : given;
    const from = isModulo && elements.length > 0 && at ? place % elements.length : place;
    return { ...type, elements: elements.toSpliced(from, 0, tensor as Tensor) };
  };

/** What runs of a graph gave, along a new first dimension. */
function stacked(rows: readonly Tensor[]): Tensor {
  const [first] = rows;
  if (!first) throw Object.assign(new Error('no runs to stack'), { name: 'Unsupported' });
  const data = rows.flatMap((row) => Array.from(row.data as ArrayLike<number>));
  const Data = first.data.constructor as unknown as { from(list: readonly unknown[]): Tensor['data'] };
  return { dtype: first.dtype, dims: [rows.length, ...first.dims], data: Data.from(data) } as Tensor;
}

/** Loop; one that begins at 1 misnumbers its runs. */
export const loop = (first: 0 | 1) =>
  function loop(
    [most, cond, ...initial]: readonly (Value | undefined)[],
    _: unknown,
    { graphs }: KernelNode,
  ): readonly Value[] {
    const limit = most ? (most as Tensor<'int64'>).data[0]! : 2n ** 62n;
    let goesOn = cond === undefined || (cond as Tensor<'bool'>).data[0] === 1;
    let carried = structuredClone(initial) as readonly Value[];
    const rows: Tensor[][] = [];
    for (let i = 0n; i < limit && goesOn; i++) {
      const number = { dtype: 'int64', dims: [], data: BigInt64Array.of(i + BigInt(first)) } as const;
      const condition = { dtype: 'bool', dims: [], data: Uint8Array.of(1) } as const;
      const [next, ...values] = graphs.body!(number, condition, ...carried);
      carried = values.slice(0, initial.length);
      rows.push(values.slice(initial.length) as Tensor[]);
      goesOn = cond === undefined || (next as Tensor<'bool'>).data[0] === 1;
    }
    const scanned = rows[0] ?? [];
    return [...carried, ...scanned.map((_, i) => stacked(rows.map((row) => row[i]!)))];
  };
