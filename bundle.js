// Puts what is started, imported or opened in a page into few files: hundreds of modules take half a second to load, and much space.
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'rolldown';

const hosts = readdirSync('dist/src/backends/hosts').filter((file) => file.endsWith('.js'));
// packages, but for what the bundler adds itself
const external = /^(?![./\0]|@oxc-project)/;
// no comments and spaces; names stay, so that the stack of an error can be read
const minify = { compress: false, mangle: false, codegen: true };

await build({
  input: {
    index: 'dist/src/index.js',
    vitest: 'dist/src/library/vitest.js',
    watched: 'dist/src/cli/watched.js',
    main: 'dist/src/cli/main.js',
    'oracle-thread': 'dist/src/run/oracle-thread.js',
    'process-worker': 'dist/src/campaign/process-worker.js',
    ...Object.fromEntries(hosts.map((file) => [`hosts/${basename(file, '.js')}`, `dist/src/backends/hosts/${file}`])),
  },
  external,
  platform: 'node',
  // flat: what is started lies beside what starts it
  output: { dir: 'dist/bundled', cleanDir: true, minify },
});

await build({
  input: ['page', 'onnxruntime-web', 'wonnx'].map((name) => `dist/src/backends/browser/${name}.js`),
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
  for (const [, path] of readFileSync(join('dist', file), 'utf8').matchAll(
    /(?:from|import\()\s*['"](\.[^'"]+)\.[jt]s['"]/g,
  ))
    copyTypes(join(file, '..', `${path}.d.ts`));
};
rmSync('dist/types', { recursive: true, force: true });
copyTypes('src/index.d.ts');
copyTypes('src/library/vitest.d.ts');
