#!/usr/bin/env node
// A file that exists before the build, so that npm links the command at once; what it runs is compiled.
import { existsSync } from 'node:fs';

// Windows passes no signals on
const name = process.platform === 'win32' ? 'main' : 'watched';
const start = new URL(`../dist/bundled/${name}.js`, import.meta.url);
if (existsSync(start)) {
  await import(start.href);
} else {
  process.stderr.write('onnx-conformance is not built yet; run: npm run build\n');
  process.exitCode = 2;
}
