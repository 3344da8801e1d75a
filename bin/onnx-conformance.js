#!/usr/bin/env node
// A file that exists before the build, so that npm links the command at once; what it runs is compiled.
import { existsSync } from 'node:fs';

const main = new URL('../dist/bundled/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('onnx-conformance: not built yet; run: npm run build\n');
  process.exitCode = 2;
}
