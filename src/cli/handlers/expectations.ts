import { existsSync } from 'node:fs';
import { BadInput } from '../../../oracles/bad-input.ts';
import type { ExpectationsTally, Expected } from '../../../reports/aggregate/expectations.ts';
import type { Report } from '../../../reports/schema.ts';
import { inList, plural } from '../../../reports/view/plural.ts';
import { verdict } from '../../../reports/view/verdict.ts';
import { attemptWriting, writeWhole } from '../../../vectors/files.ts';
import {
  parseExpectations,
  type ReadExpectations,
  readExpectations,
  usualExpectations,
} from '../../expectations/file.ts';
import { beginning, updateExpectations } from '../../expectations/update.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';

/** The options of `run` about what is expected. */
export interface ExpectationArguments {
  /** false: none, whatever is there */
  readonly expectations: string | false | undefined;
  readonly strict: boolean;
  readonly updateExpectations: boolean;
}

/**
 * The file of expectations of a run, where there is one, or one is to be written.
 * @throws BadInput for one that cannot be used
 */
export function expectationsFor(args: ExpectationArguments): ReadExpectations | undefined {
  const { expectations, strict, updateExpectations: updates } = args;
  const file = expectations === false ? undefined : (expectations ?? usualFile());
  if (file === undefined && (strict || (updates && expectations === false))) {
    throw new BadInput(
      `--${strict ? 'strict' : 'update-expectations'} wants a file of expectations: name it by --expectations`,
    );
  }
  if (updates && (file === undefined || !existsSync(file))) {
    return parseExpectations(beginning, file ?? usualExpectations[0]!, strict);
  }
  return file === undefined ? undefined : readExpectations(file, strict);
}

/** The one that is there. Of several none counts: which of them a gate goes by must not depend on an order. */
function usualFile(): string | undefined {
  const there = usualExpectations.filter((name) => existsSync(name));
  if (there.length < 2) return there[0];
  throw new BadInput(`${there.join(' and ')} are both here; remove one, or name the one that counts by --expectations`);
}

/** A file of expectations that was written anew. */
export interface Update {
  /** what it says now; a file of this moment need not give its reasons yet */
  readonly expected: Expected;
  /** what has changed, for a person */
  readonly said: string;
}

/**
 * Writes the file anew, as the run has it.
 * @returns `undefined` where it is left as it is, which is said
 * @throws BadInput if it cannot be written
 */
export function update(read: ReadExpectations, tally: ExpectationsTally, report: Report): Update | undefined {
  const { file } = read.expected;
  const { kind } = verdict(report);
  const isVerdict = exitCodeOf[kind] === exitCodes.conformant || exitCodeOf[kind] === exitCodes.notConformant;
  const why = report.options.shard
    ? 'a shard is a part of a run; merge the shards with --update-expectations'
    : !report.complete
      ? 'the run ended early; run it to its end'
      : !isVerdict && 'such a run does not tell what is known';
  if (why) {
    process.stderr.write(`onnx-conformance: ${file} is left as it is: ${why}\n`);
    return undefined;
  }
  const { text, added, removed, narrowed } = updateExpectations(read, tally, report);
  attemptWriting(() => writeWhole(file, text), file);
  const counts = Object.entries({ added, removed, narrowed }).filter(([, n]) => n > 0);
  const [changes, ...more] = counts.map(([what, n], i) => `${i === 0 ? plural(n, 'entry', 'entries') : n} ${what}`);
  const done = changes === undefined ? 'its entries are kept' : inList([changes, ...more]);
  const next = added > 0 ? '; say why in place of each TODO' : '';
  return { expected: parseExpectations(text, file, false).expected, said: `${file} is written: ${done}${next}\n` };
}
