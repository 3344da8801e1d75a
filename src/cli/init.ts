import type { Argv, CommandModule } from 'yargs';
import { initHelp } from './help.ts';

/** Where a runtime may be, with the template that `init` writes for it (docs/examples/templates). */
export const beginnings = {
  js: { template: 'backend.mjs', backend: './backend.mjs' },
  python: { template: 'backend.py', backend: 'python:./backend.py' },
  exec: { template: 'runner.sh', backend: 'exec:./runner.sh {dir}' },
  cpp: { template: 'backend.cpp', backend: 'stdio:./backend', build: 'g++ -std=c++17 -O2 -o backend backend.cpp' },
  rust: { template: 'backend.rs', backend: 'stdio:./backend', build: 'rustc -O -o backend backend.rs' },
  go: { template: 'backend.go', backend: 'stdio:./backend', build: 'go build -o backend backend.go' },
} as const;

export type Beginning = keyof typeof beginnings;

interface InitArguments {
  readonly kind: Beginning;
  readonly out: string;
}

export const initCommand: CommandModule<object, InitArguments> = {
  command: 'init [kind]',
  describe: 'write a starting point for a runtime of yours',
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 init [kind]\n\nWrites an adapter to put your runtime into, and a config file that names it.')
      .positional('kind', {
        choices: Object.keys(beginnings) as Beginning[],
        default: 'js' as const,
        describe: 'how your runtime is called; see below',
      })
      .option('out', {
        type: 'string',
        default: '.',
        requiresArg: true,
        describe: 'folder to write to (default: this one); what is there is not overwritten',
      })
      .epilogue(initHelp) as unknown as Argv<InitArguments>,
  handler: async ({ kind, out }) => {
    const { writeBeginning } = await import('./write-beginning.ts');
    writeBeginning(kind, out);
  },
};
