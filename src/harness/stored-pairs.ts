import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import type { Pair } from '../../reports/aggregate/changes.ts';
import { illegalOutcomes } from '../../reports/schema/illegal-result.ts';
import { outcomes } from '../../reports/schema.ts';
import { linesOf, storedFiles } from './stored-run.ts';
import type { Result } from './trial.ts';

/**
 * What became of each case in two stored runs, those of the later run first. Of cases whose results are equal to the
 * letter nothing is told: their lines need not be read as JSON, and they are most.
 * @throws BadInput for a file that is no list of results, and where the runs have no case in common
 */
export function* differingPairs(before: string, after: string): Generator<Pair> {
  let common = 0;
  for (const name of [storedFiles.results, storedFiles.illegal]) {
    const [was, is] = [join(before, name), join(after, name)];
    const isOptional = name === storedFiles.illegal;
    const old = new Map<string, string>();
    if (!isOptional || existsSync(was)) for (const line of linesOf(was)) old.set(idOf(line, was), line);
    if (!isOptional || existsSync(is)) {
      for (const line of linesOf(is)) {
        const id = idOf(line, is);
        const earlier = old.get(id);
        old.delete(id);
        if (earlier === undefined) yield { after: parse(line, is) };
        else common++;
        if (earlier !== undefined && earlier !== line) yield { before: parse(earlier, was), after: parse(line, is) };
      }
    }
    for (const line of old.values()) yield { before: parse(line, was) };
  }
  if (common === 0) throw new BadInput(`${before} and ${after} have no case in common: nothing can be compared`);
}

const start = '{"id":"';

/** A line begins with the id of its case, as everything that this suite writes. */
function idOf(line: string, file: string): string {
  const end = line.indexOf('"', start.length);
  if (!line.startsWith(start) || end < 0) throw noResult(file, line);
  return line.slice(start.length, end);
}

/** Two hundred thousand lines are not held against the schema: what a change is told by is looked at. */
function parse(line: string, file: string): Result {
  let result: Result;
  try {
    result = JSON.parse(line);
  } catch {
    throw noResult(file, line);
  }
  const known: readonly string[] = 'rule' in result ? illegalOutcomes : outcomes;
  if (!known.includes(result.outcome)) throw noResult(file, line);
  return result;
}

function noResult(file: string, line: string): BadInput {
  return new BadInput(`${file} is no list of results: it has the line ${line.slice(0, 60)}`);
}
