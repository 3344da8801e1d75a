import * as v from 'valibot';
import { dtypes } from '../../oracles/numerics/dtype.ts';

/** Building blocks of schemas. Each field has a description, from which docs/report-schema.md is generated. */

/** Adds a description in Markdown to a schema. */
export function described<S extends v.GenericSchema>(schema: S, meaning: string): S {
  return v.pipe(schema, v.description(meaning)) as unknown as S;
}

/** Adds a name to a schema, which replaces its fields wherever it is part of another. */
export function titled<S extends v.GenericSchema>(schema: S, title: string): S {
  return v.pipe(schema, v.title(title)) as unknown as S;
}

export const text = (meaning = '') => described(v.string(), meaning);
export const texts = (meaning: string) => described(v.array(v.string()), meaning);
export const flag = (meaning: string) => described(v.boolean(), meaning);
/** JSON has neither NaN nor infinities. */
export const number = (meaning = '') => described(v.pipe(v.number(), v.finite()), meaning);
const whole = 'has to be a whole number from 0';
export const count = (meaning = '') =>
  described(v.pipe(v.number(whole), v.integer(whole), v.minValue(0, whole)), meaning);
export const oneOf = <const N extends readonly string[]>(names: N, meaning: string) =>
  described(v.picklist(names), meaning);
export const list = <S extends v.GenericSchema>(item: S, meaning: string) => described(v.array(item), meaning);
/** Makes a field optional: absent if it does not apply. */
export const optional = <S extends v.GenericSchema>(field: S) => v.exactOptional(field);

/** Returns the schema of a record; its keys are sorted alphabetically, since they have no declared order. */
export function record<S extends v.GenericSchema>(value: S, meaning: string) {
  const inOrder = v.pipe(v.record(v.string(), value as v.GenericSchema), v.transform(sorted));
  return described(inOrder as unknown as v.RecordSchema<v.StringSchema<undefined>, S, undefined>, meaning);
}

/** Returns a record with its keys sorted alphabetically. */
export function sorted<V>(record: { [key: string]: V }): { [key: string]: V } {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the schema of an object with all of the keys. */
export function recordOfAll<K extends string, S extends v.GenericSchema>(keys: readonly K[], value: S) {
  return v.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<K, S>);
}

/** Returns the schema of an object with some of the keys. */
export function recordOfSome<K extends string, S extends v.GenericSchema>(
  keys: readonly K[],
  value: S,
  meaning: string,
) {
  const entries = keys.map((key) => [key, v.exactOptional(value)]);
  const object = v.object(Object.fromEntries(entries) as Record<K, v.ExactOptionalSchema<S, undefined>>);
  return described(titled(object, 'object'), meaning);
}

/** The fields of a place: an operator version in a dtype. */
export const operator = text('name of the operator');
export const version = count('the `since_version` of its schema');
export const dtype = oneOf(dtypes, 'the dtype of the type variable');
export const dtypeList = (meaning: string) => list(v.picklist(dtypes), meaning);

/** The immutable type that a schema describes. */
export type Read<S extends v.GenericSchema> = Immutable<v.InferOutput<S>>;
type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };
