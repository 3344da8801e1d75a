import { bodiesIn } from '../../oracles/graph/resolve.ts';
import type { WrittenNode } from '../../oracles/spec/declaration.ts';
import type { Proposal, ProposedInput } from './proposal.ts';

/** The parts of a proposal that describe its node. */
export type ProposedNode = Pick<Proposal, 'attributes' | 'inputs' | 'outputs'>;

/** A node with the graph around it, if there is one. */
export type SurroundedNode = ProposedNode & Pick<Proposal, 'graph'>;

const runsGraphs = ({ attributes }: WrittenNode): boolean => bodiesIn(attributes).length > 0;

const omitted: ProposedInput = { form: 'omitted', value: undefined };
/** the output of another node */
const computed: ProposedInput = { form: 'input', value: undefined };

/** The node under test: the node of the proposal's graph that runs graphs, or the proposal itself if there is none. */
export function nodeIn({ graph, ...own }: SurroundedNode): ProposedNode {
  const node = graph?.nodes.find(runsGraphs);
  if (!graph || !node) return own;
  const inputs = node.inputs.map((name) => {
    const place = graph.inputs.indexOf(name);
    return name === '' ? omitted : (own.inputs[place] ?? computed);
  });
  return { attributes: node.attributes, inputs, outputs: node.outputs.length };
}

/** Returns the proposal with the node under test changed; inputs that it had keep their names. */
export function withNodeIn<P extends SurroundedNode>(proposal: P, change: (node: ProposedNode) => ProposedNode): P {
  const { graph } = proposal;
  const at = graph?.nodes.findIndex(runsGraphs) ?? -1;
  if (!graph || at < 0) return { ...proposal, ...change(proposal) };
  const node = graph.nodes[at]!;
  const before = nodeIn(proposal);
  const after = change(before);
  const [names, given] = [[...graph.inputs], [...proposal.inputs]];
  const inputs = after.inputs.map((input, i) => {
    const known = before.inputs.indexOf(input);
    if (input.form === 'omitted') return '';
    if (known >= 0 && input !== omitted && input !== computed) return node.inputs[known]!;
    if (input === before.inputs[i]) return node.inputs[i]!;
    names.push(`changed_${i}`);
    given.push(input);
    return `changed_${i}`;
  });
  const nodes = graph.nodes.with(at, { ...node, attributes: after.attributes, inputs });
  return { ...proposal, inputs: given, graph: { ...graph, nodes, inputs: names } };
}
