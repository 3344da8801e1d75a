import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { tensor } from '../../numerics/tensor.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { type Definition, define } from '../../spec/define.ts';
import type { InputValues, NodeValues } from '../../spec/node.ts';
import type { Operator, Source } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { constants, knownTensor } from '../movement/movement.ts';

/** Texts and sources of clauses and rules by id. A source is a place in the text of the version, or another document. */
export type TextClauses = Readonly<Record<string, readonly [text: string, source?: string | Source]>>;

/** The declaration of an operator on strings; everything else is shared. */
export interface TextDefinition extends Omit<Definition, 'family' | 'clauses' | 'rules'> {
  readonly says: (schema: Schema) => TextClauses;
}

/** Returns an operator on strings, or on numbers that stand for words. Strings are equal if their code points are. */
export function textOperator({ says, ...definition }: TextDefinition): Operator {
  return define({
    dtypes: ['string'],
    ...definition,
    family: 'text',
    clauses: (schema) => {
      const maker = clausesOf(schema);
      return Object.entries(says(schema))
        .filter(([id]) => !isRule(id))
        .map(([id, [text, source]]) =>
          typeof source === 'object' ? maker.implies(id, text, source) : maker.says(id, text, source),
        );
    },
    rules: (schema) =>
      Object.entries(says(schema)).flatMap(([id, [text, place]]) =>
        isRule(id) ? [rule(id, text, place as string, schema)] : [],
      ),
  });
}

const isRule = (id: string): id is `invalid-${string}` => id.startsWith('invalid-');

/** The source of clauses about code points: strings consist of them, whatever their encoding. */
export const unicode: Source = { document: 'The Unicode Standard', place: '3.9, UTF-8' };

/** Returns the strings of an input. @throws NotJudged if they are not known beforehand */
export const stringsOf = <S>(input: InputValues<S>): readonly string[] => knownTensor(input).data as string[];

/** Returns strings as an output. */
export const strings = <S>(a: Arithmetic<S>, dims: readonly number[], list: readonly string[]): NodeValues<S> =>
  constants(a, tensor('string', dims, [...list]));
