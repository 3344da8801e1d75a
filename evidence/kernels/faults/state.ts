import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { isFloat, type Mutant } from '../mutant.ts';
import type { Positions, Request } from '../stages.ts';

/** Keeps the first value computed for a key, as a cache does whose key says too little. */
function cached<T>(keyOf: (request: Request) => string): (request: Request, compute: () => T) => T {
  const known = new Map<string, T>();
  return (request, compute) => {
    const key = keyOf(request);
    if (!known.has(key)) known.set(key, compute());
    return known.get(key)!;
  };
}

const typed = ({ operator, dtype }: Request): string => `${operator} ${dtype}`;

/** A value of one dtype as one of another, as memory would be read again. */
const as = (x: NumericScalar, { dtype }: Request): NumericScalar => {
  if (isFloat(dtype)) return Number(x);
  return typeof x === 'bigint' ? x : Number.isFinite(x) ? BigInt(Math.trunc(x)) : 0n;
};

/** Bugs in what is kept from one run to the next. */
export const stateFaults: readonly Mutant[] = [
  {
    name: 'the plan is cached by axes and rank only',
    source: ['ORT-5370', 'MLX-93aaf5e'],
    perturb({ positions }) {
      const plan = cached<readonly Positions[]>((request) => `${request.axes} ${request.dims.length}`);
      return {
        positions(request, marks) {
          const own = positions(request, marks);
          const known = plan(request, () => own);
          const count = request.data.data.length;
          return own.map((list, i) => known[i]?.filter((at) => at < count) ?? list);
        },
      };
    },
  },
  {
    name: 'the shape is cached without keepdims in the key',
    source: ['TRT-4513'],
    perturb({ shape }) {
      const shapes = cached<readonly number[]>(({ axes, dims, noop }) => `${axes} ${dims} ${noop}`);
      return { shape: (request, marks) => shapes(request, () => shape(request, marks)) };
    },
  },
  {
    name: 'noop_with_empty_axes is missing in the key of the cached axes',
    source: ['TRT-4513'],
    perturb({ reduced }) {
      const axes = cached<readonly boolean[]>((request) => `${request.axes} ${request.dims.length}`);
      return { reduced: (request) => axes(request, () => reduced(request)) };
    },
  },
  {
    name: 'the mean is divided by the count of the first run',
    source: ['TFJS-1a52033'],
    operators: ['ReduceMean'],
    perturb({ fold }) {
      const count = cached<number>(typed);
      return {
        fold(terms, extents, request) {
          if (!isFloat(request.dtype) || terms.length === 0) return fold(terms, extents, request);
          const sum = Number(fold(terms, extents, { ...request, operator: 'ReduceSum' }));
          return sum / count(request, () => terms.length);
        },
      };
    },
  },
  {
    name: 'sums start from the last result of the run before',
    source: ['TT-4384', 'PNUMPY-84'],
    operators: ['ReduceSum', 'ReduceL1', 'ReduceSumSquare'],
    perturb({ finish }) {
      let before: NumericScalar = 0;
      return {
        finish(results, request) {
          const spoilt = results.map((x, i) => {
            if (i > 0) return x;
            return isFloat(request.dtype)
              ? Number(x) + Number(as(before, request))
              : (x as bigint) + (as(before, request) as bigint);
          });
          before = results[0] ?? before;
          return finish(spoilt, request);
        },
      };
    },
  },
  {
    name: 'an empty input leaves the output as the run before left the memory',
    source: ['XNN-d94380b', 'TVM-19578'],
    perturb({ finish }) {
      let memory: readonly NumericScalar[] = [];
      return {
        finish(results, request) {
          const isUnwritten = request.data.data.length === 0;
          const kept = isUnwritten ? results.map((x, i) => as(memory[i] ?? x, request)) : results;
          if (!isUnwritten) memory = results;
          return finish(kept, request);
        },
      };
    },
  },
  {
    name: 'results of rank 0 go through the pointer of the run before',
    source: ['ORT-16492'],
    perturb({ finish }) {
      let before: NumericScalar = 0;
      return {
        finish(results, request) {
          const stale = request.dims.length === 0 ? [as(before, request)] : results;
          before = results[0] ?? before;
          return finish(stale, request);
        },
      };
    },
  },
  {
    name: 'the answer of the run before is returned where it has the same shape',
    source: ['CSAR-71', 'TT-4384'],
    perturb({ store }) {
      let before = '';
      let answer: readonly NumericScalar[] = [];
      return {
        store(results, shape, request) {
          const key = `${typed(request)} ${shape}`;
          const stale = key === before ? answer : results;
          before = key;
          answer = results;
          return store(stale, shape, request);
        },
      };
    },
  },
];
