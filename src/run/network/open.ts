import { findOperator } from '../../../oracles/operators.ts';
import type { WrittenNode } from '../../../oracles/spec/declaration.ts';
import { inlined } from '../../../vectors/onnx/inline.ts';
import { openWorkers } from '../../backends/pool.ts';
import type { Launching } from '../suite-run.ts';
import type { Ask } from '../trial/trial.ts';
import { type Network, networkOf } from './network.ts';
import { NodeJudge } from './node-trial.ts';
import type { NetworkSettings } from './plan.ts';

/** The greatest depth of nested graphs to open. */
const maxRounds = 20;

/** Returns the operator's function that chooses a graph by the node's first input, if there is one. */
const graphFor = ({ opType, domain }: WrittenNode) => findOperator(opType, domain)?.graphFor;

/**
 * Returns the network with each node that chooses a graph replaced by the nodes of that graph, so that these are judged.
 * Values from the backend decide which graph. A node whose value is not known stays, and so do nodes in other graphs.
 * @throws BackendUnavailable if the backend that gives these values does not start
 */
export async function openNetwork(
  network: Network,
  { command, options }: Pick<Launching, 'command' | 'options'>,
  settings: Omit<NetworkSettings, 'nodes'>,
): Promise<Network> {
  if (!network.model.nodes.some(graphFor)) return network;
  const backend = await openWorkers(command, 1, options);
  try {
    return await opened(network, settings, (request) => backend.run(request));
  } finally {
    await backend.close();
  }
}

async function opened(closed: Network, settings: Omit<NetworkSettings, 'nodes'>, ask: Ask): Promise<Network> {
  let network = closed;
  for (let round = 0; round < maxRounds; round++) {
    const judge = new NodeJudge(network, { ...settings, giveUp: () => {} });
    const chosen = new Map<string, string>();
    for (const [place, node] of network.model.nodes.entries()) {
      const choose = graphFor(node);
      const value = choose && (await judge.read(place, node.inputs[0] ?? '', ask));
      if (value) chosen.set(node.outputs[0]!, choose(value));
    }
    const bytes = inlined(network.bytes, chosen, network.origin);
    if (bytes === network.bytes) return network;
    const { inputs } = network;
    network = { ...networkOf(bytes, network.origin, () => inputs), written: closed.written };
  }
  return network;
}
