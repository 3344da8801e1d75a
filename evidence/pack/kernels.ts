import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { TensorProtoSchema } from '../../vectors/onnx/proto/onnx_pb.ts';
import { correctCandidates } from '../kernels/candidates.ts';
import { computedImplementation } from '../kernels/computed.ts';
import { correct } from '../kernels/correct.ts';
import type { Candidate, Implementation } from '../kernels/implementation.ts';
import { candidateOf } from '../kernels/mutant.ts';
import { mutants } from '../kernels/mutants.ts';
import { implementationOf, stagedOperators } from '../kernels/stages.ts';

/** An implementation whose answers both the suite and the example runner judge. */
export interface Kernel {
  readonly name: string;
  readonly isRight: boolean;
  start(): Implementation;
  /** changes the encoded TensorProto that is written; absent if it is unchanged */
  readonly send?: Send;
}

export type Send = (tensor: Uint8Array) => Uint8Array;

/** An implementation for the reductions, and another one for each other operator. */
type Halves = readonly [reductions: Candidate, others: (operator: string) => Implementation];

const right = (ofReductions: string, ofOthers: string): Kernel => {
  const others = named(correctCandidates, ofOthers).start();
  const halves: Halves = [named(correctCandidates, ofReductions), () => others];
  return { name: `${ofReductions}; ${ofOthers}`, isRight: true, start: everywhere(halves) };
};
const wrong = (ofReductions: string, which: 'first' | 'last'): Kernel => ({
  name: `${ofReductions}; the ${which} fault of each other operator`,
  isRight: false,
  start: everywhere([candidateOf(named(mutants, ofReductions)), faultyAt(which === 'first' ? 0 : -1)]),
});

/** Gives each operator that computes with scalars one of its faults. */
const faultyAt = (place: number) => (operator: string) => {
  const own = mutants.filter(
    ({ alter, alterValues, operators }) => (alter ?? alterValues) && operators?.includes(operator),
  );
  return computedImplementation(own.at(place) ?? {});
};

const strict = right('strict: refuses what may be refused', 'kernels in the type, from left to right');

const withoutLastByte: Send = (bytes) => {
  const message = fromBinary(TensorProtoSchema, bytes);
  return toBinary(TensorProtoSchema, { ...message, rawData: message.rawData.subarray(0, -1) });
};

function byTurns(all: readonly Send[]): Send {
  let turn = 0;
  return (bytes) => all[turn++ % all.length]!(bytes);
}

/** Kernels that produce every kind of verdict: several tiers and choices, refusals, wrong values, contradictions. */
export const kernels: readonly Kernel[] = [
  strict,
  right('eight lanes, integer results rounded down, the last of ties and of NaN', 'kernels in the next wider type'),
  wrong('float32 is computed in float16', 'first'),
  wrong('integers are rounded to nearest at even positions, down at odd ones', 'last'),
  {
    ...strict,
    name: 'strict, but sends by turns a byte that is not a TensorProto, and too few bytes',
    isRight: false,
    send: byTurns([() => Uint8Array.of(255), withoutLastByte]),
  },
];

/** One implementation for all operators. Reductions that the kernel does not implement are answered correctly. */
function everywhere([{ start, operators }, ofOthers]: Halves): () => Implementation {
  return () => {
    const own = start();
    const staged = implementationOf(correct);
    const others = new Map<string, Implementation>();
    return (example) => {
      const { name } = example.cell.operator;
      if (operators?.includes(name) ?? true) return own(example);
      const other = others.get(name) ?? (stagedOperators.includes(name) ? staged : ofOthers(name));
      others.set(name, other);
      return other(example);
    };
  };
}

function named<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`unknown kernel '${name}'`);
  return found;
}
