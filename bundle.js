// Puts what is started, imported or opened in a page into few files: hundreds of modules take half a second to load, and much space.
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const hosts = readdirSync('dist/src/backends/hosts').flatMap((file) => /^([^.]+)\.js$/.exec(file)?.[1] ?? []);
// packages, but for what the bundler adds itself
const external = /^(?![./\0]|@oxc-project)/;
// no comments and spaces; names stay, so that the stack of an error can be read
const minify = { compress: false, mangle: false, codegen: true };

await build({
  input: {
    index: 'dist/src/index',
    vitest: 'dist/src/library/vitest',
    watched: 'dist/src/cli/watched',
    main: 'dist/src/cli/main',
    'oracle-thread': 'dist/src/run/oracle-thread',
    'process-worker': 'dist/src/campaign/process-worker',
    ...Object.fromEntries(hosts.map((host) => [`hosts/${host}`, `dist/src/backends/hosts/${host}`])),
  },
  external,
  platform: 'node',
  // flat: what is started lies beside what starts it
  output: { dir: 'dist/bundled', cleanDir: true, minify },
});

await build({
  input: ['page', 'onnxruntime-web', 'wonnx'].map((name) => `dist/src/backends/browser/${name}`),
  external,
  platform: 'browser',
  output: { dir: 'dist/bundled/browser', minify },
});

/** The declarations that those of the library name. */
const seen = new Set();
const copyTypes = (file) => {
  if (seen.has(file)) return;
  seen.add(file);
  cpSync(join('dist', file), join('dist/types', file));
  const text = readFileSync(join('dist', file), 'utf8');
  for (const [, path] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.[jt]s['"]/g)) {
    copyTypes(join(file, '..', `${path}.d.ts`));
  }
};
rmSync('dist/types', { recursive: true, force: true });
copyTypes('src/index.d.ts');
copyTypes('src/library/vitest.d.ts');
