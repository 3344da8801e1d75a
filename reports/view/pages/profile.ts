import { findPolicy } from '../../../oracles/judge/policy.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { groupBy } from '../../aggregate/grouping.ts';
import { isUnanswered } from '../../aggregate/unanswered.ts';
import { type DataUse, invalidOutcomes, type Report } from '../../schema.ts';
import {
  bad,
  code,
  commands,
  facts,
  folded,
  type ListEntry,
  lines,
  paragraph,
  quiet,
  type Section,
  table,
  warning,
} from '../block.ts';
import { policyViews } from '../observed.ts';
import { describeBehaviour, describeScopes, describeUnsupported, unitOf } from '../phrases.ts';
import { plural, thousands } from '../plural.ts';
import { describeNotRejected, describeRejections, ruleRows } from '../rejections.ts';
import { emptyCells, missingData } from '../verdict.ts';

/** The sections on a runtime's choices, its missing support, and the tried cases. */

/** The greatest number of each in a terminal. */
const most = { files: 6, reasons: 4, cells: 6 };

export const problems = ({ problems: all, options }: Report): Section => ({
  id: 'problems',
  title: options.nodes ? 'Nodes that are not valid for the values that were given' : 'Files that could not be judged',
  count: all.length,
  blocks: all.length > 0 ? [{ kind: 'list', items: all, most: most.files }] : [],
});

/** Returns the section on cells without a case: gaps in the suite. */
export function emptyCellsOf(report: Report): Section {
  const cells = emptyCells(report).map(({ operator, version, dtype, clause }) =>
    code(`${operator}/${version}/${dtype}/${clause}`),
  );
  return {
    id: 'empty',
    title: 'Cells without a case',
    count: cells.length,
    blocks: cells.length > 0 ? [{ kind: 'list', items: cells, most: most.cells }] : [],
  };
}

export function unsupported(report: Report): Section {
  const rows = report.unsupported.map((reason) => [
    reason.message ? code(reason.message) : 'no reason given',
    describeUnsupported(reason, report),
    code(reason.example),
  ]);
  return {
    id: 'unsupported',
    title: 'Not supported, and not judged',
    remark: `${plural(report.totals.unsupported, unitOf(report.options))}, which count neither for nor against the runtime`,
    count: rows.length,
    blocks: table('Not supported', ['reason', 'where', 'smallest case'], rows, { isProse: true, most: most.reasons }),
  };
}

/** Returns the section on the runtime's choices where the specification leaves one. */
export function choices(report: Report): Section {
  const rows = policyViews(report).map(({ policy, behaviours }) => {
    const seen = behaviours.map((behaviour) => {
      const text = describeBehaviour(behaviour);
      const isFault = behaviour.varies === 'by position' || behaviour.varies === 'by case';
      return [isFault ? warning(text) : text, ` (${describeScopes(behaviour.scopes, report)})`];
    });
    return [code(policy), lines([quiet(findPolicy(policy)?.open ?? ''), ...seen])] as const;
  });
  const all = report.policies.map(({ policy, operator, dtype, choices: counts }) => [
    policy,
    operator,
    dtype,
    Object.entries(counts)
      .map(([choice, count]) => `${choice} ${count}`)
      .join(', '),
  ]);
  return {
    id: 'choices',
    title: 'Observed choices',
    remark: 'where the specification leaves one; a runtime that has to choose once must not vary',
    count: rows.length,
    blocks:
      rows.length === 0
        ? []
        : [
            facts(rows),
            folded(
              'all observations, with counts',
              table('All observations', ['policy', 'operator', 'dtype', 'observed'], all),
            ),
          ],
  };
}

/** Returns the section on models that have to be rejected. */
export function invalidModels(report: Report): Section {
  const { invalid } = report;
  const entries = invalid?.rules.flatMap((broken) =>
    broken.notRejected.map(
      (seen): ListEntry => ({
        title: code(broken.clause),
        remark: describeNotRejected(broken, seen),
        isWrong: seen.outcome !== 'undecided',
        blocks: [
          { kind: 'quote', text: broken.text },
          facts(ruleRows(seen).map(([label, text]) => [label, label === 'seen in' ? text : code(text)])),
          commands([seen.replay]),
        ],
      }),
    ),
  );
  const rows = invalid?.rules.map(({ clause, text, counts }) => [
    code(clause),
    text,
    ...invalidOutcomes.map((outcome) => (counts[outcome] > 0 ? thousands(counts[outcome]) : '')),
  ]);
  return {
    id: 'invalid',
    title: 'Invalid models',
    remark: 'each breaks one rule and has to be rejected; they are in no other figure',
    blocks:
      !invalid || isUnanswered(report)
        ? []
        : [
            paragraph(`${describeRejections(invalid)}.`),
            { kind: 'entries', items: entries! },
            folded(
              'all rules',
              table('Rules and the outcomes of models that break them', ['rule', 'text', ...invalidOutcomes], rows!),
            ),
          ],
  };
}

/** Returns the section on the data of inputs, by kind of dtype. */
export function data(report: Report): Section {
  const missing = missingData(report).map(
    ({ operator, dtype, missing: kinds }) => [bad('missing'), `${operator} ${dtype}: ${kinds!.join(', ')}`] as const,
  );
  const rows = [...groupBy(report.data, ({ dtype }) => formatOf(dtype).kind)].map(
    ([kind, uses]) => [kind, describeClasses(uses)] as const,
  );
  return {
    id: 'data',
    title: 'Data',
    remark: 'cases by the kind of data in their inputs',
    blocks: rows.length > 0 ? [facts([...missing, ...rows])] : [],
  };
}

function describeClasses(uses: readonly DataUse[]): string {
  const total = new Map<string, number>();
  for (const [name, cases] of uses.flatMap(({ classes }) => Object.entries(classes))) {
    total.set(name, (total.get(name) ?? 0) + cases);
  }
  const sorted = [...total].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return sorted.map(([name, cases]) => `${name} ${cases}`).join(', ') || 'none';
}
