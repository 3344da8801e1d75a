import * as v from 'valibot';
import { folderName } from '../../../vectors/onnx/files.ts';
import {
  launchOptions,
  limitOption,
  requirementOptions,
  seedOption,
  selectionOptions,
  workersOption,
} from '../../options/groups.ts';
import { flag, list, single, text } from '../../options/option.ts';
import { count, shard } from '../../options/values.ts';
import { command } from '../command.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { interruptibly } from '../interruption.ts';
import { expectationOptions, extentOptions, reportOptions } from '../options/conclusion.ts';

/** The greatest number of characters of a folder's name, so that the path of a report fits into a terminal. */
const longest = 35;

/** The arguments that select a part of the suite, or files. */
interface PartArguments {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly vectors: string | undefined;
}

/** Returns the default folder: `out` for the whole suite, and a separate one for each part, such as a replay, and for files. */
function defaultOut({ ids, opset, dtype, vectors }: PartArguments): string {
  if (vectors !== undefined) return `out/files/${folderName(vectors.replace(/\/+$/, ''), longest, 'last')}`;
  // no id has a dot or this line in it
  const words = [...ids.map((id) => id.replaceAll('/', '.')), ...opset.map((one) => `opset-${one}`), ...dtype];
  return words.length > 0 ? `out/selection/${folderName(words.join('_'), longest)}` : 'out';
}

export const run = command({
  name: 'run',
  words: '[ids..]',
  summary: 'check a backend against the spec',
  usage: '[ids..] --backend BACKEND',
  description: 'Checks a backend and prints its compliance report.',
  config: 'whole',
  options: {
    ids: list('what to run, e.g. ReduceSum/13/float32; default: all'),
    ...selectionOptions,
    backend: single(text, 'what to check (required); see below', {
      alias: 'b',
      missing: 'name one: onnxruntime-node, reference, ./backend.mjs or "stdio:COMMAND"',
    }),
    seed: seedOption('an integer; equal seeds give equal data'),
    ...requirementOptions,
    vectors: single(
      v.optional(text),
      'run the files in and below this folder, in the layout of ONNX (model.onnx, test_data_set_0), not the suite',
    ),
    limit: limitOption('a model of --vectors'),
    out: single(
      v.optional(text),
      'folder for results.jsonl, report.json, report.md and report.html (default: out; a subfolder of out/selection if ' +
        'ids, --opset or --dtype select a part, of out/files with --vectors)',
    ),
    ...reportOptions,
    gateInvalid: flag('make invalid models count: not conformant where one is accepted, or crashes the backend'),
    shard: single(
      v.optional(shard),
      "run only one of several parts of what is selected, such as 2/4; 'merge' makes one run of all",
    ),
    resume: flag('continue the run that was interrupted or killed in the folder of --out, if there is one'),
    maxFailures: single(v.optional(count), 'end the run after this many failed cases'),
    workers: workersOption('processes of the backend that share the cases; results and their order stay the same'),
    store: {
      kind: 'flag',
      describe: 'keep results of the oracle for later runs; --no-store judges all again (default: keep)',
      schema: v.optional(v.boolean('has to be true or false'), true),
    },
    ...extentOptions,
    ...expectationOptions,
    ...launchOptions,
  },
  help: `Backends:
  onnxruntime-node  onnxruntime on the CPU (npm install onnxruntime-node)
  reference         the suite's own oracle, which passes everything
  ./backend.mjs     a module whose default export is an adapter
  python:MODULE     a Python runtime: onnx.reference, onnxruntime, ./backend.py
  "exec:COMMAND"    a program that is run on each case, in the folder {dir}
  "stdio:COMMAND"   a program in any language that speaks the protocol
  docs/backends.md says how to write the last four.

Ids:
  An id is a path: operator/version/dtype/clause/number, for example
  ReduceSum/13/float32/keepdims-zero/3. Without its last parts it stands for all
  below it. * matches one part, ** any number of parts; put them in quotes:
    ReduceSum   ReduceSum/13/float32   'ReduceSum/*/int32'   '**/accuracy'
  Clauses named invalid-… hold models that have to be rejected. They are
  reported separately, and count only with --gate-invalid.
  '$0 list' shows what there is.
  '$0 export ID --out DIR' writes a case as files.

Opsets:
  A version is named after the opset that brought it: a model that imports
  opset 15 uses ReduceSum/13. --opset 15 runs the versions in force there, with
  models that import 15. Without it every version runs, over all its opsets, or
  those that the backend declares. The id of a case that was moved to opset 15
  ends in @15. All commands accept this form.

Tiers:
  Every answer is labelled with the best tier that it reaches. If the order of
  evaluation cannot matter, an answer has to be exact, whatever is required.
  exact     the true value, rounded once
  faithful  one of the two numbers of the type next to the true value
  wide      as accurate as a sum in a wider type, rounded at the end
  native    as accurate as the type itself allows, in any order of evaluation
  --allow tf32 or bfloat16 lets kernels round the factors of float32 products as
  tensor cores do; the report says how many cases pass by that alone.

Policies:
  Where the spec leaves a choice, any defensible one passes and is reported.
  --policy NAME=CHOICE makes one a requirement. If several choices of one policy
  are given, each of them passes.
  '$0 list policies' shows them.

Examples:
  npx $0 run --backend onnxruntime-node
  npx $0 run 'ReduceSum/13/**' --backend reference
  npx $0 run '**/float16' --require wide -b reference
  npx $0 run --opset 13,18 --report-only -b onnxruntime-node
  npx $0 run --policy integer-overflow=wrap -b reference

${exitCodesHelp}`,
  run: (args) =>
    interruptibly(async (interrupt) =>
      (await import('../handlers/run.ts')).runSuite({ ...args, out: args.out ?? defaultOut(args) }, interrupt),
    ),
});
