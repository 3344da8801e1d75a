import { formatScalar } from '../../../oracles/judge/acceptance.ts';
import { elementsOf, type Tensor } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import {
  type DecodedModel,
  decodeModel,
  type OpenValueInfo,
  requiredInputs,
  type ValueInfo,
} from '../../../vectors/onnx/model.ts';
import { encodeTensor } from '../../../vectors/onnx/tensor-proto.ts';
import { unique } from '../../aggregate/grouping.ts';
import type { Reproduction } from '../../reproduction.ts';
import { truncate } from '../../view/truncate.ts';
import { html, type Markup } from '../markup.ts';

/** The greatest number of nodes of a drawn graph: larger pictures are hard to read. */
const most = 12;

/** Widths and heights in pixels; the font is monospaced. */
const unit = { char: 7.25, line: 17, pad: 10, gap: 14, between: 56 };

interface ChartBox {
  readonly kind: 'node' | 'value' | 'constant' | 'answer';
  /** the first one is its name */
  readonly lines: readonly string[];
  readonly column: number;
  /** names of the input values, and of the output values */
  readonly takes: readonly string[];
  readonly gives: readonly string[];
}

interface PlacedBox extends ChartBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns a drawing of a model, with its files below. @param showsOutputs whether only one answer is right */
export function modelChart(id: string, reproduction: Reproduction, showsOutputs: boolean): Markup {
  const { model, inputs, outputs } = reproduction;
  const drawing = draw(decodeModel(model), new Map([...inputs, ...(showsOutputs ? outputs : [])]));
  return html`<div>${drawing && html`<div class="wide drawing" role="region" aria-label="Model of ${id}" tabindex="0">${drawing}</div>`}
${files(reproduction)}</div>`;
}

/** The greatest size of a file in a page, in bytes; larger files have to be exported. */
const maxBytes = 1 << 16;

/** Returns the model and its tensors, named as in a folder of ONNX's layout. */
function files({ model, inputs, outputs, runs, run }: Reproduction): Markup {
  const tensors = (role: string, all: Reproduction['inputs']) =>
    [...all].map(([name, tensor], i) => [`${role}_${i}.pb`, encodeTensor(tensor, name)] as const);
  const all = [['model.onnx', model] as const, ...tensors('input', inputs), ...tensors('output', outputs)];
  const small = all.filter(([, bytes]) => bytes.length <= maxBytes);
  return html`<p class="files">${small.map(
    ([name, bytes]) =>
      html`<a download="${name}" href="data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}">${name}</a> `,
  )}<span class="sub">${runs > 1 && `run ${run} of ${runs}`}</span></p>`;
}

/** Draws a graph from inputs on the left to outputs on the right; `undefined` for a large model. */
function draw(model: DecodedModel, values: ReadonlyMap<string, Tensor>): Markup | undefined {
  if (model.nodes.length === 0 || model.nodes.length > most) return undefined;
  const boxes = placed(boxesOf(model, values));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + 1;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + 1;
  const arrows = boxes.flatMap((to) =>
    unique(to.takes).flatMap((name) =>
      boxes.filter((from) => from.gives.includes(name)).map((from) => arrow(from, to)),
    ),
  );
  return html`<svg class="graph" role="img" aria-label="${describe(model)}" viewBox="-1 -1 ${width + 1} ${height + 1}" width="${width}" height="${height}">
${arrows}${boxes.map(drawn)}</svg>`;
}

function boxesOf(model: DecodedModel, values: ReadonlyMap<string, Tensor>): ChartBox[] {
  const { nodes, outputs, initializers } = model;
  const maker = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const depths = new Map<(typeof nodes)[number], number>();
  // nodes are in topological order
  for (const node of nodes) {
    const before = node.inputs.map((name) => depths.get(maker.get(name)!) ?? 0);
    depths.set(node, 1 + Math.max(0, ...before));
  }
  const last = Math.max(...depths.values()) + 1;
  const used = (name: string) => nodes.filter(({ inputs }) => inputs.includes(name));
  const columnOf = (name: string) => Math.min(...used(name).map((node) => depths.get(node)!), last) - 1;
  const source = (kind: ChartBox['kind'], info: ValueInfo, tensor: Tensor | undefined): ChartBox => ({
    kind,
    lines: [info.name, typeOf(info), ...(tensor ? valuesOf(tensor) : [])],
    column: columnOf(info.name),
    takes: [],
    gives: [info.name],
  });
  return [
    ...requiredInputs(model).map((info) => source('value', info, values.get(info.name))),
    ...initializers
      .filter(({ name }) => used(name).length > 0)
      .map(({ name, tensor }) => source('constant', { name, dtype: tensor.dtype, dims: tensor.dims }, tensor)),
    ...nodes.map((node): ChartBox => {
      const attributes = Object.entries(node.attributes).map(([name, value]) => `${name} = ${attributeText(value)}`);
      const unread = node.unread.map((name) => `${name} = …`);
      const lines = [node.opType, ...attributes, ...unread].map((line) => truncate(line, longest));
      return {
        kind: 'node',
        lines,
        column: depths.get(node)!,
        takes: node.inputs.filter(Boolean),
        gives: node.outputs,
      };
    }),
    ...outputs.map((info): ChartBox => {
      const tensor = values.get(info.name);
      const lines = [info.name, typeOf(info), ...(tensor ? valuesOf(tensor) : [])];
      return { kind: 'answer', lines, column: last, takes: [info.name], gives: [] };
    }),
  ];
}

/** Places boxes in columns from left to right, each centred vertically on the highest one. */
function placed(boxes: readonly ChartBox[]): PlacedBox[] {
  const columns = unique(boxes.map(({ column }) => column)).sort((a, b) => a - b);
  const heightOf = ({ lines }: ChartBox) => lines.length * unit.line + unit.pad;
  const total = (own: readonly ChartBox[]) => own.reduce((sum, box) => sum + heightOf(box) + unit.gap, -unit.gap);
  const inColumn = (column: number) => boxes.filter((box) => box.column === column);
  const highest = Math.max(...columns.map((column) => total(inColumn(column))));
  let x = 0;
  return columns.flatMap((column) => {
    const own = inColumn(column);
    const width = Math.max(...own.flatMap(({ lines }) => lines.map(({ length }) => length))) * unit.char + 2 * unit.pad;
    let y = (highest - total(own)) / 2;
    const all = own.map((box) => {
      const height = heightOf(box);
      const at = { ...box, x, y, width, height };
      y += height + unit.gap;
      return at;
    });
    x += width + unit.between;
    return all;
  });
}

function drawn({ kind, lines, x, y, width, height }: PlacedBox): Markup {
  const texts = lines.map(
    (line, i) =>
      html`<text class="${i === 0 ? 'name' : ''}" x="${x + unit.pad}" y="${y + unit.pad / 2 + (i + 0.75) * unit.line}">${line}</text>`,
  );
  const round = kind === 'node' ? 3 : 12;
  return html`<g class="${kind}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}"/>${texts}</g>
`;
}

function arrow(from: PlacedBox, to: PlacedBox): Markup {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  const middle = (x1 + x2) / 2;
  return html`<path class="edge" d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 7} ${y2}"/><path class="tip" d="M${x2 - 8} ${y2 - 4}L${x2} ${y2}L${x2 - 8} ${y2 + 4}Z"/>
`;
}

/** Formats a type: "int64 [2, 1]". */
function typeOf({ dtype, dims }: OpenValueInfo): string {
  if (!dtype) return 'of any type';
  if (dims?.length === 0) return `${dtype} scalar`;
  const type = dims ? `${dtype} [${dims.map((dim) => (dim === '' ? '?' : dim)).join(', ')}]` : `${dtype} of any shape`;
  return truncate(type, longest);
}

/** Returns the elements of a tensor if they fit. */
function valuesOf(tensor: Tensor): string[] {
  const elements = elementsOf(tensor);
  if (elements.length === 0 || elements.length > 8) return [];
  const text = elements.map(formatScalar).join(', ');
  return text.length <= longest ? [text] : [];
}

function attributeText(attribute: AttributeValue): string {
  if (attribute.type === 'TENSOR') return `${attribute.value.dtype} [${attribute.value.dims.join(', ')}]`;
  if (attribute.type === 'GRAPH') return `a graph of ${attribute.value.nodes.map(({ opType }) => opType).join(', ')}`;
  return attribute.type === 'GRAPHS' ? `${attribute.value.length} graphs` : JSON.stringify(attribute.value);
}

/** The greatest number of characters of a line. */
const longest = 36;

/** Returns a description of the drawing, for readers who cannot see it. */
function describe({ nodes, inputs, outputs }: DecodedModel): string {
  const list = (infos: readonly OpenValueInfo[]) => infos.map((info) => `${info.name}, ${typeOf(info)}`).join('; ');
  return `Model: ${list(inputs) || 'no input'} into ${nodes.map(({ opType }) => opType).join(', ')}, giving ${list(outputs)}`;
}
