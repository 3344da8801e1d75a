import { type DType, isDType } from './dtype.ts';

/** The containers of values. */
export type Holder = 'sequence' | 'optional';

/** The type of a value: the dtype of its tensors and their containers, outermost first; none for a tensor. */
export interface ValueType {
  readonly dtype: DType;
  readonly within: readonly Holder[];
}

/** The words for containers in schemas. */
const words: Readonly<Record<Holder, string>> = { sequence: 'seq', optional: 'optional' };
const holders = new Map(Object.entries(words).map(([holder, word]) => [word, holder as Holder]));

/**
 * Parses a type as in schemas: `float32`, `seq(float32)`, `optional(seq(int64))`.
 * @throws RangeError for any other text
 */
export function parseType(text: string): ValueType {
  if (isDType(text)) return { dtype: text, within: [] };
  const [, word = '', inner = ''] = /^(\w+)\((.+)\)$/.exec(text) ?? [];
  const holder = holders.get(word);
  if (!holder) throw new RangeError(`'${text}' is not the type of a value`);
  const { dtype, within } = parseType(inner);
  return { dtype, within: [holder, ...within] };
}

/** Formats a type as the text that {@link parseType} reads. */
export const formatType = ({ dtype, within }: ValueType): string =>
  within.reduceRight((text, holder) => `${words[holder]}(${text})`, dtype as string);
