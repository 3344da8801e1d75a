import { spawnSync } from 'node:child_process';
import { parseKnown } from '../runtimes/known.ts';
import { pathOf } from '../runtimes/sections.ts';
import { targets } from '../runtimes/targets.ts';
import type { EarlierRelease } from './changes.ts';

const git = (...args: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  return status === 0 ? stdout : undefined;
};

/** Reads the results that the newest tag before this commit has; `undefined` if there is none. @throws BadInput if they have another schema version */
export function earlierRelease(): EarlierRelease | undefined {
  const name = git('describe', '--tags', '--abbrev=0', 'HEAD^')?.trim();
  if (name === undefined) return undefined;
  const known = targets.flatMap(({ label }) => {
    const text = git('show', `${name}:${pathOf(label)}`);
    return text === undefined ? [] : [parseKnown(text, `${name}:${pathOf(label)}`)];
  });
  return { name, known };
}
