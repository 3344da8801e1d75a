// Puts what is started, imported or opened in a page into few files: hundreds of modules take half a second to load, and much space.
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

// where the modules are; '.' for sources that were not built
const from = process.argv[2] ?? 'dist';
const hosts = readdirSync(`${from}/src/backends/hosts`).flatMap((file) => /^([^.]+)\.[jt]s$/.exec(file)?.[1] ?? []);
// packages, but for what the bundler adds itself
const external = /^(?![./\0]|@oxc-project)/;
// no comments and spaces; names stay, so that the stack of an error can be read
const minify = { compress: false, mangle: false, codegen: true };

await build({
  input: {
    index: `${from}/src/index`,
    vitest: `${from}/src/library/vitest`,
    watched: `${from}/src/cli/watched`,
    main: `${from}/src/cli/main`,
    'oracle-thread': `${from}/src/run/oracle-thread`,
    'process-worker': `${from}/src/campaign/process-worker`,
    ...Object.fromEntries(hosts.map((host) => [`hosts/${host}`, `${from}/src/backends/hosts/${host}`])),
  },
  external,
  platform: 'node',
  // flat: a started file is next to the file that starts it
  output: { dir: 'dist/bundled', cleanDir: true, minify },
});

await build({
  input: ['page', 'onnxruntime-web', 'wonnx'].map((name) => `${from}/src/backends/browser/${name}`),
  external,
  platform: 'browser',
  output: { dir: 'dist/bundled/browser', minify },
});

/** The declarations that those of the library name; sources have none. */
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
if (from === 'dist') {
  rmSync('dist/types', { recursive: true, force: true });
  copyTypes('src/index.d.ts');
  copyTypes('src/library/vitest.d.ts');
}
