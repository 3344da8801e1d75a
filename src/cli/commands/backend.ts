import * as v from 'valibot';
import { launchOptions } from '../../options/groups.ts';
import { flag, list, single, text } from '../../options/option.ts';
import { type CommandGroup, command } from '../command.ts';

const listBackends = command({
  name: 'list',
  words: '[names..]',
  summary: 'show what can be checked here',
  description: 'Shows which backends can be used here, their versions and what they declare.',
  options: {
    names: list('names of backends, as for --backend'),
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
  npx $0 backend list
  npx $0 backend list tractjs python:onnx.reference --json
  npx $0 backend list ./backend.mjs`,
  run: async (args) => (await import('../handlers/backend-list.ts')).printBackends(args),
});

const check = command({
  name: 'check',
  words: '[backend]',
  summary: 'try an adapter by rules',
  description: 'Tries the rules of the backend protocol on an adapter, one by one.',
  config: 'part',
  options: {
    backend: single(text, "what 'run --backend' takes (default: that of the config file)", {
      missing: 'name one: ./backend.mjs, "stdio:COMMAND" or a built-in one',
    }),
    ...launchOptions,
  },
  help: `Each check is one rule of docs/backend-protocol.md. A failed one shows the
answer and the remedy. What the runtime does not support is left out, and named.
The models are Identity, or an operator that the runtime has.

Exit codes:
  0  no check failed
  1  a check failed
  2  the command line cannot be used
  3  no check failed, but no model is supported, or an answer did not come in
     time
  4  the adapter does not start, or does not answer hello

Examples:
  npx $0 backend check ./my-backend.mjs
  npx $0 backend check "stdio:./my_backend" --provider cuda`,
  run: async (args) => (await import('../handlers/backend-check.ts')).checkBackend(args),
});

export const backend: CommandGroup = {
  name: 'backend',
  summary: 'list backends, check an adapter',
  usage: '<command>',
  description: 'Lists what can be checked here, or tries the rules of the backend protocol on an adapter.',
  needs: 'backend needs to know what to do: list or check',
  commands: [listBackends, check],
};
