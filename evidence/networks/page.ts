/** docs/networks.md: what `check` says of published networks on each runtime. */
import { markdownTable } from 'markdown-table';
import { escapeMarkdown } from '../../reports/print/escape-markdown.ts';
import { plural, thousands } from '../../reports/view/plural.ts';
import type { Recomputed } from './recomputed.ts';

/** What came of a run of `check`. */
export type Outcome = { readonly commit: string } & (
  | { readonly failure: string }
  | {
      readonly failure?: never;
      readonly version: string;
      readonly judged: number;
      readonly wrong: number;
      readonly unsupported: number;
      /** the nodes that the oracle does not judge */
      readonly unknown: number;
      /** seconds of processor time, without the runtime if it is a process of its own */
      readonly cpu: number;
      readonly mebibytes: number;
      readonly findings: readonly CheckedFinding[];
    }
);

/** A finding, with the node that shows it. */
interface CheckedFinding {
  readonly title: string;
  readonly nodes: number;
  readonly smallest: string;
  readonly recomputed?: Recomputed;
}

/** The outcome of a network on a runtime. */
export type Checked = { readonly network: string; readonly runtime: string } & Outcome;

/** The runtimes of the table, with the backend of `check` and its options. */
export const checkedRuntimes = [
  ortNode('off', '--backend-option', 'graphOptimizationLevel=disabled'),
  ortNode('on'),
  ortNode('extended', '--optimized', '--backend-option', 'graphOptimizationLevel=extended'),
  { name: 'onnxruntime-web', spec: 'onnxruntime-web', options: [] },
  { name: 'onnx.reference', spec: 'python:onnx.reference', options: [] },
  { name: 'tractjs', spec: 'tractjs', options: [] },
  { name: 'jax-js', spec: '@jax-js/onnx', options: [] },
  { name: 'opencv-js', spec: '@techstark/opencv-js', options: [] },
];

function ortNode(level: string, ...options: readonly string[]) {
  return { name: `onnxruntime ${level}`, spec: 'onnxruntime-node', options };
}

/** Returns a result in a line. */
export function inLine(result: Checked): string {
  const where = `${result.network} on ${result.runtime}: `;
  if (result.failure !== undefined) return where + result.failure;
  const { judged, wrong, unsupported, unknown, cpu, mebibytes } = result;
  const others = `${unsupported} unsupported, ${unknown} not known`;
  return `${where}${judged} judged, ${wrong} wrong, ${others}, ${cpu.toFixed(1)} s, ${mebibytes.toFixed(0)} MiB`;
}

/** Returns the generated parts of the page, by name. */
export const pageParts = (results: readonly Checked[]): Readonly<Record<string, string>> => ({
  'networks-nodes': matrix(results, ({ judged, wrong }) => (wrong > 0 ? `${judged}, **${wrong}**` : `${judged}`)),
  'networks-costs': matrix(results, ({ cpu, mebibytes }) => `${cpu.toFixed(1)} s, ${mebibytes.toFixed(0)}`),
  'networks-findings': findingTable(results),
  'networks-recomputed': recomputedTable(results),
  'networks-totals': totals(results),
});

type Judged = Exclude<Checked, { readonly failure: string }>;
const isJudged = (result: Checked): result is Judged => result.failure === undefined;

/** A row for each network, and a column for each runtime. */
function matrix(results: readonly Checked[], cellOf: (result: Judged) => string): string {
  const networks = [...new Set(results.map(({ network }) => network))];
  const cell = (network: string, runtime: string) => {
    const result = results.find((one) => one.network === network && one.runtime === runtime);
    return result === undefined ? '' : isJudged(result) ? cellOf(result) : '–';
  };
  const rows = networks.map((network) => [network, ...checkedRuntimes.map(({ name }) => cell(network, name))]);
  return `\n${markdownTable([['network', ...checkedRuntimes.map(({ name }) => name)], ...rows], {
    align: ['l', ...checkedRuntimes.map(() => 'r')],
    alignDelimiters: false,
  })}\n`;
}

/** Sorts by runtime, as in the table. */
function inOrder<T extends { readonly runtime: string }>(rows: readonly T[]): readonly T[] {
  const order = checkedRuntimes.map(({ name }) => name);
  return rows.toSorted((a, b) => order.indexOf(a.runtime) - order.indexOf(b.runtime));
}

/** A row for each finding of a runtime, over all networks. */
function findingTable(results: readonly Checked[]): string {
  const rows = new Map<string, { runtime: string; title: string; nodes: number; networks: string[] }>();
  for (const result of results.filter(isJudged)) {
    for (const { title: whole, nodes } of result.findings) {
      // examples, shares and digits differ by network
      const title = whole.replace(
        / in (the only case|both cases|all cases|\d+ % of cases)|, such as .*$| after the first \d+ digits/g,
        '',
      );
      const key = `${result.runtime}: ${title}`;
      const row = rows.get(key) ?? { runtime: result.runtime, title, nodes: 0, networks: [] };
      row.nodes += nodes;
      row.networks.push(result.network);
      rows.set(key, row);
    }
  }
  const sorted = inOrder([...rows.values()].sort((a, b) => b.nodes - a.nodes));
  return `\n${markdownTable(
    [
      ['runtime', 'finding', 'nodes', 'networks'],
      ...sorted.map(({ runtime, title, nodes, networks }) => [
        runtime,
        escapeMarkdown(title),
        thousands(nodes),
        networks.length > 3
          ? `${networks.slice(0, 3).join(', ')} and ${networks.length - 3} more`
          : networks.join(', '),
      ]),
    ],
    { align: [...'llrl'], alignDelimiters: false },
  )}\n`;
}

/** A row for each operator of a runtime whose wrong elements were computed again, with the first of them. */
function recomputedTable(results: readonly Checked[]): string {
  const rows = new Map<string, { runtime: string; operator: string; all: Recomputed[] }>();
  for (const { runtime, findings } of inOrder(results.filter(isJudged))) {
    for (const { smallest, recomputed } of findings) {
      if (!recomputed) continue;
      const operator = smallest.replace(/^\d+-/, '');
      const key = `${runtime}: ${operator}`;
      const row = rows.get(key) ?? { runtime, operator, all: [] };
      row.all.push(recomputed);
      rows.set(key, row);
    }
  }
  return `\n${markdownTable(
    [
      ['runtime', 'operator', 'nodes', 'agree', 'got', 'exact', 'numpy'],
      ...Array.from(rows.values(), ({ runtime, operator, all }) => {
        const [{ got, exact, numpy }] = all as [Recomputed];
        const agreeing = all.filter(({ agrees }) => agrees).length;
        return [runtime, operator, `${all.length}`, `${agreeing}`, got, exact, numpy];
      }),
    ],
    { align: [...'llrrrrr'], alignDelimiters: false },
  )}\n`;
}

function totals(results: readonly Checked[]): string {
  const own = results.filter(isJudged);
  const sum = (of: (result: Judged) => number) => own.reduce((total, result) => total + of(result), 0);
  const networks = new Set(results.map(({ network }) => network)).size;
  const commits = [...new Set(results.map(({ commit }) => commit))];
  return (
    `${plural(networks, 'network')}, ${plural(own.length, 'run')}: ${plural(
      sum(({ judged }) => judged),
      'node',
    )} judged, ` + `${thousands(sum(({ wrong }) => wrong))} wrong. Commit ${commits.join(', ')}.`
  );
}
