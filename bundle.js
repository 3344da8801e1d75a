// Puts what is started as a process or a thread into few files: hundreds of modules take half a second to load.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'rolldown';

const hosts = readdirSync('dist/src/backends/hosts').filter((file) => file.endsWith('.js'));

await build({
  input: {
    watched: 'dist/src/cli/watched.js',
    main: 'dist/src/cli/main.js',
    'oracle-thread': 'dist/src/run/oracle-thread.js',
    'process-worker': 'dist/src/campaign/process-worker.js',
    ...Object.fromEntries(hosts.map((file) => [`hosts/${basename(file, '.js')}`, `dist/src/backends/hosts/${file}`])),
  },
  // packages, but for what the bundler adds itself
  external: /^(?![./\0]|@oxc-project)/,
  platform: 'node',
  // flat: what is started lies beside what starts it
  output: { dir: 'dist/bundled', cleanDir: true },
});
