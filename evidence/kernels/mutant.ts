import { type DType, type FloatFormat, formatOf, type IntegerFormat } from '../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import { reductions } from '../../tests/oracles/call.ts';
import { type Altered, computedImplementation } from './computed.ts';
import { correct } from './correct.ts';
import { type Candidate, type Implementation, Refusal } from './implementation.ts';
import { implementationOf, type Positions, type Request, type Stages } from './stages.ts';

/** A faulty implementation: a correct one with some stages replaced. */
export interface Mutant extends Altered {
  readonly name: string;
  /** ids of the published bugs that it is modelled on, or in a few words how kernels come to it */
  readonly source: readonly string[];
  /** the operators that it changes; all reductions over a list of axes if absent */
  readonly operators?: readonly string[];
  /** of reductions: called once per process, so that what a backend keeps between models lives in the closure */
  readonly perturb?: ((correct: Stages) => Partial<Stages>) | undefined;
  /** of the same operators: called once per case, so that what a kernel keeps from one run to the next lives in the closure */
  readonly keep?: () => (correct: Implementation) => Implementation;
}

/** A mutant as the suite runs it. */
export function candidateOf({
  name,
  operators,
  perturb,
  alter,
  alterValues,
  alterUnfold,
  keep,
}: Mutant): Candidate & Required<Pick<Candidate, 'operators'>> {
  return {
    name,
    start() {
      if (perturb) return implementationOf({ ...correct, ...perturb(correct) });
      const own = computedImplementation({
        ...(alter && { alter }),
        ...(alterValues && { alterValues }),
        ...(alterUnfold && { alterUnfold }),
      });
      return keep ? keeping(keep, own) : own;
    },
    operators: operators ?? reductions.map((operator) => operator.name),
  };
}

/** A kernel that keeps something from run to run of a case: its sessions have to show that. */
function keeping(keep: NonNullable<Mutant['keep']>, right: Implementation): Implementation {
  let own = keep()(right);
  let id: string | undefined;
  return (example) => {
    if (example.id !== id) own = keep()(right);
    id = example.id;
    try {
      return own(example);
    } catch (error) {
      // what is kept may fit nothing
      throw error instanceof Refusal ? error : new Refusal(String(error));
    }
  };
}

/** The same mistake in how each request is understood. */
export const misread =
  (change: (request: Request) => Partial<Request>) =>
  (stages: Stages): Partial<Stages> => ({
    read(example) {
      const request = stages.read(example);
      return { ...request, ...change(request) };
    },
  });

/** The same mistake in which elements each slice visits. */
export const misplace =
  (change: (positions: Positions, request: Request) => Positions) =>
  (stages: Stages): Partial<Stages> => ({
    positions(request, reduced) {
      const lists = stages.positions(request, reduced);
      return unlessEqual(
        lists,
        lists.map((list) => unlessEqual(list, change(list, request))),
      );
    },
  });

/** The list itself where a change changes nothing: what was computed for it is remembered. */
export function unlessEqual<T>(list: readonly T[], changed: readonly T[]): readonly T[] {
  return list.length === changed.length && list.every((item, i) => Object.is(item, changed[i])) ? list : changed;
}

/** The same mistake in the value of each slice. */
export const misfold =
  (change: (fold: Stages['fold'], ...given: Parameters<Stages['fold']>) => ReturnType<Stages['fold']>) =>
  (stages: Stages): Partial<Stages> => ({
    fold: (terms, extents, request) => change(stages.fold, terms, extents, request),
  });

/** Another shape of the output; elements that are too many are dropped, missing ones are 0. */
export const misshape =
  (change: (shape: readonly number[], request: Request, reduced: readonly boolean[]) => readonly number[]) =>
  (stages: Stages): Partial<Stages> => ({
    shape: (request, reduced) => change(stages.shape(request, reduced), request, reduced),
    store(results, shape, request) {
      const count = shape.reduce((product, dim) => product * dim, 1);
      const zero = isFloat(request.dtype) ? 0 : 0n;
      return stages.store(
        Array.from({ length: count }, (_, i) => results[i] ?? zero),
        shape,
        request,
      );
    },
  });

export const isFloat = (dtype: DType): boolean => formatOf(dtype).kind === 'float';

/** The format of the data of a request, where these are floats. */
export const formatIn = ({ dtype }: Request): FloatFormat => formatOf(dtype) as FloatFormat;

/** The format of an integer dtype; `undefined` for floats. */
export function integerOf(dtype: DType): IntegerFormat | undefined {
  const format = formatOf(dtype);
  return format.kind === 'integer' ? format : undefined;
}

/** The same mistake in slices of floats. */
export const ofFloats = (
  evaluate: (terms: readonly number[], request: Request, fold: Stages['fold']) => NumericScalar,
) =>
  misfold((fold, terms, extents, request) =>
    isFloat(request.dtype) ? evaluate(terms as readonly number[], request, fold) : fold(terms, extents, request),
  );

/** The same mistake in slices of some integer types. */
export const ofIntegers = (
  applies: (format: IntegerFormat) => boolean,
  evaluate: (terms: readonly bigint[], format: IntegerFormat, request: Request, fold: Stages['fold']) => NumericScalar,
) =>
  misfold((fold, terms, extents, request) => {
    const format = integerOf(request.dtype);
    return format && applies(format)
      ? evaluate(terms as readonly bigint[], format, request, fold)
      : fold(terms, extents, request);
  });

/** The same mistake in the terms of each slice before they are reduced. */
export const ofTerms = (change: (terms: readonly NumericScalar[], request: Request) => readonly NumericScalar[]) =>
  misfold((fold, terms, extents, request) => fold(unlessEqual(terms, change(terms, request)), extents, request));

/** A number as a dtype has it. */
export const numberOf = (x: number, dtype: DType): NumericScalar => (isFloat(dtype) ? x : BigInt(x));
