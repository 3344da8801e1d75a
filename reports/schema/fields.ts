import * as v from 'valibot';
import { dtypes } from '../../oracles/numerics/dtype.ts';

/** What fields are made of: each says what it means, which docs/report-schema.md is made from. */

/** The same schema with its meaning, in Markdown. */
export function described<S extends v.GenericSchema>(schema: S, meaning: string): S {
  return v.pipe(schema, v.description(meaning)) as unknown as S;
}

/** The same schema with a name of its own, which stands for its fields wherever it is part of another. */
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
/** Absent where it does not apply. */
export const optional = <S extends v.GenericSchema>(field: S) => v.exactOptional(field);

/** A record has no declared order of keys, so it gets the alphabet's. */
export function record<S extends v.GenericSchema>(value: S, meaning: string) {
  const inOrder = v.pipe(v.record(v.string(), value as v.GenericSchema), v.transform(sorted));
  return described(inOrder as unknown as v.RecordSchema<v.StringSchema<undefined>, S, undefined>, meaning);
}

/** The same with its keys in the order of the alphabet. */
export function sorted<V>(record: { [key: string]: V }): { [key: string]: V } {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An object with these keys. */
export function each<K extends string, S extends v.GenericSchema>(keys: readonly K[], value: S) {
  return v.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<K, S>);
}

/** An object with some of these keys. */
export function some<K extends string, S extends v.GenericSchema>(keys: readonly K[], value: S, meaning: string) {
  const entries = keys.map((key) => [key, v.exactOptional(value)]);
  const object = v.object(Object.fromEntries(entries) as Record<K, v.ExactOptionalSchema<S, undefined>>);
  return described(titled(object, 'object'), meaning);
}

/** What a place is made of: an operator version in a dtype. */
export const operator = text('name of the operator');
export const version = count('the `since_version` of its schema');
export const dtype = oneOf(dtypes, 'what the type variable is bound to');
export const dtypeList = (meaning: string) => list(v.picklist(dtypes), meaning);

/** What a schema reads, as nobody may change it. */
export type Read<S extends v.GenericSchema> = Immutable<v.InferOutput<S>>;
type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };
