import { graphlib, layout } from '@dagrejs/dagre';
import { curveMonotoneY, line } from 'd3-shape';
import type { NetworkBox } from '../../view/block.ts';
import { truncate } from '../../view/truncate.ts';
import { html, type Markup } from '../markup.ts';

/** In pixels; the font is monospaced. */
const size = { width: 180, height: 38, char: 7.25, pad: 8, gap: 14, between: 26, bar: 3, margin: 4 };

const keys: readonly (readonly [NetworkBox['look'], string])[] = [
  ['bad', 'wrong'],
  ['exact', 'exact'],
  ['pass', 'right; the bar is the error over the bound'],
  ['none', 'not judged'],
];

/** Returns a network in layers from top to bottom, in a box that scrolls; nothing without boxes. */
export function networkChart(label: string, boxes: readonly NetworkBox[]): Markup | false {
  if (boxes.length === 0) return false;
  const { places, edges, width, height } = placed(boxes);
  // not an image: its parts are links
  return html`<p class="keys">${keys.map(([look, text]) => html`<span class="key ${look}">${text}</span> `)}</p>
<p class="sub needs-script" id="box" aria-hidden="true">Point at a box to read about it.</p>
${boxes.some(({ isFar }) => isFar) && html`<p class="sub">Some long lines are not drawn: the description of a box names where else it reads from.</p>`}
<div class="wide layers" role="region" aria-label="${label}" tabindex="0"><svg class="graph network" role="figure" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
${edges.map((edge) => html`<path class="edge" d="${edge}"/>`)}
${boxes.map((box, i) => drawn(box, places[i]!))}</svg></div>`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The places of boxes, their upper left corners, and the edges as paths. */
interface BoxLayout {
  readonly places: readonly Point[];
  readonly edges: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** Places boxes: each below those that it reads from. Few enough are drawn for this to take less than a second. */
function placed(boxes: readonly NetworkBox[]): BoxLayout {
  const graph = new graphlib.Graph();
  const { gap, between, margin } = size;
  graph.setGraph({ nodesep: gap, edgesep: gap, ranksep: between, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const i of boxes.keys()) graph.setNode(`${i}`, { width: size.width, height: size.height });
  for (const [i, { reads }] of boxes.entries()) for (const from of reads) graph.setEdge(`${from}`, `${i}`);
  layout(graph);
  const path = line<Point>(
    ({ x }) => x,
    ({ y }) => y,
  )
    .curve(curveMonotoneY)
    .digits(1);
  const { width = 0, height = 0 } = graph.graph();
  return {
    places: boxes.map((_, i): Point => {
      const { x, y } = graph.node(`${i}`);
      return { x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2) };
    }),
    edges: boxes.flatMap(({ reads }, i) => reads.map((from) => path(graph.edge(`${from}`, `${i}`).points) ?? '')),
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}

function drawn({ anchor, to, look, lines, description, error }: NetworkBox, { x, y }: Point): Markup {
  const longest = Math.floor((size.width - 2 * size.pad) / size.char);
  const [name, remark] = lines.map((one) => truncate(one, longest));
  const bar = error !== undefined && Math.max(1, Math.min(1, error) * size.width).toFixed(1);
  return html`<a id="${anchor}" href="#${to}" class="${look}" aria-label="${description}" transform="translate(${x} ${y})"><title>${description}</title><rect width="${size.width}" height="${size.height}" rx="3"/>${bar && html`<rect class="bar" y="${size.height - size.bar}" width="${bar}" height="${size.bar}"/>`}<text class="name" x="${size.pad}" y="15">${name}</text> <text x="${size.pad}" y="30">${remark}</text></a>
`;
}
