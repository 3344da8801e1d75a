import { hasOutcome } from '../../schema/predicates.ts';
import type { Finding, NetworkNode, Report } from '../../schema.ts';
import { code, folded, joinTexts, link, paragraph, type Section, type Table, type Text, table } from '../block.ts';
import { describeNode, isWrongNode, networkBoxes, rowAnchor } from '../network-boxes.ts';
import { plural, thousands } from '../plural.ts';
import { findingAnchor } from './findings.ts';

/** The greatest number of wrong nodes in a terminal. */
const maxInTerminal = 20;

/** Returns the section on the nodes of a network: its picture, and a list. */
export function network({ network: nodes = [], findings }: Report): Section {
  const wrong = nodes.filter(isWrongNode);
  const others = nodes.filter((node) => !isWrongNode(node));
  const { boxes, anchorOf } = networkBoxes(nodes);
  const listed = (caption: string, own: readonly NetworkNode[], isPage: boolean): readonly Table[] => {
    const named = (node: NetworkNode): Text => {
      const box = isPage ? anchorOf(node) : undefined;
      return box === undefined ? code(node.id) : link(code(node.id), `#${box}`);
    };
    const found = (node: NetworkNode): readonly Text[] => (isWrongNode(node) ? [findingsOf(node, findings)] : []);
    const head = ['node', 'name', 'result', ...(own.some(isWrongNode) ? ['finding'] : [])];
    const rows = own.map((node) => [named(node), node.name, describeNode(node), ...found(node)]);
    return table(caption, head, rows, { most: maxInTerminal, anchors: own.map(rowAnchor) });
  };
  const label = `The ${plural(nodes.length, 'node')} of the network in layers, ${thousands(wrong.length)} of them wrong`;
  const ofPage = [
    ...listed('Wrong nodes', wrong, true),
    ...(others.length > 0
      ? [folded(plural(others.length, wrong.length > 0 ? 'other node' : 'node'), listed('Other nodes', others, true))]
      : []),
  ];
  const instead = wrong.length > 0 ? listed('Wrong nodes', wrong, false) : [paragraph('No judged node is wrong.')];
  return {
    id: 'network',
    title: 'Network',
    count: nodes.length,
    blocks: nodes.length > 0 ? [{ kind: 'chart', chart: { of: 'network', label, boxes, nodes: ofPage }, instead }] : [],
  };
}

/** Returns links to the findings that may contain a wrong node: those of its operator and outcome. */
function findingsOf({ id, result }: NetworkNode, findings: readonly Finding[]): Text {
  const numbered = [...findings.entries()];
  const smallest = numbered.filter(([, finding]) => finding.smallest.id === id);
  const alike = numbered.filter(
    ([, finding]) =>
      hasOutcome(finding, result?.outcome) &&
      finding.where.some(
        ({ operator, version, dtypes }) =>
          operator === result?.operator && version === result.version && dtypes.includes(result.dtype),
      ),
  );
  const own = smallest.length > 0 ? smallest : alike;
  return joinTexts(
    own.map(([i, finding]) => link(`${i + 1}`, `#${findingAnchor(finding)}`)),
    ' or ',
  );
}
