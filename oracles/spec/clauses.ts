import type { DType } from '../numerics/dtype.ts';
import type { Clause, Source } from './operator.ts';
import type { Schema } from './schemas/schemas.ts';
import { sentenceOf } from './source.ts';

/** Creates the clauses of one version of an operator. */
export interface ClauseMaker {
  /** a clause from a sentence of its text, by default of its summary */
  says(id: string, text: string, place?: string, dtypes?: readonly DType[]): Clause;
  /** a clause from a standard that ONNX builds on */
  implies(id: string, text: string, source: Source, dtypes?: readonly DType[]): Clause;
}

/** The standards that arithmetic follows where the text does not mention it. */
export const ieee754 = (place: string): Source => ({ document: 'IEEE 754-2019', place });
export const numpy = (place: string): Source => ({ document: 'numpy', place });

/** Returns the clause maker of an operator version. */
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
