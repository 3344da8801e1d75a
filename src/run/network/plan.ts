import type { GraphNode } from '../../../oracles/graph/graph.ts';
import { inputNamesOf, outputNamesOf } from '../../../oracles/graph/resolve.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import type { PlannedNode } from '../../../reports/aggregate/network.ts';
import type { DecodedModel } from '../../../vectors/onnx/model.ts';
import { type Agenda, countedUnknown } from '../agenda.ts';
import { type CaseDescription, formatAttributes } from '../trial/description.ts';
import { dtypesOf } from './dtypes.ts';
import { constantsOf, type Network } from './network.ts';
import { NodeJudge, type NodeSettings, nodeClause } from './node-trial.ts';
import { nodesAhead } from './values.ts';

/** Which nodes of a network are judged, and how. */
export interface NetworkSettings extends Omit<NodeSettings, 'giveUp'> {
  /** ids of nodes, or the beginnings of their names; all if empty */
  readonly nodes: readonly string[];
}

/** A run whose trials are the nodes of a model, in its order. */
export interface NetworkPlan extends Agenda {
  readonly judge: NodeJudge;
}

/** Plans the trials of the nodes of a network. @throws BadInput if there is no node to judge */
export function networkPlan(network: Network, { nodes: wanted, ...settings }: NetworkSettings): NetworkPlan {
  const notKnown = new Map<string, number>();
  const problems: string[] = [];
  const leaveOut = (why: string) => notKnown.set(why, (notKnown.get(why) ?? 0) + 1);
  const judge = new NodeJudge(network, {
    ...settings,
    giveUp: ({ id, operator }, error) => {
      if (error instanceof NotJudged) leaveOut(`${operator}: ${error.message}`);
      else problems.push(`${id} is not valid for its inputs: ${error.message}`);
    },
  });
  const dtypes = dtypesOf(network);
  const all = network.nodes.map((node, place) => ({ node, place, ...namesOf(network.model, place) }));
  const isWanted = ({ id, name }: { id: string; name: string }) =>
    wanted.length === 0 || wanted.some((one) => one === name || id.startsWith(one));
  const chosen = all.filter(isWanted);
  if (all.length === 0) throw new BadInput(`${network.origin}: the model has no nodes, so there is nothing to judge`);
  if (chosen.length === 0) {
    throw new BadInput(
      `--node ${wanted.join(' ')}: the model has no such node; its first ones are ${all
        .slice(0, 3)
        .map(({ id }) => id)
        .join(', ')}`,
    );
  }
  const described: { place: number; about: CaseDescription }[] = [];
  for (const { node, place, id, name } of chosen) {
    if ('unknown' in node) leaveOut(node.unknown);
    else described.push({ place, about: describeNode(network, node, place, { id, name, dtypes }) });
  }
  return {
    judge,
    ahead: nodesAhead,
    network: plannedNodes(network),
    trials: described.map(({ place, about }) => judge.trial(place, about)),
    plan: described.map(({ about: { operator, version, dtype } }) => {
      return { operator, version, dtype, clause: nodeClause.id, cases: 1 };
    }),
    get notKnown() {
      return countedUnknown(notKnown);
    },
    problems,
  };
}

/** Returns the nodes of a network with the nodes that each reads from. */
function plannedNodes(network: Network): readonly PlannedNode[] {
  const { model } = network;
  const constants = constantsOf(network);
  const producers = new Map(model.nodes.flatMap((node, place) => outputNamesOf(node).map((name) => [name, place])));
  return model.nodes.map((node, place) => {
    const reads = new Set(inputNamesOf(node).flatMap((name) => producers.get(name) ?? []));
    const isConstant = outputNamesOf(node).every((name) => constants.has(name));
    return { ...namesOf(model, place), reads: [...reads], ...(isConstant && { isConstant }) };
  });
}

/** Returns the id of a node, "003-BatchNormalization", and its name in the model, or else the name of its first output. */
function namesOf({ nodes }: DecodedModel, place: number): { readonly id: string; readonly name: string } {
  const { opType, name, outputs } = nodes[place]!;
  const digits = String(nodes.length).length;
  return { id: `${String(place + 1).padStart(digits, '0')}-${opType}`, name: name || (outputs.find(Boolean) ?? '') };
}

function describeNode(
  { model }: Network,
  { operator, version, inputs, attributes }: GraphNode,
  place: number,
  { id, name, dtypes }: { readonly id: string; readonly name: string; readonly dtypes: ReadonlyMap<string, DType> },
): CaseDescription {
  const first = inputs.find((input) => input !== '') ?? model.nodes[place]!.outputs[0]!;
  return {
    id,
    operator: operator.name,
    version: version.since,
    dtype: dtypes.get(first) ?? 'float32',
    clause: nodeClause,
    opset: model.opset,
    dataClass: 'given',
    summary: [`opset ${model.opset}`, `node ${name}`, ...formatAttributes(attributes)].join(', '),
    size: 0,
  };
}
