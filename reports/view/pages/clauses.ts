import { findSubject } from '../../../generators/suite/subjects.ts';
import { strictest } from '../../../oracles/spec/level.ts';
import type { Clause } from '../../../oracles/spec/operator.ts';
import { formatSource, spanOf } from '../../../oracles/spec/source.ts';
import { groupBy } from '../../aggregate/grouping.ts';
import type { FailedClause, Report } from '../../schema.ts';
import { type Block, code, commands, folded, joinTexts, link, type Section, table } from '../block.ts';
import { plural, thousands } from '../plural.ts';
import { clauseAnchor, findingAnchor } from './findings.ts';

/** Returns the section on broken clauses, with ONNX's present and earlier texts, and the operator versions. */
export function failedClauses(report: Report): Section {
  const byClause = groupBy(report.failedClauses, ({ clause }) => clause);
  return {
    id: 'clauses',
    title: 'Broken clauses',
    count: byClause.size,
    blocks: [...byClause].map(([clause, all]) => failedClause(report, clause, all)),
  };
}

function failedClause({ findings }: Report, clause: string, all: readonly FailedClause[]): Block {
  const sum = (of: 'failed' | 'cases') => thousands(all.reduce((total, one) => total + one[of], 0));
  // operators have their own wordings of the same clause
  const texts = groupBy(all, ({ text }) => text);
  const rows = all.map((one) => [
    `${one.operator}-${one.version}`,
    one.dtypes.join(', '),
    `${one.failed} of ${one.cases}`,
    joinTexts(
      one.findings.map((number) => {
        const finding = findings[number - 1];
        return finding ? link(`${number}`, `#${findingAnchor(finding)}`) : `${number}`;
      }),
    ),
    code(one.smallest.id),
  ]);
  return folded(
    [
      code(clause),
      `, ${strictest(all.map(({ level }) => level))}: ${sum('failed')} of ${sum('cases')} cases wrong, ${plural(all.length, 'operator version')}`,
    ],
    [
      ...[...texts].flatMap(([text, own]) => wording(text, own)),
      ...table(
        `Who breaks ${clause}`,
        ['operator version', 'dtypes', 'wrong of judged', 'finding', 'smallest case'],
        rows,
      ),
      folded('replay the smallest case of each', [commands(all.map(({ replay }) => replay))]),
    ],
    { anchor: clauseAnchor(clause) },
  );
}

/** Returns a clause's text with its places, each once, and its earlier readings. */
function wording(text: string, own: readonly FailedClause[]): Block[] {
  const known = own.map((failed) => ({ failed, clause: clauseOf(failed) }));
  const places = [
    ...new Set(known.map(({ failed, clause }) => (clause ? formatSource(clause.source) : failed.source))),
  ];
  const more = places.length > 3 ? `; and ${places.length - 3} more` : '';
  const history = known
    .flatMap(({ clause }) => clause?.source.before ?? [])
    .map((reading) => `ONNX ${spanOf(reading)}: ${reading.wording}`);
  return [
    { kind: 'quote', text, source: `${places.slice(0, 3).join('; ')}${more}` },
    ...(history.length > 0 ? [{ kind: 'list', items: [...new Set(history)] } as const] : []),
  ];
}

/** Returns the suite's clause, with its history; files have none. */
function clauseOf({ operator, version, clause }: FailedClause): Clause | undefined {
  const known = findSubject(operator)?.versions.find(({ since }) => since === version);
  return known?.clauses.find(({ id }) => id === clause);
}
