import { statSync } from 'node:fs';
import { BadInput } from '../../../oracles/bad-input.ts';
import { type DataSet, readInputs } from '../../../vectors/data-set.ts';
import { findVectors, holdsDataSets, loadDataSets, loadModel, type VectorRef } from '../../../vectors/directory.ts';
import type { DecodedModel } from '../../../vectors/model.ts';
import { expect } from '../../library/expect.ts';
import { printable } from '../../library/tensors.ts';

/** The options of `expect`. */
export interface ExpectArguments {
  readonly dir: string;
  /** of each output, how many are shown */
  readonly elements: number;
}

/**
 * The command `expect`: prints what the outputs of each model in and below a folder may be.
 * @throws BadInput if there is none, or one cannot be read or judged
 */
export function printExpected({ dir, elements }: ExpectArguments): void {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BadInput(`${dir} is no folder; name one that holds model.onnx and its inputs`);
  }
  const refs = findVectors(dir);
  if (refs.length === 0) throw new BadInput(`${dir} holds no model.onnx, in it or below it`);
  for (const ref of refs) {
    const { bytes, model } = loadModel(ref);
    for (const { name, inputNames, inputs } of inputsBeside(ref, model)) {
      const given = new Map(inputNames.map((input, i) => [input, inputs[i]!]));
      const place = [ref.id, name].filter((part) => part !== '').join('/');
      const { outputs } = inPlace(place, () => expect(bytes, given));
      const lines = [
        place,
        ...[...given].map(([input, value]) => `  ${input}: ${printable(value)}`),
        'may answer',
        ...outputs.map((output) => output.toString(elements).replace(/^/gm, '  ')),
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
    }
  }
}

/** The inputs in folders of their own, as ONNX has them, or else those that lie beside the model. */
function inputsBeside(ref: VectorRef, model: DecodedModel): readonly Omit<DataSet, 'outputs'>[] {
  if (!holdsDataSets(ref)) return [{ name: '', ...readInputs(ref.path, model) }];
  return loadDataSets(ref, model).map((dataSet) => {
    if (dataSet.problem) throw dataSet.problem;
    return dataSet;
  });
}

function inPlace<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof BadInput ? new BadInput(`${place}: ${error.message}`) : error;
  }
}
