import { LimitReached } from '../../../oracles/spec/bad-input.ts';
import { type Requirements, resultOf } from './judge.ts';
import { settle } from './settle.ts';
import { type Trial, UnjudgedTrial } from './trial.ts';
import type { VectorCase } from './vectors.ts';

/** Returns the trial of a data set from files. */
export function vectorTrial({ about, request, prepare, giveUp }: VectorCase, requirements: Requirements): Trial {
  const { id, opset, dtype } = about;
  return {
    id,
    models: () => [{ opset, dtypes: [dtype] }],
    settle: async (ask) => {
      const model = prepare();
      if (!model) throw new UnjudgedTrial();
      try {
        return await settle(model, requirements, ask);
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        giveUp(error.message);
        throw new UnjudgedTrial();
      }
    },
    skipped: (message) => resultOf(about, { outcome: 'unsupported', message }),
    probe: request,
  };
}
