import { judgeModel, type Requirements } from './judge.ts';
import { settleModel } from './model-trial.ts';
import type { Trial } from './trial.ts';
import type { VectorCase } from './vectors.ts';

/**
 * The trial of a data set from files.
 * @param onDisagreement told where the oracle does not accept the file itself
 */
export function vectorTrial(
  { about, prepare }: VectorCase,
  requirements: Requirements,
  onDisagreement: (message: string) => void,
): Trial {
  const { id, opset, dtype } = about;
  const prepared = () => {
    const { model, disagreement } = prepare();
    if (disagreement !== undefined) onDisagreement(disagreement);
    return model;
  };
  return {
    id,
    models: () => [{ opset, dtypes: [dtype] }],
    settle: async (ask) => settleModel(prepared(), requirements, ask),
    unasked: (message) => judgeModel(prepared(), { kind: 'unsupported', message }, requirements),
    probe: () => prepare().model.request,
  };
}
