import * as v from 'valibot';
import { seedOption } from '../../options/groups.ts';
import { choice, flag, list, single, text } from '../../options/option.ts';
import { opset } from '../../options/values.ts';
import { type CommandGroup, command } from '../command.ts';

const selectionOptions = {
  release: single(
    v.optional(text),
    'only vectors that one release of ONNX published, e.g. 1.17.0; all: every form of every test (default: all)',
  ),
  opset: single(v.optional(opset), 'only vectors whose models import this opset, in their newest form'),
};

const exclusive = ['release', 'opset'] as const;

const needs = 'vectors export and vectors verify need a folder, e.g. out/vectors';

const listVectors = command({
  name: 'list',
  summary: 'show the available ones',
  description: 'Shows the official vectors that can be recreated.',
  exclusive,
  options: {
    ...selectionOptions,
    by: choice(
      ['version', 'release', 'opset'],
      'version',
      'the subject of each line: an operator version, a release or an opset (default: version)',
    ),
    each: flag('one line for each vector'),
    json: flag('every vector with its files, as JSON'),
  },
  help: `Examples:
  npx $0 vectors list --by release
  npx $0 vectors list --opset 13 --each
  npx $0 vectors list --release 1.17.0 --json`,
  run: async (args) => (await import('../handlers/vectors-list.ts')).listVectors(args),
});

const exportVectors = command({
  name: 'export',
  words: '<dir> [ids..]',
  summary: 'write them, or the suite itself, as files',
  usage: '<dir> [--suite full|small [ids..]]',
  description:
    "Writes vectors in ONNX's layout, byte for byte as ONNX published them; or cases of the suite, each with all that is " +
    'needed to judge an answer.',
  needs,
  exclusive,
  options: {
    dir: single(text, 'the folder to write'),
    ...selectionOptions,
    ids: list('which cases of the suite; default: all'),
    suite: choice(
      ['full', 'small'],
      undefined,
      'write the conformance pack: cases of the suite; small: the first of each operator version, dtype and clause',
    ),
    dtype: list('of the suite: only these dtypes, e.g. float32 or float16,bfloat16'),
    seed: seedOption('of the suite: equal seeds give equal data'),
    npy: flag('also write each tensor as .npy, next to its .pb'),
    exact: flag("also write the oracle's answer as exact_0.pb, next to output_0.pb"),
    tar: flag('write one archive, <dir>.tar, instead of a folder'),
  },
  help: `A release or an opset fills <dir>/node/test_…, as in ONNX's own folder
onnx/backend/test/data. Without them every form that a test ever had is written,
to <dir>/v1.17.0/node/test_…, where the release is the newest that has it.

--suite writes the conformance pack instead: <dir>/cases/<id>/, with a case.json
that says for every element what is accepted, so that a runner in any language
can judge without this package (docs/conformance-pack.md).

Equal options give equal bytes, on every machine. A folder may hold an earlier
export of the same vectors, which is repaired; anything else in it is refused.

Examples:
  npx $0 vectors export out/vectors
  npx $0 vectors export onnx-1.17 --release 1.17.0
  npx $0 vectors export opset13 --opset 13 --npy
  npx $0 vectors export pack --suite small --dtype int32
  npx $0 run --vectors onnx-1.17 --backend ./my-backend.mjs`,
  run: async (args) => (await import('../handlers/vectors-export.ts')).exportVectors(args),
});

const verifyVectors = command({
  name: 'verify',
  words: '<dir>',
  summary: 'compare files with the manifest',
  description: 'Compares a folder of official vectors with the manifest: hashes, missing, extra.',
  needs,
  exclusive,
  options: {
    dir: single(text, 'the folder to check, exported with the same --release or --opset'),
    ...selectionOptions,
  },
  help: `Examples:
  npx $0 vectors verify out/vectors
  npx $0 vectors verify onnx-1.17 --release 1.17.0`,
  run: async (args) => (await import('../handlers/vectors-verify.ts')).verifyVectors(args),
});

export const vectors: CommandGroup = {
  name: 'vectors',
  summary: "list, write, check ONNX's test files",
  usage: '<command>',
  description: 'Brings back the node test files of ONNX, which its repository no longer holds.',
  needs: 'vectors needs to know what to do: list, export or verify',
  commands: [listVectors, exportVectors, verifyVectors],
  help: `Examples:
  npx $0 vectors list
  npx $0 vectors export out/vectors
  npx $0 vectors verify out/vectors

docs/vectors.md says where the bytes come from.`,
};
