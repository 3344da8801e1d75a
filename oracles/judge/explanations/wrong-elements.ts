import type { DType } from '../../numerics/dtype.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { outputName, outputsOf } from '../../spec/declaration.ts';
import type { OperatorCall } from '../../spec/operator.ts';
import { formatScalar } from '../acceptance.ts';
import { inputValuesOf, type ValuesOfInput } from './input-values.ts';
import { type JudgedElement, type JudgedElements, type SignsOfError, signsOf } from './signs.ts';

/** The names of the outputs of an answer, by whether some of their elements are wrong. */
export interface OutputsByVerdict {
  readonly wrong: readonly string[];
  readonly right: readonly string[];
}

/** The value that all wrong elements of an answer have, and the one that all of them should have. */
export interface SameValue {
  readonly got: string;
  /** absent if not all should have the same */
  readonly exact?: string;
}

/** What the wrong elements of an answer have in common. */
export interface SeenInAnswer {
  readonly signs: SignsOfError;
  /** the values of inputs at wrong and right elements; absent if no input has the shape of the answer */
  readonly inputValues?: readonly ValuesOfInput[];
  /** present if the operator has several outputs */
  readonly outputs?: OutputsByVerdict;
  /** present if all wrong elements have the same value */
  readonly sameValue?: SameValue;
}

/** Returns what wrong elements have in common. @param count the number of outputs */
export function seenIn(elements: JudgedElements, question: OperatorCall, count: number): SeenInAnswer {
  const { version, call } = question;
  const inputValues = inputValuesOf(elements, version, call.inputs);
  const outputs = outputsByVerdict(elements, question, count);
  const sameValue = sameValueOf(elements);
  return {
    signs: signsOf(elements),
    ...(inputValues.length > 0 && { inputValues }),
    ...(outputs && { outputs }),
    ...(sameValue && { sameValue }),
  };
}

/**
 * Returns which outputs are wrong; `undefined` if the operator has only one, or if the answer is not one of a node of it.
 * @param count the number of outputs of the answer
 */
function outputsByVerdict(
  { wrong }: JudgedElements,
  { version, call }: Pick<OperatorCall, 'version' | 'call'>,
  count: number,
): OutputsByVerdict | undefined {
  const [first, another] = version.outputs;
  if (wrong.length === 0 || !first || !(another || first.variadic) || count !== outputsOf(version, call))
    return undefined;
  const places = new Set(wrong.map(({ output }) => output.place));
  const names = Array.from({ length: count }, (_, place) => ({ place, name: outputName(version, place) }));
  const namesOf = (isWrong: boolean) =>
    names.filter(({ place }) => places.has(place) === isWrong).map(({ name }) => name);
  return { wrong: namesOf(true), right: namesOf(false) };
}

/** Returns the value that all wrong elements have; `undefined` if they differ. */
function sameValueOf({ wrong }: JudgedElements): SameValue | undefined {
  const got = sameText(wrong, (element) => element.got);
  const exact = sameText(wrong, ({ best }) => best);
  return got === undefined ? undefined : { got, ...(exact !== undefined && { exact }) };
}

/** Returns the text of a value of some elements; `undefined` if they differ. */
function sameText(elements: readonly JudgedElement[], of: (element: JudgedElement) => Scalar): string | undefined {
  const textOf = (element: JudgedElement) => formatAs(element.output.dtype, of(element));
  const [first, ...others] = elements;
  const text = first && textOf(first);
  return others.every((element) => textOf(element) === text) ? text : undefined;
}

/** Formats a value of a type: truth values in words. */
const formatAs = (dtype: DType, value: Scalar): string =>
  dtype === 'bool' ? String(Boolean(value)) : formatScalar(value);
