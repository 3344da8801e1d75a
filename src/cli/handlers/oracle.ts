import { statSync } from 'node:fs';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { type DataSet, readInputs } from '../../../vectors/onnx/data-set.ts';
import {
  findVectors,
  holdsDataSets,
  loadDataSets,
  loadModel,
  type VectorRef,
} from '../../../vectors/onnx/directory.ts';
import type { DecodedModel } from '../../../vectors/onnx/model.ts';
import { expect } from '../../library/expect.ts';
import { formatValue } from '../../library/tensors.ts';
import { unlessLimited } from '../../run/trial/effort.ts';
import { exitCodes } from '../exit-codes.ts';
import { print } from '../terminal.ts';

/** The options of `oracle`. */
export interface ExpectArguments {
  readonly dir: string;
  /** the number of elements of each output to show */
  readonly elements: number;
  /** seconds of processor time for each model */
  readonly limit: number;
}

/**
 * The command `oracle`: prints the accepted outputs of each model in and below a folder.
 * @returns the exit code, which shows whether everything is judged
 * @throws BadInput if no model is found, or a model cannot be read or is invalid
 */
export function printExpected({ dir, elements, limit }: ExpectArguments): number {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BadInput(`${dir} is not a folder; name one that holds model.onnx and its inputs`);
  }
  const refs = findVectors(dir);
  if (refs.length === 0) throw new BadInput(`${dir} holds no model.onnx, in it or below it`);
  const onProgress = (line: string) => print(`onnx-conformance: ${line}\n`, process.stderr);
  let isWhole = true;
  for (const ref of refs) {
    const { bytes, model } = loadModel(ref);
    for (const { name, inputNames, inputs } of inputsBeside(ref, model)) {
      const given = new Map(inputNames.map((input, i) => [input, inputs[i]!]));
      const place = [ref.id, name].filter((part) => part !== '').join('/');
      const heading = [place, ...[...given].map(([input, value]) => `  ${input}: ${formatValue(value)}`)];
      const say = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
      const cannot = (what: string, why: string) => {
        isWhole = false;
        say(`  ${what}not judged: ${why}`);
      };
      say(...heading, 'may answer');
      try {
        const { outputs, unjudged } = expect(bytes, given, { limit, name: place, onProgress });
        for (const output of outputs) {
          const text = unlessLimited(
            () => output.toString(elements).replace(/^/gm, '  '),
            (why) => cannot(`${output.name}: `, why),
          );
          if (text !== undefined) say(text);
        }
        for (const [output, why] of unjudged) cannot(`${output}: `, why);
      } catch (error) {
        if (!(error instanceof BadInput)) throw error;
        if (!(error instanceof NotJudged)) throw new BadInput(`${place}: ${error.message}`);
        cannot('', error.message);
      }
    }
  }
  return isWhole ? exitCodes.conformant : exitCodes.inconclusive;
}

/** Returns the inputs in test_data_set folders, as in ONNX's layout, or else those next to the model. */
function inputsBeside(ref: VectorRef, model: DecodedModel): readonly Omit<DataSet, 'outputs'>[] {
  if (!holdsDataSets(ref)) return [{ name: '', ...readInputs(ref.path, model) }];
  return loadDataSets(ref, model).map((dataSet) => {
    if (dataSet.problem) throw dataSet.problem;
    return dataSet;
  });
}
