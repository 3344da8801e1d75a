// Puts what is started as a process or a thread into few files: hundreds of modules take half a second to load.
import { readdirSync } from 'node:fs';
import { build } from 'rolldown';

// where the modules are; '.' for sources that were not built
const from = process.argv[2] ?? 'dist';
const hosts = readdirSync(`${from}/src/backends/hosts`).flatMap((file) => /^([^.]+)\.[jt]s$/.exec(file)?.[1] ?? []);

await build({
  input: {
    watched: `${from}/src/cli/watched`,
    main: `${from}/src/cli/main`,
    'oracle-thread': `${from}/src/run/oracle-thread`,
    'process-worker': `${from}/src/campaign/process-worker`,
    ...Object.fromEntries(hosts.map((host) => [`hosts/${host}`, `${from}/src/backends/hosts/${host}`])),
  },
  // packages, but for what the bundler adds itself
  external: /^(?![./\0]|@oxc-project)/,
  platform: 'node',
  // flat: what is started lies beside what starts it
  output: { dir: 'dist/bundled', cleanDir: true },
});
