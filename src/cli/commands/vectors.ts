import type { Argv, CommandModule } from 'yargs';
import { parseSeed } from '../../options/numbers.ts';
import { UsageError } from '../../options/usage-error.ts';
import type { VectorsExportArguments } from '../handlers/vectors-export.ts';
import type { VectorsListArguments } from '../handlers/vectors-list.ts';
import type { VectorsVerifyArguments } from '../handlers/vectors-verify.ts';
import type { Invocation } from '../invocation.ts';
import { list } from '../options/selection-options.ts';
import { vectorsExportHelp, vectorsHelp, vectorsListHelp, vectorsVerifyHelp } from './vectors-help.ts';

const selectionOptions = (yargs: Argv) =>
  yargs
    .option('release', {
      type: 'string',
      requiresArg: true,
      describe: 'those that one release of ONNX published, e.g. 1.17.0; all: every form of every test (default: all)',
    })
    .option('opset', {
      type: 'string',
      requiresArg: true,
      coerce: parseOpset,
      describe: 'those whose models import this opset, in their newest form',
    })
    .conflicts('release', 'opset');

function parseOpset(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(String(text))) return Number(text);
  throw new UsageError(`--opset takes one number such as 13, not '${text}'`);
}

const folder = (yargs: Argv, describe: string) =>
  yargs.positional('dir', { type: 'string', demandOption: true, describe });

const listCommand: CommandModule<object, VectorsListArguments> = {
  command: 'list',
  describe: 'show which there are',
  builder: (yargs: Argv) =>
    selectionOptions(yargs.usage('$0 vectors list\n\nShows the official vectors that there are recipes for.'))
      .option('by', {
        choices: ['version', 'release', 'opset'],
        default: 'version',
        requiresArg: true,
        describe: 'what a line is about: an operator version, a release or an opset (default: version)',
      })
      .option('each', { type: 'boolean', default: false, describe: 'one line for each vector' })
      .option('json', { type: 'boolean', default: false, describe: 'every vector with its files, as JSON' })
      .epilogue(vectorsListHelp) as unknown as Argv<VectorsListArguments>,
  handler: async (args) => {
    const { listVectors } = await import('../handlers/vectors-list.ts');
    listVectors(args);
  },
};

const exportCommand: CommandModule<object, VectorsExportArguments> = {
  command: 'export <dir> [ids..]',
  describe: 'write them, or the suite itself, as files',
  builder: (yargs: Argv) =>
    selectionOptions(
      folder(
        yargs.usage(
          "$0 vectors export <dir> [--suite full|small [ids..]]\n\nWrites vectors in ONNX's layout, byte for byte as ONNX published them; or cases of the suite, each with all that an answer is judged by.",
        ),
        'the folder to write',
      ),
    )
      .positional('ids', {
        type: 'string',
        array: true,
        default: [],
        describe: 'which cases of the suite; default: all',
      })
      .option('suite', {
        choices: ['full', 'small'],
        requiresArg: true,
        describe:
          'write the conformance pack: cases of the suite; small: the first of each operator version, dtype and clause',
      })
      .option('dtype', { ...list, describe: 'of the suite: only these dtypes, e.g. float32 or float16,bfloat16' })
      .option('seed', {
        type: 'string',
        coerce: parseSeed,
        default: 1,
        requiresArg: true,
        describe: 'of the suite: equal seeds give equal data (default: 1)',
      })
      .option('npy', { type: 'boolean', default: false, describe: 'also write each tensor as .npy, beside its .pb' })
      .option('exact', {
        type: 'boolean',
        default: false,
        describe: "also write the oracle's answer as exact_0.pb, beside output_0.pb",
      })
      .option('tar', { type: 'boolean', default: false, describe: 'write one archive, <dir>.tar, instead of a folder' })
      .epilogue(vectorsExportHelp) as unknown as Argv<VectorsExportArguments>,
  handler: async (args) => {
    const { exportVectors } = await import('../handlers/vectors-export.ts');
    await exportVectors(args);
  },
};

const verifyCommand = ({ end }: Invocation): CommandModule<object, VectorsVerifyArguments> => ({
  command: 'verify <dir>',
  describe: 'compare files with the manifest',
  builder: (yargs: Argv) =>
    selectionOptions(
      folder(
        yargs.usage(
          '$0 vectors verify <dir>\n\nCompares a folder of official vectors with the manifest: hashes, missing, extra.',
        ),
        'the folder to check, exported with the same --release or --opset',
      ),
    ).epilogue(vectorsVerifyHelp) as unknown as Argv<VectorsVerifyArguments>,
  handler: async (args) => {
    const { verifyVectors } = await import('../handlers/vectors-verify.ts');
    end(verifyVectors(args));
  },
});

export const vectorsCommand = (invocation: Invocation): CommandModule => ({
  command: 'vectors',
  describe: "list, write, check ONNX's test files",
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 vectors <command>\n\nBrings back the node test files of ONNX, which its repository no longer holds.')
      .command(listCommand)
      .command(exportCommand)
      .command(verifyCommand(invocation))
      .demandCommand(1, 'vectors needs to know what to do: list, export or verify')
      .epilogue(vectorsHelp),
  handler: () => {},
});
