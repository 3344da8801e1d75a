import { dirname } from 'node:path';
import type { Document, YAMLMap, YAMLSeq } from 'yaml';
import { subjects } from '../../generators/suite/subjects.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import type { ExpectationsTally, KnownFailures, Unexpected } from '../../reports/aggregate/expectations.ts';
import type { ExpectationCounter, PatternOfEntry } from '../../reports/aggregate/expected-entry.ts';
import { cellOf, isOfChoices } from '../../reports/aggregate/expected-entry.ts';
import { isSamePart } from '../../reports/aggregate/expected-figures.ts';
import { groupBy, unique } from '../../reports/aggregate/grouping.ts';
import type { FileRun, OperatorFigures } from '../../reports/schema/expectations-file.ts';
import { hasOutcome } from '../../reports/schema/predicates.ts';
import type { EntryResult, Finding, Report } from '../../reports/schema.ts';
import { inList, plural } from '../../reports/view/plural.ts';
import { isUnsteady, titleOf } from '../../reports/view/symptom.ts';
import { type VerdictKind, verdict } from '../../reports/view/verdict.ts';
import { makeFolder, reportWriteErrors, writeWhole } from '../../vectors/onnx/files.ts';
import { parseExpectations, type ReadExpectations } from './file.ts';
import { patternsOf, suiteCells } from './patterns.ts';
import { yaml } from './yaml.ts';

/** A file of expectations updated to a run. */
interface Updated {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  readonly narrowed: number;
  readonly widened: number;
}

/** An entry as written in the file. */
type WrittenEntry = Readonly<Record<string, unknown>>;

/** Verdicts of runs that can update a file. */
const verdicts: readonly VerdictKind[] = ['conformant', 'known-failures', 'not-as-expected', 'not-conformant'];

/** A rewritten file of expectations. */
export interface UpdatedExpectations {
  /** its new contents; reasons may still be missing */
  readonly expected: KnownFailures;
  /** a description of the changes for the user */
  readonly said: string;
}

/**
 * Rewrites the file according to the run.
 * @returns `undefined` if the file is left unchanged, which is reported
 * @throws BadInput if it cannot be written
 */
export function writeUpdated(
  read: ReadExpectations,
  tally: ExpectationsTally,
  report: Report,
): UpdatedExpectations | undefined {
  const { file } = read.expected;
  const why = report.options.shard
    ? 'a shard is a part of a run; merge the shards with --update-expectations'
    : !report.complete
      ? 'the run ended early; run it to its end'
      : !verdicts.includes(verdict(report).kind) && 'such a run does not show which failures are known';
  if (why) {
    process.stderr.write(`onnx-conformance: ${file} is left as it is: ${why}\n`);
    return undefined;
  }
  const { text, ...changed } = updateExpectations(read, tally, report);
  reportWriteErrors(() => {
    makeFolder(dirname(file));
    writeWhole(file, text);
  }, file);
  const counts = Object.entries(changed).filter(([, n]) => n > 0);
  const [changes, ...more] = counts.map(([what, n], i) => `${i === 0 ? plural(n, 'entry', 'entries') : n} ${what}`);
  const done = changes === undefined ? 'its entries are kept' : inList([changes, ...more]);
  const next = changed.added > 0 ? '; say why in place of each TODO' : '';
  return { expected: parseExpectations(text, file, false).expected, said: `${file} is written: ${done}${next}\n` };
}

/**
 * Updates a file of expectations to a run. Comments, order and entries outside the run are kept. New failures are added with
 * a reason to be filled in; entries that no longer fail are removed; entries that are too broad name fewer cells; entries of
 * failures that vary admit a pass; and the figures of the run are stored.
 */
export function updateExpectations(read: ReadExpectations, tally: ExpectationsTally, report: Report): Updated {
  const { document, text } = read;
  const results = report.expectations!.entries;
  const known = sequence(document, 'known');
  const drop = new Set<number>();
  const unsteady = report.findings.filter(isUnsteady).map(({ smallest }) => smallest);
  /** The outcomes that an entry has to admit besides its own: those that failures that vary have in this run. */
  const widerOutcomes = (entry: ExpectationCounter): readonly string[] => {
    if (!tally.isTried(entry) || isOfChoices(entry.entry)) return [];
    if (entry.mayPass) return tally.unexpected.filter((one) => entry.names(one)).map(({ outcome }) => outcome);
    return unsteady.some((smallest) => entry.expects(smallest)) ? ['pass'] : [];
  };
  let [narrowed, widened] = [0, 0];
  for (const [i, result] of results.entries()) {
    const entry = tally.entries[i]!;
    const others = widerOutcomes(entry);
    if (others.length > 0) {
      const item = known.items[i] as YAMLMap;
      item.set('outcome', node(document, unique([...entry.entry.outcomes, ...others])));
      if (!others.every((outcome) => outcome === 'pass')) item.delete('problem');
      widened++;
      continue;
    }
    // cases that were not run may still fail as expected
    if (isGone(result) && (result.state === 'unmatched' || tally.canShowFixed(entry, report))) drop.add(i);
    else if (result.state === 'broader') {
      const ids = isOfChoices(result)
        ? narrowPlaces(entry, tally, report)
        : narrowIds(entry, tally, tally.canShowFixed(entry, report));
      (known.items[i] as YAMLMap).set(result.vectors ? 'vector' : 'id', node(document, ids));
      narrowed++;
    }
  }
  const named = new Set<string>();
  for (const [i, item] of known.items.entries()) {
    if (drop.has(i)) continue;
    const name = nameOf((item as YAMLMap).toJS(document) as WrittenEntry);
    // a narrowed entry may equal another one
    if (named.has(name)) drop.add(i);
    named.add(name);
  }
  known.items = known.items.filter((_, i) => !drop.has(i));
  const varying = tally.entries.filter((entry) => entry.mayPass && tally.isTried(entry));
  const unexpected = tally.unexpected.filter((one) => !varying.some((entry) => entry.names(one)));
  const added = [...joinReasons(newEntries(unexpected, report)), ...newChoices(tally, report)];
  for (const entry of added) known.add(document.createNode(entry));
  const run = tally.figures(report);
  if (run) noteRun(document, run, report);
  return {
    text: written(document, text, read.expected.file),
    added: added.length,
    removed: drop.size,
    narrowed,
    widened,
  };
}

function isGone({ state }: EntryResult): boolean {
  return state === 'passes' || state === 'unmatched' || state === 'unsupported' || state === 'differs';
}

/** Returns an entry without its reason and issue, as a key. */
function nameOf({ reason, issue, ...what }: WrittenEntry): string {
  const sorted = Object.entries(what).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted.map(([key, value]) => [key, [value].flat()]));
}

/** Joins several findings in the same cells to one entry. */
function joinReasons(entries: readonly WrittenEntry[]): readonly WrittenEntry[] {
  return [...groupBy(entries, nameOf).values()].map((own) => {
    const reasons = unique(own.map(({ reason }) => String(reason).replace(/^TODO: /, '')));
    return { ...own[0]!, reason: `TODO: ${reasons.join('; ')}` };
  });
}

/** Returns an entry for each finding and kind of failure, which names exactly the failing cells. */
function newEntries(unexpected: readonly Unexpected[], report: Report): readonly WrittenEntry[] {
  const found = unexpected.map((one) => ({ one, finding: findingOf(one, report.findings) }));
  const groups = groupBy(found, ({ one, finding }) => JSON.stringify([finding?.id, one.outcome, one.problem]));
  return [...groups.values()].map((own) => {
    const [{ one, finding }] = own as [(typeof found)[number]];
    const all = own.map((each) => each.one);
    const names = unique(all.map(({ id }) => id.replace(/@\d+$/, '')));
    const isVectors = report.options.vectors !== undefined;
    const ids = isVectors ? names : patternsOf(names.map(cellOf));
    const loosest = all.map(({ tier }) => tier).reduce((a, b) => (tiers.indexOf(b!) > tiers.indexOf(a!) ? b : a));
    const what = finding ? titleOf(finding) : `invalid models: ${one.outcome}`;
    return {
      [isVectors ? 'vector' : 'id']: ids.length === 1 ? ids[0] : ids,
      // the next run of a failure that varies may pass, or fail by more
      outcome: finding && isUnsteady(finding) ? [one.outcome, 'pass'] : one.outcome,
      ...(one.problem && { problem: one.problem }),
      ...(one.problem === 'tier' && { tier: loosest }),
      reason: `TODO: ${what}`,
    };
  });
}

/** Returns the probable finding of a case; only the text of a reason depends on it. */
function findingOf(one: Unexpected, findings: readonly Finding[]): Finding | undefined {
  const at = one.atFault ?? one;
  const isAt = ({ where }: Finding) =>
    where.some(
      ({ operator, version, dtypes }) =>
        operator === at.operator && version === at.version && dtypes.includes(at.dtype),
    );
  const fits = findings.filter(
    (finding) =>
      hasOutcome(finding, one.outcome) && !finding.other && finding.clauses.includes(one.clause) && isAt(finding),
  );
  const explained = fits.find(({ explanation }) => one.explanations?.some(({ id }) => id === explanation?.id));
  return explained ?? fits.find(({ problem }) => problem === one.problem) ?? fits[0];
}

function newChoices(tally: ExpectationsTally, report: Report): readonly WrittenEntry[] {
  return [...groupBy(tally.newlyVarying(report), ({ policy }) => policy)].map(([policy, own]) => {
    const ids = patternsOf(own.map(({ place }) => place));
    const finding = report.findings.find(({ id }) => id === `varies-${policy}`);
    return {
      id: ids.length === 1 ? ids[0] : ids,
      outcome: 'varies',
      policy,
      reason: `TODO: ${finding ? titleOf(finding) : 'chooses otherwise from case to case'}`,
    };
  });
}

/** Returns the operator versions and dtypes of an entry, except those with a single observed choice. */
function narrowPlaces(entry: ExpectationCounter, tally: ExpectationsTally, report: Report): readonly string[] {
  const constant = new Set(tally.constantOf(entry, report).map(({ place }) => place));
  const places = entry.patterns.flatMap((pattern) => {
    const names = subjects.map(({ name }) => name).filter((name) => pattern.mayName(name));
    return suiteCells(names, (cell) => pattern.matches(cellOf(cell), undefined)).map(cellOf);
  });
  return patternsOf(unique(places).filter((place) => !constant.has(place)));
}

/** Returns the patterns of an entry without cells whose judged cases all pass. */
function narrowIds(
  { entry, patterns }: ExpectationCounter,
  tally: ExpectationsTally,
  canShowFixed: boolean,
): readonly string[] {
  return unique(
    patterns.flatMap((pattern) => {
      const passing = new Set(canShowFixed ? pattern.passing : []);
      if (passing.size === 0) return tally.isGone(pattern, entry) ? [] : [pattern.text];
      if (passing.size === pattern.cells.size && !reachesFurther(pattern, entry.vectors)) return [];
      return entry.vectors
        ? [...pattern.cells.keys()].filter((name) => !passing.has(name))
        : narrowed(pattern, passing);
    }),
  );
}

/** Returns patterns for the cells of a pattern, except passing ones; cells that were not run stay. */
function narrowed(pattern: PatternOfEntry, passing: ReadonlySet<string>): readonly string[] {
  if (pattern.isOfCases) return [...pattern.cells.keys()].filter((name) => !passing.has(name));
  const cells = coveredBy(pattern).filter((cell) => !passing.has(cell));
  return patternsOf(cells);
}

function coveredBy(pattern: PatternOfEntry): readonly string[] {
  const names = subjects.map(({ name }) => name).filter((name) => pattern.mayName(name));
  return suiteCells(names, (cell) => pattern.matches(`${cell}/0`, undefined));
}

function reachesFurther(pattern: PatternOfEntry, vectors = false): boolean {
  return !vectors && !pattern.isOfCases && coveredBy(pattern).some((cell) => !pattern.cells.has(cell));
}

/** Returns the list of a key, created if missing. */
function sequence(document: Document, key: string): YAMLSeq {
  const found = document.get(key);
  if (yaml().isSeq(found)) return found;
  if (!yaml().isMap(document.contents)) document.contents = mapOf(document, {});
  const made = document.createNode([]) as YAMLSeq;
  document.set(key, made);
  return made;
}

function node(document: Document, texts: readonly string[]) {
  return document.createNode(texts.length === 1 ? texts[0] : texts);
}

/** Returns an object as a map of a document. */
function mapOf(document: Document, value: object): YAMLMap {
  const node = document.createNode(value);
  if (!yaml().isMap(node)) throw new TypeError('an object is a map');
  return node;
}

/** Replaces the figures of a run; if only some operators were run, only theirs. */
function noteRun(document: Document, run: FileRun, { options }: Report): void {
  const runs = sequence(document, 'runs');
  runs.flow = false;
  const at = runs.items.findIndex((item) => isSamePart((item as YAMLMap).toJS(document) as FileRun, run));
  const before = at < 0 ? undefined : ((runs.items[at] as YAMLMap).toJS(document) as FileRun);
  const isPart = options.ids.length > 0;
  // all figures of a run must have one seed
  if (isPart && before && before.seed !== run.seed) return;
  const all = { ...(isPart && before?.operators), ...run.operators };
  const map = at < 0 ? mapOf(document, { ...run, operators: {} }) : (runs.items[at] as YAMLMap);
  for (const { value } of map.items) if (yaml().isSeq(value)) value.flow = true;
  if (at < 0) runs.add(map);
  map.set('seed', run.seed);
  const figures = mapOf(document, {});
  // operators without judged cases have no figures that could decrease
  const judged = Object.entries(all).filter(([, own]) => own.judged > 0);
  for (const [operator, own] of judged) figures.set(operator, figuresNode(document, own));
  map.set('operators', figures);
}

/** Returns figures as one line, and a further line for each cell with broken cases. */
function figuresNode(document: Document, { broken, ...own }: OperatorFigures): YAMLMap {
  const isByCell = typeof broken === 'object';
  const map = mapOf(document, { ...own, ...(!isByCell && broken && { broken }) });
  map.flow = !isByCell;
  if (!isByCell) return map;
  const cells = mapOf(document, {});
  for (const [cell, figures] of Object.entries(broken)) cells.set(cell, document.createNode(figures, { flow: true }));
  map.set('broken', cells);
  return map;
}

/** Returns the text of a document, in the format and with the line ends of the file. */
function written(document: Document, before: string, file: string): string {
  if (file.endsWith('.json')) return `${JSON.stringify(document.toJS(), null, 2)}\n`;
  for (const key of ['known', 'runs']) {
    const list = document.get(key);
    if (yaml().isSeq(list) && list.items.length > 0) list.flow = false;
  }
  const text = document.toString({ lineWidth: 0 });
  return before.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;
}
