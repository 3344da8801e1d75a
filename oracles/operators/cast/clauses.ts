import { type FloatFormat, type Format, formatOf } from '../../numerics/dtype.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Binding } from '../../spec/declaration.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { isCurrentSchema, isUsualPair, pairsOf } from './bindings.ts';

const isInteger = ({ kind }: Format): boolean => kind === 'integer';
const isFloat8 = (format: Format): boolean => format.kind === 'float' && format.bits === 8 && format.signed;
const isScale = (format: Format): boolean => format.kind === 'float' && !format.signed;
const isBounded = (format: Format): boolean => format.kind === 'float' && !format.hasNaN;
/** Whether a type is a float of more than 8 bits. */
export const isUsualFloat = (format: Format): format is FloatFormat => format.kind === 'float' && format.bits > 8;
const isNumber = (format: Format): boolean => format.kind !== 'string';

/** Returns whether one float type has numbers that another one lacks. */
export const narrows = (from: Format, to: Format): boolean =>
  from.kind === 'float' && to.kind === 'float' && (from.precision > to.precision || from.maxExponent > to.maxExponent);

/** The pairs of types to which each clause of the family applies, by its id. */
const concerns: Readonly<Record<string, (from: Format, to: Format) => boolean>> = {
  definition: (from, to) => isNumber(from) && isNumber(to),
  'float-rounding': (from, to) => narrows(from, to) && isUsualFloat(to),
  'float-out-of-range': (from, to) => narrows(from, to) && isUsualFloat(to),
  'float-to-integer': (from, to) => isUsualFloat(from) && isInteger(to) && to.bits >= 8,
  'integer-to-float': (from, to) => isInteger(from) && from.bits >= 8 && isUsualFloat(to),
  'integer-to-integer': (from, to) => isInteger(from) && isInteger(to),
  'to-bool': (from, to) => isNumber(from) && to.kind === 'bool',
  'from-bool': (from) => from.kind === 'bool',
  'from-string': (from) => from.kind === 'string',
  'to-string': (_, to) => to.kind === 'string',
  'to-small-float': (from, to) => narrows(from, to) && isFloat8(to),
  'to-small-float-unsaturated': (from, to) => narrows(from, to) && isFloat8(to),
  'to-power-of-two': (from, to) => isUsualFloat(from) && isScale(to),
  'to-power-of-two-round-mode': (from, to) => isUsualFloat(from) && isScale(to),
  'to-finite-float': (from, to) => isUsualFloat(from) && isBounded(to),
  'every-number': (from, to) => isNumber(from) && isNumber(to) && from.bits <= 16 && from.kind !== 'bool',
  'every-boundary': (from, to) =>
    isUsualFloat(from) && from.bits > 16 && narrows(from, to) && to.kind === 'float' && !isScale(to),
  'every-integer': (from, to) => isUsualFloat(from) && from.bits > 16 && isInteger(to) && to.bits >= 8 && to.bits <= 16,
  'any-shape': (from, to) => isPlain(from, to) || (isNumber(from) && isNumber(to) && Math.min(from.bits, to.bits) < 8),
  'default-saturate': (from, to) => from.name === 'float32' && (isFloat8(to) || isScale(to)),
  'default-round-mode': (from, to) => from.name === 'float32' && isScale(to),
};

/** The pairs that test the clauses of all operators. */
const isPlain = (from: Format, to: Format): boolean =>
  (from.name === 'float32' && to.name === 'int32') || (from.name === 'int64' && to.name === 'float32');

/**
 * Returns whether to test a clause with a pair of types. Clauses of all operators are tested with few pairs, and unusual pairs
 * with few clauses.
 */
export function isTestedWith(clause: string, types: Binding): boolean {
  const [from, to] = [formatOf(types.T1!), formatOf(types.T2!)];
  const isEnough = clause === 'any-shape' || (clause === 'definition' && concerns['every-number']!(from, to));
  return (concerns[clause] ?? isPlain)(from, to) && !(isEnough && !isUsualPair(types));
}

/** The version that lists the rules of conversions; earlier ones follow numpy. */
const firstWithRules = 13;

/** Returns the clauses of a cast at one version. */
export function castClauses(schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const hasRules = schema.since >= firstWithRules;
  const listed = (id: string, text: string) =>
    hasRules ? says(id, text, 'summary, rules of conversions') : implies(id, text, numpy('astype'));
  const table = (id: string, text: string) => says(id, text, 'summary, tables of float 8');
  const ofFormat = (document: string) => ({ document, place: 'Cast' });
  const all = [
    says('definition', 'Each element becomes the same number in another type, if that type can represent it.'),
    implies('float-rounding', 'Floats are rounded to nearest, ties to even, once.', ieee754('5.4.2 and 4.3.1')),
    listed('float-out-of-range', 'Floats beyond the range of a float type become infinities.'),
    implies('float-to-integer', 'Floats are truncated to integers.', numpy('astype, as C converts (ISO C 6.3.1.4)')),
    implies('integer-to-float', 'Integers are rounded to nearest, ties to even, once.', ieee754('5.4.1')),
    listed(
      'integer-to-integer',
      'Integers out of range lose their high bits; the low bits are interpreted in two’s complement.',
    ),
    listed('to-bool', 'Zeros of either sign are false; everything else is true, including NaN.'),
    listed('from-bool', 'True becomes 1, and false 0.'),
    says(
      'from-string',
      'Strings are parsed as decimal numbers in plain or scientific notation; INF and NaN may have upper or lower case.',
    ),
    implies(
      'to-string',
      'Numbers become strings that parse to the same numbers.',
      ieee754('5.12.2: conversions to decimal and back'),
    ),
    table(
      'to-small-float',
      'Floats are rounded to the nearest float8 number, ties to even; by default, values out of range become the largest number.',
    ),
    table(
      'to-small-float-unsaturated',
      'With saturate=0, values out of range become an infinity if the type has one, otherwise NaN.',
    ),
    says(
      'to-power-of-two',
      'Floats become powers of two: by default the next one above, within the range of the type.',
    ),
    says(
      'to-power-of-two-round-mode',
      'round_mode selects the power above, below, or the nearest with ties up; with saturate=0, values out of range become NaN.',
      'attribute round_mode',
    ),
    implies(
      'to-finite-float',
      'Floats are rounded to nearest, ties to even; values beyond the largest number become the largest number.',
      ofFormat('float4.md'),
    ),
    implies(
      'every-number',
      'Every number of a type is cast by the same rules; in types of up to 16 bits, each number is tested.',
      numpy('astype'),
    ),
    implies(
      'every-boundary',
      'Floats are rounded correctly between all neighbours of a narrower type, at the midpoint and next to it.',
      ieee754('5.4.2 and 4.3.1'),
    ),
    implies(
      'every-integer',
      'Floats at and next to each integer of up to 16 bits are truncated.',
      numpy('astype, as C converts (ISO C 6.3.1.4)'),
    ),
    implies(
      'any-shape',
      'Every element is cast, for any rank and length, including odd counts of packed elements.',
      numpy('astype'),
    ),
  ];
  const pairs = pairsOf(schema);
  return all.filter(
    ({ id }) => (isCurrentSchema(schema) || !id.startsWith('every-')) && pairs.some((pair) => isTestedWith(id, pair)),
  );
}

/** Returns the rules of a cast by attribute. */
export const castRules = (schema: Schema): readonly Clause[] => [
  rule('invalid-target', 'The attribute to names a type that the version allows.', 'attribute to', schema),
];
