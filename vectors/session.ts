import type { Case } from '../generators/cases.ts';
import { proposing, type Run } from '../generators/runs.ts';
import type { ExpectedOutput } from '../oracles/operator.ts';
import { type EncodedCase, encodeCase, encodeInputs, encodeInvalidCase } from './case.ts';

/** A case of several runs as the bytes that a backend gets. */
export interface EncodedSession {
  /** ModelProtos */
  readonly models: readonly Uint8Array[];
  /** in their order; `model` is an index into `models` */
  readonly runs: readonly (Pick<EncodedCase, 'inputs' | 'outputs'> & { readonly model: number })[];
}

/** The models and runs of a session. A model is that of its first run, and admits the shapes of all of them. */
export function encodeSession(runs: readonly Run[], expected: readonly (readonly ExpectedOutput[])[]): EncodedSession {
  const answered = runs.map((run, i) => ({ ...run, expected: expected[i]! }));
  const models: EncodedCase[] = [];
  const encoded = answered.map(({ question, expected: own, model }) => {
    models[model] ??= encodeCase(
      question,
      own,
      answered.filter((other) => other.model === model),
    );
    return { model, inputs: encodeInputs(question), outputs: models[model].outputs };
  });
  return { models: models.map(({ model }) => model), runs: encoded };
}

/** What is tried before the runs of a case, as the bytes that a backend gets; `undefined` if there is nothing. */
export function encodeAttempt(question: Case): EncodedCase | undefined {
  const { before } = question.proposal;
  return before && encodeInvalidCase(proposing(question, before));
}
