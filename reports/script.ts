import { elementCount } from '../oracles/numerics/tensor.ts';
import { nodeScript } from './scripts/javascript.ts';
import { pythonScript } from './scripts/python.ts';
import type { Script, ScriptContent } from './scripts/shown.ts';

/** The greatest numbers of elements in a script: more would make reports long and programs slow. */
const maxElements = { inText: 500, inFile: 100_000 };

/**
 * Returns a script of at most 20 lines that shows a fault with only the runtime; `undefined` for an unknown runtime, for
 * large inputs, and if no runs show the fault.
 * @param backend the value of `--backend`
 */
export function scriptFor(backend: string, shown: ScriptContent): Script | undefined {
  const { model, runs } = shown;
  const tensors = runs.flatMap(({ inputs }) => [...inputs.values()]);
  const elements = tensors.reduce((sum, { dims }) => sum + elementCount(dims), 0);
  if (runs.length === 0) return undefined;
  if (elements > ('file' in model ? maxElements.inFile : maxElements.inText)) return undefined;
  return nodeScript(backend, shown) ?? pythonScript(backend, shown);
}
