// Puts what is started, imported or opened in a page into few files: hundreds of modules take half a second to load, and much space.
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const hosts = readdirSync('dist/src/backends/hosts').flatMap((file) => /^([^.]+)\.js$/.exec(file)?.[1] ?? []);
// what backends of the tests import, which start hundreds of times; not packed
const parts = [
  ...['model', 'tensor-proto', 'graph'].map((file) => `vectors/onnx/${file}`),
  ...['operators', 'graph/expect', 'judge/reference-tensor'].map((file) => `oracles/${file}`),
];
// packages, but for what the bundler adds itself, and for one whose hundred files every backend would load
const external = /^(?![./\0]|@oxc-project|@bufbuild\/protobuf)/;
// no comments and spaces, and short names of variables; functions keep theirs, so that the stack of an error can be read
const minify = { compress: false, mangle: { keepNames: true }, codegen: true };
/** The notices of the packages in a file, which stand at the beginning of theirs. */
const postBanner = ({ moduleIds }) => {
  const own = moduleIds.filter((id) => id.includes('/node_modules/'));
  return [...new Set(own.map((id) => /^(?:\/\/.*\n)*/.exec(readFileSync(id, 'utf8'))[0]))].join('\n');
};

/** Data as a text that is parsed when it is loaded: V8 compiles an object of this size many times slower. */
const json = {
  name: 'data',
  load: (id) =>
    id.endsWith('.json')
      ? {
          code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(id, 'utf8'))))})`,
          moduleType: 'js',
        }
      : null,
};

await build({
  plugins: [json],
  input: {
    index: 'dist/src/index',
    vitest: 'dist/src/library/vitest',
    watched: 'dist/src/cli/watched',
    main: 'dist/src/cli/main',
    'oracle-thread': 'dist/src/run/oracle-thread',
    'process-worker': 'dist/src/campaign/process-worker',
    ...Object.fromEntries(parts.map((part) => [`parts/${part}`, `dist/${part}`])),
    ...Object.fromEntries(hosts.map((host) => [`hosts/${host}`, `dist/src/backends/hosts/${host}`])),
  },
  external,
  platform: 'node',
  // flat: a started file is next to the file that starts it
  output: { dir: 'dist/bundled', cleanDir: true, minify, postBanner },
});

await build({
  input: ['page', 'onnxruntime-web', 'wonnx'].map((name) => `dist/src/backends/browser/${name}`),
  external,
  platform: 'browser',
  output: { dir: 'dist/bundled/browser', minify, postBanner },
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
