import { BadInput } from './bad-input.ts';
import type { AttributeValue, Call, Declaration } from './declaration.ts';

/** The value of an attribute, or its default; `undefined` where there is neither, or the version does not declare it. */
export function attributeOf(
  version: Declaration,
  call: Pick<Call, 'attributes'>,
  name: string,
): AttributeValue['value'] | undefined {
  const declared = version.attributes.find((attribute) => attribute.name === name);
  return declared && (call.attributes[name]?.value ?? declared.default);
}

/**
 * An integer attribute that is 0 or 1; false where the version does not declare it.
 * @throws BadInput for another value: what it means is nowhere said, and implementations differ
 */
export function flagOf(version: Declaration, call: Pick<Call, 'attributes'>, name: string): boolean {
  const value = attributeOf(version, call, name) ?? 0;
  if (value !== 0 && value !== 1) throw new BadInput(`attribute ${name} is ${value}; the text knows 0 and 1`);
  return value === 1;
}

/**
 * The dimension that an axis names, counted from the end where it is negative.
 * @throws BadInput for an axis outside [-rank, rank - 1]
 */
export function normalizeAxis(axis: number, rank: number): number {
  if (axis < -rank || axis >= rank) throw new BadInput(`axis ${axis} is outside [${-rank}, ${rank - 1}]`);
  return axis < 0 ? axis + rank : axis;
}
