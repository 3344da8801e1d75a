/** docs/networks.md: what `check` says of published networks on each runtime. */
import { markdownTable } from 'markdown-table';
import { escapeMarkdown } from '../../reports/print/escape-markdown.ts';
import { plural, thousands } from '../../reports/view/plural.ts';

/** The result of `check` for a network on a runtime. */
export type Checked = { readonly network: string; readonly runtime: string; readonly commit: string } & (
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
      readonly findings: readonly { readonly title: string; readonly nodes: number; readonly smallest: string }[];
    }
);

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

/** A row for each finding of a runtime, over all networks. */
function findingTable(results: readonly Checked[]): string {
  const rows = new Map<string, { runtime: string; title: string; nodes: number; networks: string[] }>();
  for (const result of results.filter(isJudged)) {
    for (const { title, nodes } of result.findings) {
      const key = `${result.runtime}: ${title}`;
      const row = rows.get(key) ?? { runtime: result.runtime, title, nodes: 0, networks: [] };
      row.nodes += nodes;
      row.networks.push(result.network);
      rows.set(key, row);
    }
  }
  const order = checkedRuntimes.map(({ name }) => name);
  const sorted = [...rows.values()].sort(
    (a, b) => order.indexOf(a.runtime) - order.indexOf(b.runtime) || b.nodes - a.nodes,
  );
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
