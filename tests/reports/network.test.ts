import { expect, test } from 'vitest';
import type { NetworkNode, Report } from '../../reports/schema.ts';
import { renderHtml, renderMarkdown } from './render.ts';
import { aggregate, catalogue, planAll, renderFull, resultsOf } from './samples.ts';

const [entry] = catalogue;
const { operator, version } = entry!;
const dtype = 'float32';
const plan = planAll([entry!], [dtype], 4);
const isWrong = (n: number) => n === 1;
const report = aggregate(
  plan,
  resultsOf(plan, (_, n) => (isWrong(n) ? { outcome: 'fail', problem: 'value', breaks: 'specified', ulps: 40 } : {})),
);

type Result = NonNullable<NetworkNode['result']>;

const node = (place: number, reads: readonly number[], result: Partial<Result> = {}): NetworkNode => ({
  id: `${place + 1}-${operator}`,
  name: `node ${place}`,
  reads: [...reads],
  result: { operator, version, dtype, outcome: 'pass', ...result },
});
const wrong: Partial<Result> = { outcome: 'fail', problem: 'value', ulps: 12_345 };

/** The boxes of the picture in a page: look, address, and lines. */
const boxesIn = (page: string) =>
  [...page.matchAll(/<a id="(box-[^"]*)" href="#([^"]*)" class="(\w+)" aria-label="([^"]*)".*?<\/a>/g)].map(
    ([all, id, to, look, description]) => ({
      id,
      to,
      look,
      description,
      lines: [...all.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text),
    }),
  );
const edgesIn = (page: string) => page.match(/<path class="edge"/g)?.length ?? 0;

test('a node has a box with its operator and its error, which leads to its row', () => {
  const nodes = [
    { ...node(0, []), isConstant: true },
    node(1, [0], { errorOverBound: 0.314 }),
    node(2, [1], wrong),
    node(3, [1], { outcome: 'crash' }),
    node(4, [2, 3], { outcome: 'fail', problem: 'shape' }),
    (({ result: _, ...open }) => open)(node(5, [4])),
  ];
  const page = renderHtml({ ...report, network: nodes });
  expect(boxesIn(page).map(({ look, lines }) => [look, ...lines])).toEqual([
    ['pass', '2 ReduceSum', '0.31 of the bound'],
    ['bad', '3 ReduceSum', '✗ 1e+4 ulps off'],
    ['bad', '4 ReduceSum', '✗ crash'],
    ['bad', '5 ReduceSum', '✗ wrong shape'],
    ['none', '6 ReduceSum', 'not judged'],
  ]);
  expect(edgesIn(page)).toBe(5);
  expect(boxesIn(page)[1]!.description).toBe('3 ReduceSum: 1e+4 ulps off, wrong; node 2');
  expect(page).toContain('aria-label="The 6 nodes of the network in layers, 3 of them wrong"');
  for (const { to } of boxesIn(page)) expect(page).toContain(`<tr id="${to}">`);
  // the row of a wrong node leads to its finding, and a constant has a row but no box
  expect(page).toMatch(/<tr id="node-3-ReduceSum">.*<a href="#finding-[^"]+">1<\/a>/);
  expect(page).toMatch(/<tr id="node-1-ReduceSum"><th scope="row"><code>/);
});

test('a large network has boxes for wrong nodes and those around them, and some for all others', () => {
  const count = 2000;
  const reads = (i: number) => (i === 0 ? [] : i % 7 === 0 ? [i - 1, i - 5] : [i - 1]);
  const networkWith = (isWrong: (i: number) => boolean): Report => ({
    ...report,
    network: Array.from({ length: count }, (_, i) =>
      node(i, reads(i), isWrong(i) ? wrong : { errorOverBound: i / count }),
    ),
  });
  const page = renderHtml(networkWith((i) => i === 1000));
  const boxes = boxesIn(page);
  expect(boxes.length).toBeLessThan(80);
  const around = boxes.findIndex(({ lines }) => lines[0] === '1001 ReduceSum');
  expect(boxes.slice(around - 1, around + 2).map(({ look, lines }) => [look, lines[0]])).toEqual([
    ['pass', '1000 ReduceSum'],
    ['bad', '1001 ReduceSum'],
    ['pass', '1002 ReduceSum'],
  ]);
  expect(boxes[0]!.lines).toEqual(['1–34', '34 right, up to 0.017']);
  expect(edgesIn(page)).toBeGreaterThanOrEqual(boxes.length - 1);
  expect(boxes[0]!.description).toBe(
    '1–34: 34 right, up to 0.017 of the bound; 34 nodes from 1-ReduceSum to 34-ReduceSum',
  );

  const all = boxesIn(renderHtml(networkWith(() => true)));
  expect(all.length).toBeLessThan(200);
  expect(all.at(-1)!.lines[1]).toMatch(/^✗ \d+ wrong$/);
});

test('nodes without a connection are in rows', () => {
  const pairs = Array.from({ length: 80 }, (_, i) => node(i, i % 2 === 0 ? [] : [i - 1]));
  const alone = Array.from({ length: 500 }, (_, i) => node(i, [], wrong));
  for (const network of [pairs, alone]) {
    const page = renderHtml({ ...report, network });
    const places = Array.from(page.matchAll(/transform="translate\((\d+) (\d+)\)"/g), ([, x, y]) => `${x} ${y}`);
    expect(new Set(places).size).toBe(boxesIn(page).length);
    const [, width] = /<svg class="graph network".* width="(\d+)"/.exec(page)!;
    expect(Number(width)).toBeLessThan(1200);
  }
});

test('long lines are left out where there are many, and named', () => {
  const reads = (i: number) => (i === 0 ? [] : i === 1 ? [0] : [0, i - 1]);
  const network = Array.from({ length: 100 }, (_, i) => node(i, reads(i)));
  const page = renderHtml({ ...report, network });
  const edges = network.reduce((sum, one) => sum + one.reads.length, 0);
  expect(edgesIn(page)).toBeGreaterThanOrEqual(99);
  expect(edgesIn(page)).toBeLessThan(edges);
  expect(boxesIn(page).at(-1)!.description).toBe('100 ReduceSum: exact, right; node 99; also reads from 1 ReduceSum');
  expect(page).toContain('Some long lines are not drawn');
});

test('text lists the wrong nodes, and other runs have no network', () => {
  const network = [node(0, []), node(1, [0], wrong)];
  expect(renderMarkdown({ ...report, network })).toContain('| `2-ReduceSum` | node 1 | 1e+4 ulps off |');
  expect(renderFull({ ...report, network })).toMatch(/^ *2-ReduceSum +node 1 +1e\+4 ulps off +1$/m);
  expect(renderFull({ ...report, network: [node(0, [])] })).toContain('No judged node is wrong.');
  expect(renderHtml(report)).not.toContain('class="wide layers"');
});
