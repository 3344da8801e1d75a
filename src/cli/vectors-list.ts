import { plural } from '../../reports/plural.ts';
import { selectOfficial } from '../../vectors/recipes/selection.ts';
import type { VectorsListArguments } from './vectors.ts';

/** The command `vectors list`. */
export function listVectors(args: VectorsListArguments): void {
  const placed = selectOfficial(args);
  process.stdout.write(`${plural(placed.length, 'vector')}\n`);
}
