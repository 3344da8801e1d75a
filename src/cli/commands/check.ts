import * as v from 'valibot';
import { folderName } from '../../../vectors/onnx/files.ts';
import { launchOptions, networkRunOptions, nodeOptions, requirementOptions, seedOption } from '../../options/groups.ts';
import { assignments, flag, single, text } from '../../options/option.ts';
import { command } from '../command.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { interruptibly } from '../interruption.ts';
import { expectationOptions, extentOptions, reportOptions } from '../options/conclusion.ts';

/** The greatest number of characters of a folder's name. */
const longest = 35;

/** Returns a folder for each model and backend: what some nodes give, or the optimized model, does not replace the report of all. */
function defaultOut(args: {
  readonly model: string;
  readonly backend: string;
  readonly node: readonly string[];
  readonly optimized: boolean;
}): string {
  const names = [args.model, args.backend].map((name) => folderName(name, longest, 'last'));
  return `out/check/${names.join('/')}${args.optimized ? '-optimized' : ''}${args.node.length > 0 ? '-part' : ''}`;
}

export const check = command({
  name: 'check',
  words: '<model>',
  summary: 'judge a network node by node',
  usage: 'MODEL.onnx --backend BACKEND',
  description: 'Judges each node of a model by the inputs that it had on a backend, and names the wrong nodes.',
  needs: 'check needs a model, e.g. check model.onnx --backend onnxruntime-node',
  config: 'part',
  options: {
    model: single(text, 'the file of the model; external data are in the same folder'),
    backend: single(text, "what to check (required), as 'run' takes it", {
      alias: 'b',
      missing: 'name one: onnxruntime-node, reference, ./backend.mjs or "stdio:COMMAND"',
    }),
    inputs: single(
      v.optional(text),
      'folder with the values of the inputs: NAME.npy, or input_0.pb as in test_data_set_0; drawn if absent',
    ),
    shape: assignments('the shape of an input whose dimensions the model leaves open: NAME=1,3,224,224; repeatable'),
    optimized: flag('judge the model after the optimizations of the backend, which has to write it to a file'),
    ...nodeOptions,
    seed: seedOption('the seed of drawn inputs, and of the choice of elements'),
    ...requirementOptions,
    out: single(
      v.optional(text),
      'folder for the report and for the wrong nodes (default: out/check/MODEL/BACKEND; -part for some nodes)',
    ),
    ...reportOptions,
    ...extentOptions,
    ...expectationOptions,
    ...launchOptions,
    ...networkRunOptions,
  },
  help: `The backend runs the whole model, and hands out all values between its nodes.
The oracle then judges each node by itself, by the very inputs that it had: no
tolerance is needed, and an error is blamed on the node that made it. Where a
backend hands out no values between nodes, it is asked node by node.

Elements are a sample of each output: its corners, its edges, and some anywhere.
Nodes that the oracle does not know are named, and stop nothing.

Each kind of wrong node is written to the folder of --out as a model of its own,
with its inputs, which 'run --vectors' judges: that is what to send.

Examples:
  npx $0 check model.onnx --backend onnxruntime-node
  npx $0 check model.onnx -b tractjs --shape input=1,3,224,224
  npx $0 check model.onnx -b "stdio:./mine" --inputs data
  npx $0 check model.onnx -b onnxruntime-node --optimized
  npx $0 check model.onnx -b tractjs --node 12-Conv --elements 999

${exitCodesHelp}`,
  run: (args) =>
    interruptibly(async (interrupt) =>
      (await import('../handlers/check.ts')).checkNetwork({ ...args, out: args.out ?? defaultOut(args) }, interrupt),
    ),
});
