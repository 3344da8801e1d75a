import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { isOptional, tensorsIn, typeOf } from '../../oracles/numerics/value.ts';
import { formatType } from '../../oracles/numerics/value-type.ts';
import { inputAt, inputName, outputsOf } from '../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { ProposedInput } from '../cases/proposal.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { leftOut } from './notation.ts';
import { sizeClass } from './sizes.ts';

/** Variadic inputs, each described. */
const named = 3;

/** An input that is described, and the name that the schema gives it. */
export interface NamedInput {
  readonly name: string;
  readonly index: number;
}

/** The inputs that a version declares, as far as each is described; of variadic ones the first few of a run. */
export function namedInputs(version: OperatorVersion, { inputs }: NodeRun): readonly NamedInput[] {
  const last = version.inputs.length - 1;
  const variadic = version.inputs.at(-1)?.variadic ? Math.min(named, inputs.length - last) - 1 : 0;
  return Array.from({ length: version.inputs.length + Math.max(0, variadic) }, (_, index) => ({
    name: inputName(version, index),
    index,
  }));
}

/** The tensor by which an input is described: of one that holds several the first. */
export const describedTensor = (input: ProposedInput | undefined): Tensor | undefined =>
  input && (input.value ?? (input.held && tensorsIn(input.held)[0]));

/** How many tensors an input holds, whether their shapes are alike, and whether there is anything at all. */
function* heldClasses(name: string, held: NonNullable<ProposedInput['held']>): Iterable<ClassValue> {
  const tensors = tensorsIn(held);
  yield [{ kind: 'type', of: name }, formatType(typeOf(held))];
  if (isOptional(held)) yield [{ kind: 'content', of: name }, held.content ? 'there' : 'none'];
  if (!typeOf(held).within.includes('sequence')) return;
  yield [{ kind: 'tensors', of: name }, sizeClass(tensors.length)];
  const [shapes, ranks] = [tensors.map(({ dims }) => String(dims)), tensors.map(({ dims }) => dims.length)];
  const alike = new Set(shapes).size < 2 ? 'equal' : new Set(ranks).size < 2 ? 'of one rank' : 'of several ranks';
  if (tensors.length > 1) yield [{ kind: 'shapes', of: name }, alike];
}

const forms = { input: 'at run time', initializer: 'constant', omitted: leftOut } as const;

/** The form and type of each input, which inputs are one value, and how many outputs are asked for. */
export function* inputClasses(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  yield [{ kind: 'version' }, `${version.since}`];
  for (const { name, index } of namedInputs(version, run)) {
    const { form = 'omitted', value, held, sameAs } = run.inputs[index] ?? {};
    yield [{ kind: 'form', of: name }, forms[form]];
    if (value) yield [{ kind: 'type', of: name }, value.dtype];
    if (held) yield* heldClasses(name, held);
    if (sameAs !== undefined) yield [{ kind: 'sameAs', of: name }, `that of ${inputName(version, sameAs)}`];
  }
  if (version.inputs.at(-1)?.variadic) yield [{ kind: 'inputs' }, sizeClass(run.inputs.length)];
  if (version.outputs.length > 1) yield [{ kind: 'outputs' }, `${outputsOf(version, run as { outputs?: number })}`];
}

/** Whether an input says what to do, such as axes or indices: it has no other types than 32 or 64 bits of integers. */
export const isControl = (version: OperatorVersion, index: number): boolean =>
  (inputAt(version, index)?.dtypes ?? version.dtypes).every((dtype) => dtype === 'int32' || dtype === 'int64');

/** Whether the elements of a dtype are compared by size. */
export const isOrdered = (dtype: DType): boolean => ['float', 'integer'].includes(formatOf(dtype).kind);
