import { graphlib, layout } from '@dagrejs/dagre';
import { curveMonotoneY, line } from 'd3-shape';
import type { NetworkBox } from '../../view/block.ts';
import { truncate } from '../../view/truncate.ts';
import { html, type Markup } from '../markup.ts';

/** In pixels; the font is monospaced. A row holds at least 6 boxes. */
const size = { width: 180, height: 38, char: 7.25, pad: 8, gap: 14, between: 26, bar: 3, margin: 4, row: 1150 };

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
${edges.map((edge) => html`<path class="edge" d="${path(edge) ?? ''}"/>`)}
${boxes.map((box, i) => drawn(box, places.get(i)!))}</svg></div>`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The places of boxes by number, their upper left corners, and the edges as lines. */
interface BoxLayout {
  readonly places: ReadonlyMap<number, Point>;
  readonly edges: readonly (readonly Point[])[];
  readonly width: number;
  readonly height: number;
}

/** Places boxes: parts of the network without a connection are side by side, in rows. */
function placed(boxes: readonly NetworkBox[]): BoxLayout {
  const connected: readonly string[][] = graphlib.alg.components(graphOf(boxes, [...boxes.keys()]));
  const parts = connected.map((part) => placedPart(boxes, part.map(Number)));
  const most = Math.max(size.row, ...parts.map(({ width }) => width));
  const places = new Map<number, Point>();
  const edges: (readonly Point[])[] = [];
  let [left, top, width, bottom] = [0, 0, 0, 0];
  for (const part of parts) {
    if (left + part.width > most) [left, top] = [0, bottom + size.between];
    const moved = ({ x, y }: Point): Point => ({ x: x + left + size.margin, y: y + top + size.margin });
    for (const [box, place] of part.places) places.set(box, moved(place));
    for (const points of part.edges) edges.push(points.map(moved));
    width = Math.max(width, left + part.width);
    bottom = Math.max(bottom, top + part.height);
    left += part.width + size.gap;
  }
  return { places, edges, width: width + 2 * size.margin, height: bottom + 2 * size.margin };
}

/** Places connected boxes: each below those that it reads from. Few enough are drawn for this to take less than a second. */
function placedPart(boxes: readonly NetworkBox[], part: readonly number[]): BoxLayout {
  const graph = graphOf(boxes, part);
  const { gap, between } = size;
  graph.setGraph({ nodesep: gap, edgesep: gap, ranksep: between });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const placeOf = (box: number): Point => {
    const { x, y } = graph.node(`${box}`);
    return { x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2) };
  };
  return {
    places: new Map(part.map((box) => [box, placeOf(box)])),
    edges: part.flatMap((box) => boxes[box]!.reads.map((from) => graph.edge(`${from}`, `${box}`).points)),
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}

/** Returns a graph of some boxes, in their order. */
function graphOf(boxes: readonly NetworkBox[], some: readonly number[]) {
  const graph = new graphlib.Graph();
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = some.toSorted((a, b) => a - b);
  for (const i of ids) graph.setNode(`${i}`, { width: size.width, height: size.height });
  for (const i of ids) for (const from of boxes[i]!.reads) graph.setEdge(`${from}`, `${i}`);
  return graph;
}

const path = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
)
  .curve(curveMonotoneY)
  .digits(1);

function drawn({ anchor, to, look, lines, description, error }: NetworkBox, { x, y }: Point): Markup {
  const longest = Math.floor((size.width - 2 * size.pad) / size.char);
  const [name, remark] = lines.map((one) => truncate(one, longest));
  const bar = error !== undefined && Math.max(1, Math.min(1, error) * size.width).toFixed(1);
  return html`<a id="${anchor}" href="#${to}" class="${look}" aria-label="${description}" transform="translate(${x} ${y})"><title>${description}</title><rect width="${size.width}" height="${size.height}" rx="3"/>${bar && html`<rect class="bar" y="${size.height - size.bar}" width="${bar}" height="${size.bar}"/>`}<text class="name" x="${size.pad}" y="15">${name}</text> <text x="${size.pad}" y="30">${remark}</text></a>
`;
}
