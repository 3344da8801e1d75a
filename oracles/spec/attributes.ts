import { BadInput } from './bad-input.ts';
import type { AttributeValue, Call, Declaration } from './declaration.ts';

/** Returns the value of an attribute, or its default; `undefined` if there is neither, or the version does not declare it. */
export function attributeOf(
  version: Declaration,
  call: Pick<Call, 'attributes'>,
  name: string,
): AttributeValue['value'] | undefined {
  const declared = version.attributes.find((attribute) => attribute.name === name);
  return declared && (call.attributes[name]?.value ?? declared.default);
}

/**
 * Returns an integer attribute that is 0 or 1 as a boolean; false if the version does not declare it.
 * @throws BadInput for another value: ONNX does not define its meaning, and implementations differ
 */
export function flagOf(version: Declaration, call: Pick<Call, 'attributes'>, name: string): boolean {
  const value = attributeOf(version, call, name) ?? 0;
  if (value !== 0 && value !== 1) throw new BadInput(`attribute ${name} is ${value}; it must be 0 or 1`);
  return value === 1;
}

/**
 * Returns the dimension that an axis names; a negative axis counts from the end.
 * @throws BadInput for an axis outside [-rank, rank - 1]
 */
export function normalizeAxis(axis: number, rank: number): number {
  if (axis < -rank || axis >= rank) throw new BadInput(`axis ${axis} is outside [${-rank}, ${rank - 1}]`);
  return axis < 0 ? axis + rank : axis;
}
