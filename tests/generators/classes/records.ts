import { classesOf, classRecordOf } from '../../../generators/classes/classes.ts';
import { type Tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';

type Call = readonly [operator: string, attributes: Attributes, ...inputs: readonly Tensor[]];

const described = ([operator, attributes, ...inputs]: Call) =>
  [
    findOperator(operator)!.versions.at(-1)!,
    { attributes, inputs: inputs.map((value) => ({ form: 'input', value }) as const), outputs: 1 },
  ] as const;

/** Returns the classes and relations of a call of the newest version of an operator, in the words of results. */
export const recordOf = (...call: Call): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(classRecordOf(...described(call))));

/** Returns the dimensions of such a call on which kernels may branch. */
export const branchesOf = (...call: Call): readonly string[] =>
  classesOf(...described(call)).map(({ dimension }) => dimension);

/** Returns a tensor of floats that counts from 0. */
export const ofShape = (...dims: readonly number[]): Tensor => tensorOfScalars('float32', dims, (i) => i);
