import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { TensorProtoSchema } from '../../vectors/proto/onnx_pb.ts';
import { correctCandidates } from '../mutants/candidates.ts';
import { computedImplementation } from '../mutants/computed.ts';
import { correct } from '../mutants/correct.ts';
import { candidateOf } from '../mutants/mutant.ts';
import { mutants } from '../mutants/mutants.ts';
import { type Implementation, implementationOf, stagedOperators } from '../mutants/stages.ts';
import type { Candidate } from '../mutants/suite.ts';

/** An implementation whose answers are judged both by the suite and by the example runner. */
export interface Kernel {
  readonly name: string;
  readonly isRight: boolean;
  start(): Implementation;
  /** what becomes of a TensorProto on its way out; absent: nothing */
  readonly send?: Send;
}

export type Send = (tensor: Uint8Array) => Uint8Array;

const right = (name: string): Kernel => ({ name, isRight: true, start: everywhere(named(correctCandidates, name)) });
const wrong = (name: string): Kernel => ({
  name,
  isRight: false,
  start: everywhere(candidateOf(named(mutants, name))),
});

const strict = right('strict: refuses what may be refused');

const withoutLastByte: Send = (bytes) => {
  const message = fromBinary(TensorProtoSchema, bytes);
  return toBinary(TensorProtoSchema, { ...message, rawData: message.rawData.subarray(0, -1) });
};

/** Of every kind of verdict some: other tiers, other choices, refusals, wrong values, contradictions. */
export const kernels: readonly Kernel[] = [
  strict,
  right('eight lanes, integer results rounded down, the last of ties and of NaN'),
  wrong('float32 is computed in float16'),
  wrong('integers are rounded to nearest at even positions, down at odd ones'),
  {
    ...strict,
    name: 'strict, but sends a byte that is no TensorProto',
    isRight: false,
    send: () => Uint8Array.of(255),
  },
  { ...strict, name: 'strict, but leaves out a byte of the last element', isRight: false, send: withoutLastByte },
];

/** Operators for which an implementation was not made are answered rightly. */
function everywhere({ start, operators }: Candidate): () => Implementation {
  return () => {
    const own = start();
    const staged = implementationOf(correct);
    const computed = computedImplementation((evaluate) => evaluate);
    const others: Implementation = (example) =>
      (stagedOperators.includes(example.cell.operator.name) ? staged : computed)(example);
    return (example) => ((operators?.includes(example.cell.operator.name) ?? true) ? own : others)(example);
  };
}

function named<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`there is no kernel '${name}'`);
  return found;
}
