import { breaksNoClause } from '../schema/predicates.ts';
import type { Finding, Report } from '../schema.ts';

/** The folder, within that of a report, for wrong nodes. */
export const nodesFolder = 'nodes';

/** The explanation of nodes that are right as separate models. */
export const amongNeighbours = {
  id: 'neighbours',
  text: 'wrong only among its neighbours: as a separate model, the node is right',
};

/**
 * Returns the folder, within that of the report, of the node that shows a finding, as a model with its inputs. `undefined` if the
 * node is no finding by itself, or no command checked the network.
 */
export function nodeFolderOf(
  { options, launch }: Pick<Report, 'options' | 'launch'>,
  finding: Finding,
): string | undefined {
  const { smallest, explanation } = finding;
  const isWritten = options.nodes && !options.nodes.isGiven && launch && !launch.inProcess;
  if (!isWritten || breaksNoClause(finding) || explanation?.id === amongNeighbours.id) return undefined;
  return `${nodesFolder}/${smallest.id}`;
}
