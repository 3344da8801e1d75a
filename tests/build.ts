import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds what the tests run, before the first of them. */
export default function build(): void {
  const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' } as const;
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], options);
  if (status !== 0) throw new Error('the build fails');
}
