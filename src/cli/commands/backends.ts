import * as v from 'valibot';
import { flag, list } from '../../options/option.ts';
import { command } from '../command.ts';

export const backends = command({
  name: 'backends',
  words: '[names..]',
  summary: 'show what can be checked here',
  description: 'Shows which backends can be used here, their versions and what they declare.',
  options: {
    names: list('as --backend takes them'),
    ask: {
      ...flag('start the installed ones and ask what they declare; --no-ask only looks for them'),
      schema: v.optional(v.boolean('has to be true or false'), true),
    },
    json: flag('print JSON'),
  },
  help: `An adapter looks for the npm package of its runtime in the project of the
working directory. Where it is missing, the command that installs it is shown.
Name any other backend, as for --backend, to see what it declares.

Exit code 4: a named backend cannot be used.

Examples:
  npx $0 backends
  npx $0 backends tractjs python:onnx.reference --json
  npx $0 backends ./backend.mjs`,
  run: async (args) => (await import('../handlers/backends.ts')).printBackends(args),
});
