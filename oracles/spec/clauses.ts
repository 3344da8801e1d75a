import type { DType } from '../numerics/dtype.ts';
import type { Clause, Source } from './operator.ts';
import type { Schema } from './schemas/schemas.ts';
import { sentenceOf } from './source.ts';

/** Makes the clauses of one version of an operator. */
export interface ClauseMaker {
  /** what a sentence of its text says, in its summary or in another place */
  says(id: string, text: string, place?: string, dtypes?: readonly DType[]): Clause;
  /** what follows from a standard that ONNX builds on */
  implies(id: string, text: string, source: Source, dtypes?: readonly DType[]): Clause;
}

/** The standards that arithmetic follows where a text says nothing of it. */
export const ieee754 = (place: string): Source => ({ document: 'IEEE 754-2019', place });
export const numpy = (place: string): Source => ({ document: 'numpy', place });

/** What makes the clauses of an operator at the version of a schema. */
export function clausesOf(schema: Schema): ClauseMaker {
  const made = (id: string, text: string, source: Source, level: Clause['level'], dtypes?: readonly DType[]) => ({
    id,
    text,
    source,
    level,
    ...(dtypes && { dtypes }),
  });
  return {
    says: (id, text, place = 'summary', dtypes) => made(id, text, sentenceOf(schema, place), 'specified', dtypes),
    implies: (id, text, source, dtypes) => made(id, text, source, 'implied', dtypes),
  };
}
