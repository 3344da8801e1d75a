import * as v from 'valibot';
import { problemKinds } from '../../oracles/judge/comparator.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import { dtypes } from '../../oracles/numerics/dtype.ts';
import { expectedOutcomes } from './expectations.ts';
import { count, described, number, optional, type Read } from './fields.ts';

/** The schema of a file of expectations. docs/expectations.schema.json is generated from it. */

const line = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'));
const oneOrMore = <const S extends v.GenericSchema>(one: S) =>
  v.union([one, v.pipe(v.array(one), v.minLength(1, 'is an empty list'))]);
const patterns = (meaning: string) => optional(described(oneOrMore(line), meaning));

const fileEntry = v.strictObject({
  id: patterns(
    'the cases, by one pattern or several: operator/version/dtype/clause, or a number behind it for single cases. * ' +
      'stands for any version or dtype, ** for any number of parts, {a,b} for either; the clause is written out. For ' +
      'outcome: varies it ends with the dtype',
  ),
  vector: patterns('instead of id, for run --vectors: the folders of vectors; * and ** are wildcards'),
  outcome: described(
    oneOrMore(v.picklist(expectedOutcomes)),
    'how the cases end: fail, error, crash or timeout; accepted for an invalid model; varies for a choice that varies ' +
      'between cases. Several outcomes if it depends on chance, with pass among them if a case may also pass',
  ),
  problem: optional(described(oneOrMore(v.picklist(problemKinds)), 'the problem of the answer, for fail')),
  policy: optional(
    described(line, 'only cases with an observed choice of this policy, or with this choice: NAME or NAME=CHOICE'),
  ),
  tier: optional(described(v.picklist(tiers), 'with --require: the loosest tier that an answer may have')),
  opsets: optional(
    described(
      oneOrMore(
        v.union([count(), v.pipe(v.string(), v.regex(/^\d+(-\d+)?$/, 'is not an opset or range such as 13-17'))]),
      ),
      'only at these opsets: 13, 13-17, or a list',
    ),
  ),
  reason: described(line, 'why it is known; a reason that begins with TODO is reported, and refused with --strict'),
  issue: optional(described(line, 'where it is discussed')),
});
/** An entry as written in the file. */
export type FileEntry = Read<typeof fileEntry>;

const brokenCells = v.record(
  v.string(),
  v.strictObject({
    cases: described(count(), 'at most so many cases are broken as entries expect'),
    ulps: optional(
      described(number(), 'their worst error, in units in the last place of the exact value; 0.5 if absent'),
    ),
  }),
);
/** Broken cases by `version/dtype/clause`. */
export type BrokenCells = Read<typeof brokenCells>;

const operatorFigures = v.strictObject({
  judged: described(count(), 'at least so many cases are judged'),
  broken: optional(
    described(
      v.union([brokenCells, count('their sum, in older files')]),
      'by version/dtype/clause, the number of broken cases that entries expect, except those that may pass, and their ' +
        'worst error; none if absent',
    ),
  ),
  unsupported: optional(described(count(), 'at most so many cases are not supported; none if absent')),
});
export type OperatorFigures = Read<typeof operatorFigures>;

const fileRun = v.strictObject({
  suite: optional(described(v.picklist(['quick', 'standard', 'full']), 'of --suite')),
  opsets: optional(described(v.array(count()), 'of --opset')),
  dtypes: optional(described(v.array(v.picklist(dtypes)), 'of --dtype')),
  vectors: optional(described(v.string(), 'of --vectors')),
  seed: described(v.pipe(v.number(), v.integer()), 'the seed of the run; broken is compared for this seed only'),
  operators: described(v.record(v.string(), operatorFigures), 'the figures of each operator'),
});
/** The figures that a run of the whole suite, or of a part, has to reach. */
export type FileRun = Read<typeof fileRun>;

export const knownFinding = v.strictObject({
  finding: described(oneOrMore(line), 'the ids of findings, by one pattern or several: * stands for any part of an id'),
  reason: described(line, 'why it is known'),
  issue: optional(described(line, 'where it is discussed')),
});
/** A known finding of the fuzzer. */
export type KnownFinding = Read<typeof knownFinding>;

export const expectationsFile = v.strictObject({
  $schema: optional(described(v.string(), 'the address of this schema, for editors')),
  known: optional(described(v.array(fileEntry), 'the expected failures, with reasons')),
  fuzz: optional(described(v.array(knownFinding), 'known findings of fuzz, with reasons; run ignores them')),
  runs: optional(described(v.array(fileRun), 'the figures of each kind of run; written by --update-expectations')),
});
export type ExpectationsFile = Read<typeof expectationsFile>;
