import * as v from 'valibot';
import { launchOptions } from '../../options/groups.ts';
import { choice, single, text } from '../../options/option.ts';
import { UsageError } from '../../options/usage-error.ts';
import { command } from '../command.ts';

/** `backend check ./my-adapter.mjs`. */
export const backend = command({
  name: 'backend',
  words: '<action> [name]',
  summary: 'check NAME: try an adapter by rules',
  usage: 'check NAME',
  description: 'Tries the rules of the backend protocol on an adapter, one by one.',
  needs: 'backend needs an action and a backend, e.g. backend check ./backend.mjs',
  config: 'part',
  options: {
    action: choice(['check'], undefined, 'check'),
    name: single(v.optional(text), "what 'run --backend' takes"),
    ...launchOptions,
  },
  help: `Each check is one rule of docs/backend-protocol.md. A failed one shows the
answer and the remedy. One that was not tried does not apply, or the runtime
lacks the type. The models are Identity, or an operator that the runtime has.

Exit codes:
  0  no check failed
  1  a check failed
  2  the command line cannot be used
  3  no check failed, but less than half of them could be tried
  4  the adapter does not start, or does not answer hello

Examples:
  npx $0 backend check ./my-backend.mjs
  npx $0 backend check "stdio:./my_backend" --provider cuda`,
  run: async ({ name, ...launch }) => {
    if (name === undefined) {
      throw new UsageError(
        'backend check needs a backend: ./backend.mjs, "stdio:COMMAND" or the name of a built-in one',
      );
    }
    const { checkBackend } = await import('../handlers/backend.ts');
    return checkBackend({ ...launch, backend: name });
  },
});
