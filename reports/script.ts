import { elementCount } from '../oracles/numerics/tensor.ts';
import { inJavaScript } from './scripts/javascript.ts';
import { inPython } from './scripts/python.ts';
import type { Script, ScriptContent } from './scripts/shown.ts';

/** Elements that a script spells out: more are no report of a few lines, and a slow program. */
const mostElements = { inText: 500, inFile: 100_000 };

/**
 * A script of at most 20 lines that shows a fault with nothing but the runtime; `undefined` for a runtime that no script is
 * known for, where the inputs are many, and where no runs show it.
 * @param backend the value of `--backend`
 */
export function scriptFor(backend: string, shown: ScriptContent): Script | undefined {
  const { model, runs } = shown;
  const tensors = runs.flatMap(({ inputs }) => [...inputs.values()]);
  const elements = tensors.reduce((sum, { dims }) => sum + elementCount(dims), 0);
  if (runs.length === 0) return undefined;
  if (elements > ('file' in model ? mostElements.inFile : mostElements.inText)) return undefined;
  return inJavaScript(backend, shown) ?? inPython(backend, shown);
}
