import type { Argv, CommandModule } from 'yargs';
import { parseSeed } from '../../options/numbers.ts';
import type { ExportArguments } from '../handlers/export.ts';
import { exportHelp } from './help.ts';

export const exportCommand: CommandModule<object, ExportArguments> = {
  command: 'export <id>',
  describe: 'write one case as files',
  builder: (yargs: Argv) =>
    yargs
      .usage("$0 export <id> --out DIR\n\nWrites one case in ONNX's layout: model.onnx and test_data_set_0.")
      .positional('id', {
        type: 'string',
        demandOption: true,
        describe: 'the case, e.g. ReduceSum/13/float32/keepdims-zero/3',
      })
      .option('out', {
        type: 'string',
        demandOption: 'is missing; name the folder to write',
        requiresArg: true,
        describe: 'the folder to write (required)',
      })
      .option('seed', {
        type: 'string',
        coerce: parseSeed,
        default: 1,
        requiresArg: true,
        describe: 'the seed of the run in which the case was seen (default: 1)',
      })
      .option('opset', {
        type: 'string',
        requiresArg: true,
        describe: 'the opset that the model imports, as @15 behind the id says, too; default: as in a run of the suite',
      })
      .epilogue(exportHelp) as unknown as Argv<ExportArguments>,
  handler: async (args) => {
    const { exportCase } = await import('../handlers/export.ts');
    exportCase(args);
  },
};
