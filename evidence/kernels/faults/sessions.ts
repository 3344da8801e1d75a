import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { isFloat, type Mutant, numberOf } from '../mutant.ts';
import type { Request, Stages } from '../stages.ts';

/** Other results from the second run of the same data on, or in the first run only. */
const byRun =
  (change: (results: readonly NumericScalar[], run: number, request: Request) => readonly NumericScalar[]) =>
  ({ finish }: Stages): Partial<Stages> => {
    const runs = new WeakMap<Tensor, number>();
    return {
      finish(results, request) {
        const run = runs.get(request.data) ?? 0;
        runs.set(request.data, run + 1);
        return finish(change(results, run, request), request);
      },
    };
  };

const zeros = (results: readonly NumericScalar[], { output }: Request): readonly NumericScalar[] =>
  results.map(() => numberOf(0, isFloat(output) ? output : 'int64'));

/** Bugs that show when a model is run more than once. */
export const sessionFaults: readonly Mutant[] = [
  {
    name: 'data that were run before are gone',
    source: ['a buffer that was moved from'],
    perturb: byRun((results, run, request) => (run > 0 ? zeros(results, request) : results)),
  },
  {
    name: 'data are replaced by their magnitudes in place',
    source: ['an operation in place on an input'],
    operators: ['ReduceL1', 'ReduceMax', 'ReduceMin', 'ReduceProd', 'ReduceSum', 'ReduceMean', 'ArgMax', 'ArgMin'],
    perturb: ({ load }) => {
      const seen = new WeakSet<Tensor>();
      return {
        load(request) {
          const values = load(request);
          if (seen.has(request.data)) return values.map((x) => (x < 0 ? -x : x));
          seen.add(request.data);
          return values;
        },
      };
    },
  },
  {
    name: 'a view is read from the beginning of its buffer',
    source: ['a pointer to the buffer without the offset'],
    perturb: ({ load }) => ({
      load(request) {
        const { data } = request;
        const view = data.data as Float64Array<ArrayBuffer>;
        if (view.byteOffset === 0) return load(request);
        const Elements = view.constructor as Float64ArrayConstructor;
        const first = new Elements(view.buffer, 0, view.length);
        return load({ ...request, data: { ...data, data: first } });
      },
    }),
  },
  {
    name: 'of a view as much is read as its buffer holds, from its end',
    source: ['a length of the buffer that is taken for that of the view'],
    perturb: ({ load }) => ({
      load(request) {
        const { data } = request;
        const view = data.data as Float64Array<ArrayBuffer>;
        if (view.byteOffset === 0) return load(request);
        const Elements = view.constructor as Float64ArrayConstructor;
        const all = new Elements(view.buffer);
        return load({ ...request, data: { ...data, data: all.slice(-view.length || all.length) } });
      },
    }),
  },
  {
    name: 'from the eighth run of a model on nothing is computed',
    source: ['a compiler that waits for a hot loop'],
    perturb: ({ finish }) => {
      let last = '';
      let runs = 0;
      return {
        finish(results, request) {
          const { operator, opset, dtype, dims, axes, keepdims, noop } = request;
          const model = `${operator} ${opset} ${dtype} ${dims} ${axes} ${keepdims} ${noop}`;
          runs = model === last ? runs + 1 : 1;
          last = model;
          return finish(runs >= 8 ? zeros(results, request) : results, request);
        },
      };
    },
  },
  {
    name: 'data are squared in place',
    source: ['an operation in place on an input'],
    operators: ['ReduceL2', 'ReduceSumSquare'],
    perturb: ({ load }) => {
      const seen = new WeakSet<Tensor>();
      return {
        load(request) {
          const values = load(request);
          if (seen.has(request.data)) {
            return values.map((x) => (typeof x === 'bigint' ? x ** 2n : x ** 2));
          }
          seen.add(request.data);
          return values;
        },
      };
    },
  },
  {
    name: 'the first run of a kernel answers zeros',
    source: ['TT-4384'],
    perturb: ({ finish }) => {
      const built = new Set<string>();
      return {
        finish(results, request) {
          const key = `${request.dtype} ${request.dims}`;
          const isFirst = !built.has(key);
          built.add(key);
          return finish(isFirst ? zeros(results, request) : results, request);
        },
      };
    },
  },
  {
    name: 'dtype is missing in the key of the compiled kernel',
    source: ['MLX-93aaf5e', 'TFJS-1a52033'],
    perturb: ({ store }) => {
      const compiled = new Map<string, DType>();
      return {
        store(results, shape, request) {
          const key = `${request.opset} ${request.axes} ${request.dims} ${request.keepdims} ${request.noop}`;
          const output = compiled.get(key) ?? request.output;
          compiled.set(key, output);
          return store(results, shape, { ...request, output });
        },
      };
    },
  },
  {
    name: 'axes are missing in the key of the cached plan',
    source: ['ORT-5370', 'TRT-4513'],
    perturb: ({ reduced }) => {
      const plans = new Map<string, readonly boolean[]>();
      return {
        reduced(request) {
          const key = `${request.opset} ${request.dtype} ${request.dims} ${request.keepdims}`;
          const marks = plans.get(key) ?? reduced(request);
          plans.set(key, marks);
          return marks;
        },
      };
    },
  },
];
