import { execFileSync } from 'node:child_process';

/** The commit that is checked out, and whether these files differ from it. */
export function commitOf(paths: readonly string[]): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', ...paths) !== '';
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ' with changes' : ''}`;
}
