import { isOpen } from '../../../oracles/spec/level.ts';
import { groupBy, unique } from '../../aggregate/grouping.ts';
import { formatOpsets } from '../../aggregate/opsets.ts';
import { isUnanswered } from '../../aggregate/unanswered.ts';
import { unloadedId } from '../../aggregate/unloaded.ts';
import { reproduce } from '../../reproduction.ts';
import { breaksNoClause, isKnown, severityOf } from '../../schema/predicates.ts';
import type { CaseResult, Finding, Report } from '../../schema.ts';
import {
  type Block,
  bad,
  code,
  commands,
  compact,
  type Fact,
  facts,
  good,
  joinTexts,
  type ListEntry,
  lines,
  link,
  paragraph,
  type Section,
  type Text,
} from '../block.ts';
import { shareOf } from '../finding.ts';
import { exportCommand } from '../launch.ts';
import { formatOperators, unitOf } from '../phrases.ts';
import { areas, describeArea } from '../places.ts';
import { plural, thousands } from '../plural.ts';
import { describeSeverity } from '../severity.ts';
import { caseRows, failedClauseOf, type Row, unloadedRemedy } from '../smallest-case.ts';
import { namedOperators, titleOf } from '../symptom.ts';
import { truncate } from '../truncate.ts';
import { copiesOf, type PrintText } from './bug.ts';

/** Returns the address of a finding's clause; `undefined` if it is not on the page. */
export type ClauseAddress = (clause: string, number: number) => string | undefined;

/** Returns the section on findings by severity. @param addressOf returns addresses of clauses; on the same page if absent */
export function findings(report: Report, printText?: PrintText, addressOf?: ClauseAddress): Section {
  const broken = new Set(report.failedClauses.map((failed) => failed.clause));
  const inPage: ClauseAddress = (clause) => (broken.has(clause) ? `#${clauseAnchor(clause)}` : undefined);
  const groups = groupBy([...report.findings.entries()], ([, finding]) => severityOf(finding));
  return {
    id: 'findings',
    title: 'Findings',
    ...(report.findings.length > 1 && { remark: 'the most serious first' }),
    count: report.findings.length,
    blocks: [...groups].flatMap(([severity, own]): Block[] => [
      { kind: 'heading', text: `${own.length} ${describeSeverity(severity, own.length)}` },
      {
        kind: 'entries',
        items: own.map(([i, finding]) =>
          findingEntry(report, finding, i + 1, { addressOf: addressOf ?? inPage, printText }),
        ),
      },
    ]),
  };
}

/** The greatest number of lines for the places of a finding in a terminal. */
const maxPlaces = 4;

/** Returns the anchor of a clause. */
export const clauseAnchor = (clause: string): string => `clause-${clause}`;
/** Returns the anchor of a finding: its id, which is stable between runs. */
export const findingAnchor = ({ id }: Pick<Finding, 'id'>): string => `finding-${id}`;

/**
 * Returns the entry of a finding, with its smallest case and its places.
 * @param number the number of the finding, from 1
 * @param addressOf returns the addresses of clauses
 */
export function findingEntry(
  report: Report,
  finding: Finding,
  number: number,
  { addressOf, printText }: { readonly addressOf?: ClauseAddress; readonly printText?: PrintText | undefined } = {},
): ListEntry {
  const { clauses, known = 0, where } = finding;
  const title = titleOf(finding);
  const names = unique(where.map(({ operator }) => operator));
  const places = areas(report, where).map(describeArea);
  const message = messageOf(finding, title);
  const unit = unitOf(report.options);
  const isOnlyClause = finding.outcome === 'fail' && clauses.length === 1 && !breaksNoClause(finding);
  const clause = isOnlyClause ? failedClauseOf(report, finding) : undefined;
  const linked = (id: string): Text => {
    const address = addressOf?.(id, number);
    return address === undefined ? code(id) : link(code(id), address);
  };
  const remarks = [
    names.length > namedOperators && formatOperators(names, report),
    formatOpsets(finding.opsets),
    isKnown(finding) ? 'known' : known > 0 && `${thousands(known)} known`,
  ];
  return {
    title: truncate(title, longest),
    extent: plural(finding.cases, unit),
    remark: remarks.filter(Boolean).join(' · '),
    anchor: findingAnchor(finding),
    number,
    isOpen: number === 1,
    blocks: compact<Block>([
      clause && { kind: 'quote', text: [code(clause.clause), ': ', clause.text], source: clause.source },
      message !== '' && paragraph(code(truncate(message, longest))),
      { kind: 'box', look: 'raised', blocks: smallestCase(report, finding, printText) },
      facts(
        compact<Fact>([
          ['seen in', lines(places, maxPlaces)],
          [`${unit}s`, shareOf(finding, report.options)],
          [breaksNoClause(finding) || isUnanswered(report) ? 'seen under' : 'breaks', joinTexts(clauses.map(linked))],
          ['id', code(finding.id)],
        ]),
      ),
    ]),
  };
}

/** The greatest number of characters of a backend's message; report.json has all of it. */
const longest = 1000;

/** Returns the explanation that is not in the title, or the message of the backend or comparator; may be empty. */
function messageOf({ problem, explanation, message = '' }: Finding, title: string): string {
  if (problem === 'tier') return '';
  if (explanation?.id === unloadedId) return unloadedRemedy;
  return explanation && !title.includes(explanation.text) ? explanation.text : message;
}

/** The labels of rows about the deciding element. */
const aboutElement = ['where', 'got', 'exact', 'allowed'];

function smallestCase(report: Report, finding: Finding, printText: PrintText | undefined): Block[] {
  const { options } = report;
  const rows = caseRows(finding);
  const { smallest, level, replay, other } = finding;
  const isOfElement = ([label]: Row) => aboutElement.includes(label);
  const fact = ([label, text]: Row): Fact => [label, code(truncate(text, longest))];
  return [
    facts([['smallest case', code(smallest.id)], ...rows.filter((row) => !isOfElement(row)).map(fact)]),
    {
      kind: 'box',
      look: 'row',
      blocks: [
        {
          kind: 'chart',
          chart: {
            of: 'model',
            id: smallest.id,
            reproduce: () => reproduce(smallest, options, runShown(smallest)),
            showsOutputs: !isOpen(level),
          },
          instead: [],
        },
        ...(smallest.failure && !other ? [element(smallest.failure)] : []),
      ],
    },
    ...(printText ? [{ kind: 'copies' as const, texts: () => copiesOf(report, finding, printText) }] : []),
    commands([replay, ...(options.vectors === undefined ? [exportCommand(smallest.id, options)] : [])]),
  ];
}

/** Returns the number of the run of a session whose answer is wrong, from 1. */
const runShown = ({ message = '' }: CaseResult): number => Number(/^step (\d+) of /.exec(message)?.[1] ?? 1);

/** Returns the wrong and expected values of the deciding element. */
function element({ output, index, got, exact, allowed }: NonNullable<Finding['smallest']['failure']>): Block {
  const isSingle = allowed === exact || allowed === `exactly ${exact}`;
  return facts(
    [['got', bad(code(got))], ['exact', good(code(exact))], ...(isSingle ? [] : [['allowed', code(allowed)] as const])],
    `output ${output}, ${index.length === 0 ? 'the only element' : `element [${index.join(', ')}]`}`,
  );
}
