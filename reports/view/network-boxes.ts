import { isBroken } from '../schema/counts.ts';
import type { NetworkNode } from '../schema.ts';
import type { NetworkBox } from './block.ts';
import { quotient } from './phrases.ts';
import { plural } from './plural.ts';

/** The greatest number of nodes with a box of their own. */
const maxSingle = 120;
/** The approximate number of boxes for all other nodes. */
const maxRuns = 60;

export const rowAnchor = ({ id }: NetworkNode): string => `node-${id}`;
const boxAnchor = ({ id }: NetworkNode): string => `box-${id}`;

export const isWrongNode = ({ result }: NetworkNode): boolean => result !== undefined && isBroken(result.outcome);
const isJudged = ({ result }: NetworkNode): boolean => result !== undefined && result.outcome !== 'unsupported';

/** Describes what was found at a node: "wrong shape", "0.31 of the bound". */
export function describeNode({ result }: NetworkNode): string {
  if (!result) return 'not judged';
  const { outcome, problem, ulps, errorOverBound = 0 } = result;
  switch (outcome) {
    case 'unsupported':
      return 'not supported';
    case 'fail':
      return problem === 'value' && ulps !== undefined ? `${quotient(ulps)} ulps off` : `wrong ${problem}`;
    case 'error':
      return 'refused';
    case 'pass':
      return errorOverBound > 0 ? `${quotient(errorOverBound)} of the bound` : 'exact';
    default:
      return outcome;
  }
}

/**
 * Returns the boxes of the picture of a network, and the anchor of the box of each drawn node. Nodes that are right and
 * depend on no input have none. In a large network only wrong nodes and those around them have boxes of their own.
 */
export function networkBoxes(nodes: readonly NetworkNode[]): {
  readonly boxes: readonly NetworkBox[];
  readonly anchorOf: (node: NetworkNode) => string | undefined;
} {
  const drawn = nodes.filter((node) => !node.isConstant || !isJudged(node) || isWrongNode(node));
  const groups = grouped(nodes, drawn);
  const boxOf = new Map(groups.flatMap((group, box) => group.map((node) => [node, box] as const)));
  const edges = groups.flatMap((group, to) => {
    const reads = group.flatMap((node) => node.reads.flatMap((i) => boxOf.get(nodes[i]!) ?? []));
    return [...new Set(reads)].filter((from) => from !== to).map((from) => ({ from, to }));
  });
  const lines = new Set(shortest(edges));
  const boxes = groups.map((group, box): NetworkBox => {
    const own = edges.filter(({ to }) => to === box);
    const far = own.filter((edge) => !lines.has(edge)).map(({ from }) => describeGroup(groups[from]!).lines[0]);
    const { description, ...rest } = describeGroup(group);
    return {
      ...rest,
      description: far.length > 0 ? `${description}; also reads from ${far.join(', ')}` : description,
      reads: own.filter((edge) => lines.has(edge)).map(({ from }) => from),
      isFar: far.length > 0,
    };
  });
  return {
    boxes,
    anchorOf: (node) => {
      const box = boxOf.get(node);
      return box === undefined ? undefined : boxes[box]!.anchor;
    },
  };
}

/** The greatest length of all drawn lines, in boxes: more makes the picture wide, and its layout slow. */
const maxLength = 2000;

/** Returns the edges to draw, the shortest first. */
function shortest<E extends { readonly from: number; readonly to: number }>(edges: readonly E[]): readonly E[] {
  const length = ({ from, to }: E) => Math.abs(to - from);
  let total = 0;
  return edges
    .toSorted((a, b) => length(a) - length(b))
    .filter((edge) => {
      total += length(edge);
      return total <= maxLength;
    });
}

/** Groups the drawn nodes: each alone, or in a large network consecutive ones that are far from wrong ones. */
function grouped(
  nodes: readonly NetworkNode[],
  drawn: readonly NetworkNode[],
): readonly (readonly [NetworkNode, ...NetworkNode[]])[] {
  const alone = drawn.length <= maxSingle ? new Set(drawn) : aroundWrong(nodes, drawn);
  const longest = Math.ceil(drawn.length / maxRuns);
  const groups: [NetworkNode, ...NetworkNode[]][] = [];
  let run: NetworkNode[] | undefined;
  for (const node of drawn) {
    if (run && run.length < longest && !alone.has(node)) {
      run.push(node);
      continue;
    }
    const group: [NetworkNode, ...NetworkNode[]] = [node];
    groups.push(group);
    run = alone.has(node) ? undefined : group;
  }
  return groups;
}

/** Returns the first wrong nodes, and as many of their neighbours as may have a box of their own. */
function aroundWrong(nodes: readonly NetworkNode[], drawn: readonly NetworkNode[]): ReadonlySet<NetworkNode> {
  const wrong = new Set(drawn.filter(isWrongNode).slice(0, maxSingle));
  const around = new Set(wrong);
  for (const node of drawn) {
    const read = node.reads.map((i) => nodes[i]!);
    const near = wrong.has(node) ? read : read.some((one) => wrong.has(one)) ? [node] : [];
    for (const one of near) if (around.size < maxSingle) around.add(one);
  }
  return around;
}

function describeGroup(group: readonly [NetworkNode, ...NetworkNode[]]): Omit<NetworkBox, 'reads' | 'isFar'> {
  const wrong = group.filter(isWrongNode);
  const open = group.filter((node) => !isJudged(node));
  const errors = group.flatMap(({ result }) => result?.errorOverBound ?? []);
  const error = Math.max(0, ...errors);
  const look = wrong.length > 0 ? 'bad' : open.length === group.length ? 'none' : error > 0 ? 'pass' : 'exact';
  const [first] = group;
  const shared = {
    anchor: boxAnchor(first),
    to: rowAnchor(wrong[0] ?? first),
    look,
    ...(look === 'pass' && { error }),
  } as const;
  const mark = look === 'bad' ? '✗ ' : '';
  const last = group.at(-1)!;
  if (first === last) {
    const [number, operator] = first.id.split('-', 2);
    const verdict = look === 'bad' ? ', wrong' : look === 'none' ? '' : ', right';
    return {
      ...shared,
      lines: [`${number} ${operator}`, mark + describeNode(first)],
      description: `${number} ${operator}: ${describeNode(first)}${verdict}; ${first.name}`,
    };
  }
  const right = group.length - wrong.length - open.length;
  const counts = [
    wrong.length > 0 && `${wrong.length} wrong`,
    right > 0 && `${right} right`,
    open.length > 0 && `${open.length} not judged`,
  ].filter((one) => one !== false);
  const upTo = look === 'pass' ? `, up to ${quotient(error)}` : '';
  const ofBound = look === 'pass' ? ' of the bound' : '';
  const range = `${first.id.split('-')[0]}–${last.id.split('-')[0]}`;
  return {
    ...shared,
    lines: [range, mark + counts.join(', ') + upTo],
    description: `${range}: ${counts.join(', ')}${upTo}${ofBound}; ${plural(group.length, 'node')} from ${first.id} to ${last.id}`,
  };
}
