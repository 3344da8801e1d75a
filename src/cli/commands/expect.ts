import type { Argv, CommandModule } from 'yargs';
import { parseCount } from '../../options/numbers.ts';
import type { ExpectArguments } from '../handlers/expect.ts';
import type { Invocation } from '../invocation.ts';
import { limitOption } from '../options/limit.ts';
import { expectHelp } from './help.ts';

export const expectCommand = ({ end }: Invocation): CommandModule<object, ExpectArguments> => ({
  command: 'expect <dir>',
  describe: 'tell what a model may answer',
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 expect <dir>\n\nTells what the outputs of a model may be, for the inputs that lie beside it.')
      .positional('dir', { type: 'string', demandOption: true, describe: 'a folder with model.onnx and its inputs' })
      .option('elements', {
        type: 'string',
        coerce: (text: unknown) => parseCount('elements', text),
        default: 16,
        requiresArg: true,
        describe: 'how many elements of each output are shown (default: 16)',
      })
      .option('limit', limitOption('a model'))
      .epilogue(expectHelp) as unknown as Argv<ExpectArguments>,
  handler: async (args) => {
    const { printExpected } = await import('../handlers/expect.ts');
    end(printExpected(args));
  },
});
