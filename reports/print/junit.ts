import XMLBuilder from 'fast-xml-builder';
import { groupBy, unique } from '../aggregate/grouping.ts';
import { broken, judged, recorded } from '../schema/counts.ts';
import type { CellSummary, FailedClause, Finding, Report, Shortfall } from '../schema.ts';
import { type ListEntry, plain } from '../view/block.ts';
import { describeShortfall } from '../view/expectations.ts';
import { startOf } from '../view/launch.ts';
import { findingEntry } from '../view/pages/findings.ts';
import { describeOptions } from '../view/phrases.ts';
import { plural } from '../view/plural.ts';
import { headlineOf, verdict } from '../view/verdict.ts';
import { printText } from './terminal.ts';

/** A test in the form of JUnit; it passes if it has no other mark. */
interface Test {
  readonly '@_classname': string;
  readonly '@_name': string;
  readonly failure?: { readonly '@_message': string; readonly '#text': string };
  readonly skipped?: { readonly '@_message': string };
}

/**
 * Returns the report as JUnit XML: a suite for each operator version, with a test for each clause and dtype. A test is
 * skipped if nothing was judged, or if its failures are expected. The first test is the verdict. It fails if the run is not
 * conformant for any reason, including those that no clause shows.
 */
export function renderJUnit(report: Report): string {
  const { name, version } = report.backend;
  const toldOf = explaining(report);
  const versions = groupBy(report.cells, (cell) => `${cell.operator}-${cell.version}`);
  const suites = [
    { properties: { property: properties(report) }, ...suite('conformance', [verdictTest(report)]) },
    ...[...versions].map(([of, cells]) =>
      suite(
        of,
        cells.map((cell) => clauseTest(cell, toldOf(cell))),
      ),
    ),
  ];
  const sum = (key: '@_tests' | '@_failures' | '@_skipped') => suites.reduce((total, own) => total + own[key], 0);
  const testsuites = {
    '@_name': `${name} ${version}`,
    '@_tests': sum('@_tests'),
    '@_failures': sum('@_failures'),
    '@_errors': 0,
    '@_skipped': sum('@_skipped'),
    '@_time': report.times.seconds,
    testsuite: suites,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ testsuites })}`;
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
  attributeValueProcessor: (_, value) => xmlText(String(value)).replace(/\s+/g, ' '),
  tagValueProcessor: (_, value) => xmlText(String(value)),
});

/** Returns text without characters that XML 1.0 cannot represent; messages of backends may contain them. */
function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

function suite(name: string, testcase: readonly Test[]) {
  return {
    '@_name': name,
    '@_tests': testcase.length,
    '@_failures': testcase.filter(({ failure }) => failure).length,
    '@_errors': 0,
    '@_skipped': testcase.filter(({ skipped }) => skipped).length,
    testcase,
  };
}

function properties({ tool, launch, options }: Report) {
  return [
    ['suite', `${tool.name} ${tool.version}`],
    ['options', describeOptions(options)],
    ...(launch ? [['backend', startOf({ launch, options })]] : []),
  ].map(([name, value]) => ({ '@_name': name, '@_value': value }));
}

function verdictTest(report: Report): Test {
  const { kind, finding, next } = verdict(report);
  const test = { '@_classname': 'conformance', '@_name': 'verdict' };
  if (kind === 'conformant' || kind === 'known-failures') return test;
  const failure = { '@_message': `${headlineOf(report, kind)}: ${finding}`, '#text': [finding, next].join('\n') };
  return { ...test, failure };
}

/** The description of a cell's broken cases: the clause, and their findings, numbered from 1. */
interface CellFailures {
  readonly clause: FailedClause | undefined;
  /** the figures that are worse than expected */
  readonly worse: readonly Shortfall[];
  readonly findings: readonly { readonly entry: ListEntry; readonly reason?: string }[];
}

function explaining(report: Report): (cell: CellSummary) => CellFailures {
  const entries = report.findings.map((finding, i) => findingEntry(report, finding, i + 1));
  const concerns = ({ where, clauses }: Finding, { operator, version, dtype, clause }: CellSummary) =>
    clauses.includes(clause) &&
    where.some((place) => place.operator === operator && place.version === version && place.dtypes.includes(dtype));
  const shortfalls = report.expectations?.shortfalls ?? [];
  return (cell) => ({
    worse: shortfalls.filter(
      (one) => one.operator === cell.operator && one.cell === `${cell.version}/${cell.dtype}/${cell.clause}`,
    ),
    clause: report.failedClauses.find(
      ({ operator, version, clause, dtypes }) =>
        operator === cell.operator && version === cell.version && clause === cell.clause && dtypes.includes(cell.dtype),
    ),
    findings: report.findings.flatMap((finding, i) =>
      concerns(finding, cell)
        ? [
            {
              entry: entries[i]!,
              ...(finding.smallest.known !== undefined && { reason: finding.smallest.known }),
            },
          ]
        : [],
    ),
  });
}

function clauseTest(cell: CellSummary, failures: CellFailures): Test {
  const { operator, version, dtype, clause, counts, cases, known } = cell;
  const test = { '@_classname': `${operator}-${version}.${dtype}`, '@_name': clause };
  const wrong = broken(counts);
  if (failures.worse.length > 0) {
    return { ...test, failure: { '@_message': describeShortfall(failures.worse), '#text': inFull(failures) } };
  }
  if (wrong > 0 && wrong === known) {
    return {
      ...test,
      skipped: { '@_message': `known: ${unique(failures.findings.flatMap(({ reason }) => reason ?? [])).join('; ')}` },
    };
  }
  if (wrong > 0) {
    const message = `${wrong} of ${plural(judged(counts), 'judged case')}: ${failures.findings.map(({ entry: { title, extent } }) => `${plain(title)}, in ${extent}`).join('; ')}`;
    return { ...test, failure: { '@_message': message, '#text': inFull(failures) } };
  }
  if (judged(counts) > 0) return test;
  const why = cases === 0 ? 'the suite has no case' : recorded(counts) > 0 ? 'not supported' : 'not run';
  return { ...test, skipped: { '@_message': why } };
}

function inFull({ clause, findings }: CellFailures): string {
  return [
    ...(clause ? [clause.text, `Source: ${clause.source}`, `Again, the smallest case: ${clause.replay}`] : []),
    ...findings.flatMap(({ entry: { number, title, blocks } }) => [
      '',
      `Finding ${number}: ${plain(title)}`,
      printText(blocks),
    ]),
  ].join('\n');
}
