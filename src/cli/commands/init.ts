import * as v from 'valibot';
import { choice, single, text } from '../../options/option.ts';
import { command } from '../command.ts';
import { templateKinds } from '../templates.ts';

export const init = command({
  name: 'init',
  words: '[kind]',
  summary: 'write a starting point for yours',
  description: 'Writes an adapter for your runtime to complete, and a config file that names it.',
  options: {
    kind: choice(templateKinds, 'js', 'how your runtime is called; see below'),
    out: single(v.optional(text, '.'), 'folder to write to (default: this one); existing files are not overwritten'),
  },
  help: `Kinds:
  js      a module that calls it from JavaScript (backend.mjs)
  python  the interface of onnx.backend.base.Backend (backend.py)
  exec    a script that is started for each case, and writes files (runner.sh)
  cpp, rust, go
          a program that speaks the protocol (backend.cpp, .rs, .go)
Until it calls your runtime, every case is unsupported, and nothing is judged.

Examples:
  npx $0 init
  npx $0 init python --out conformance`,
  run: async ({ kind, out }) => (await import('../handlers/init.ts')).writeTemplate(kind, out),
});
