import { isOpen } from '../../../oracles/level.ts';
import { reproduce } from '../../exhibit.ts';
import { gravityOf, isKnown } from '../../schema/predicates.ts';
import type { Finding, Report } from '../../schema.ts';
import { groupBy, unique } from '../../tally/grouping.ts';
import { findingView, type Row } from '../../words/finding-view.ts';
import { gravityInWords } from '../../words/gravity.ts';
import { exportCommand } from '../../words/launch.ts';
import { operatorsInWords } from '../../words/phrases.ts';
import { thousands } from '../../words/plural.ts';
import { symptomOf } from '../../words/symptom.ts';
import {
  type Block,
  bad,
  code,
  commands,
  type Entry,
  type Fact,
  facts,
  good,
  joined,
  lines,
  link,
  paragraph,
  type Section,
  some,
} from '../block.ts';

/** What to look into, by what it breaks. */
export function findings(report: Report): Section {
  const groups = groupBy([...report.findings.entries()], ([, finding]) => gravityOf(finding));
  return {
    id: 'findings',
    title: 'Findings',
    ...(report.findings.length > 1 && { remark: 'the most serious first' }),
    count: report.findings.length,
    blocks: [...groups].flatMap(([gravity, own]): Block[] => [
      { kind: 'heading', text: `${own.length} ${gravityInWords(gravity, own.length)}` },
      { kind: 'entries', items: own.map(([i, finding]) => findingEntry(report, finding, i + 1)) },
    ]),
  };
}

/** Lines that a terminal gives to the places of a finding. */
const maxPlaces = 4;

/** The anchor of a clause. */
export const clauseAnchor = (clause: string): string => `clause-${clause}`;
/** The anchor of a finding: its id, which stays the same from run to run. */
export const findingAnchor = ({ id }: Pick<Finding, 'id'>): string => `finding-${id}`;

/** All of a finding: its smallest case, and where it was seen. @param number from 1 */
export function findingEntry(report: Report, finding: Finding, number: number): Entry {
  const view = findingView(report, finding);
  const { clause, message, wanted, places, always } = view;
  const operators = operatorsInWords(unique(finding.where.map(({ operator }) => operator)), report);
  const known =
    finding.known === undefined || finding.known === 0
      ? []
      : [isKnown(finding) ? 'known' : `${thousands(finding.known)} known`];
  const linked = new Set(report.failedClauses.map((failed) => failed.clause));
  const common = view.common.filter((fact) => !places.every((place) => place.endsWith(`(${fact})`)));
  return {
    title: symptomOf(finding),
    extent: view.extent,
    remark: [operators, view.opsets, ...known].join(' · '),
    anchor: findingAnchor(finding),
    number,
    isOpen: number === 1,
    blocks: some<Block>([
      clause && { kind: 'quote', text: [code(clause.clause), ': ', clause.text], source: clause.source },
      wanted !== undefined && { kind: 'quote', text: wanted },
      message !== undefined && paragraph(code(message)),
      { kind: 'box', look: 'raised', blocks: smallestCase(report, finding, view.rows) },
      facts([
        ['seen in', lines(places, maxPlaces)],
        [
          view.breaks ? 'breaks' : 'seen under',
          joined(view.clauses.map((id) => (linked.has(id) ? link(code(id), clauseAnchor(id)) : code(id)))),
        ],
        ...(common.length > 0 ? [['common to all', common.join(', ')] as const] : []),
        ...(always.length > 0 ? [['always with', always.join(', ')] as const] : []),
        ['id', code(view.id)],
      ]),
    ]),
  };
}

/** Rows about the element that decided. */
const aboutElement = ['where', 'got', 'exact', 'allowed'];

function smallestCase({ options }: Report, finding: Finding, rows: readonly Row[]): Block[] {
  const { smallest, level, replay, other } = finding;
  const isOfElement = ([label]: Row) => aboutElement.includes(label);
  const fact = ([label, text]: Row): Fact => [label, code(text)];
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
            reproduce: () => reproduce(smallest, options),
            showsOutputs: !isOpen(level),
          },
          instead: [],
        },
        ...(smallest.failure && !other ? [element(smallest.failure)] : []),
      ],
    },
    commands([replay, ...(options.vectors === undefined ? [exportCommand(smallest.id, options)] : [])]),
  ];
}

/** What came and what should have come, where one element decided. */
function element({ output, index, got, exact, allowed }: NonNullable<Finding['smallest']['failure']>): Block {
  const isSingle = allowed === exact || allowed === `exactly ${exact}`;
  return facts(
    [['got', bad(code(got))], ['exact', good(code(exact))], ...(isSingle ? [] : [['allowed', code(allowed)] as const])],
    `output ${output}, ${index.length === 0 ? 'the only element' : `element [${index.join(', ')}]`}`,
  );
}
