import { groupBy } from '../../../reports/aggregate/grouping.ts';
import { plural } from '../../../reports/view/plural.ts';
import { sha256 } from '../../../vectors/export/sha256.ts';
import { filesOfVector } from '../../../vectors/export/write.ts';
import { inexactElements } from '../../../vectors/official/exact-output.ts';
import type { OfficialVector } from '../../../vectors/official/official.ts';
import { releases, spanText } from '../../../vectors/official/releases.ts';
import { type PlacedVector, selectOfficial } from '../../../vectors/official/selection.ts';
import type { VectorsSelection } from '../options/vectors-selection.ts';

/** The options of `vectors list`. */
export interface VectorsListArguments extends VectorsSelection {
  readonly by: 'version' | 'release' | 'opset';
  readonly each: boolean;
  readonly json: boolean;
}

/**
 * The command `vectors list`: prints a table of operator versions, releases or opsets, every vector, or everything as JSON.
 * @throws BadInput for an empty selection
 */
export function listVectors(args: VectorsListArguments): void {
  const placed = selectOfficial(args);
  const lines = args.json
    ? [JSON.stringify(placed.map(facts), undefined, 2)]
    : [...(args.each ? eachOf(placed) : table(placed, args.by)), '', total(placed)];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The keys of the lines of each table, with the vectors of each line. */
const groupings: Readonly<
  Record<VectorsListArguments['by'], (vectors: readonly OfficialVector[]) => (readonly [string, OfficialVector[]])[]>
> = {
  version: (vectors) => [...groupBy(vectors, nameOf)].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })),
  opset: (vectors) =>
    [...groupBy(vectors, ({ opset }) => opset)]
      .sort(([a], [b]) => a - b)
      .map(([opset, own]) => [`opset ${opset}`, own]),
  // a vector counts in every release that publishes it
  release: (vectors) =>
    releases
      .map((release) => [release, vectors.filter((vector) => vector.releases.includes(release))] as const)
      .filter(([, own]) => own.length > 0),
};

function table(placed: readonly PlacedVector<OfficialVector>[], by: VectorsListArguments['by']): string[] {
  const rows = groupings[by](placed.map(({ vector }) => vector)).map(([name, own]) => {
    const opsets = [...new Set(own.map(({ opset }) => opset))].sort((a, b) => a - b).join(' ');
    const published = releases.filter((release) => own.some((vector) => vector.releases.includes(release)));
    const about = { version: spanText(published), opset: spanText(published), release: '' }[by];
    return [
      name,
      by === 'opset' ? '' : opsets,
      about,
      String(own.length),
      String(own.filter((v) => v.expanded).length),
    ];
  });
  const head = [
    { version: 'operator', opset: 'opset', release: 'release' }[by],
    'opsets',
    'releases',
    'vectors',
    'expanded',
  ];
  const columns = head.map((_, i) => i).filter((i) => rows.some((row) => row[i] !== ''));
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]) =>
    columns.map((i) => (i < 3 ? row[i]!.padEnd(widths[i]!) : row[i]!.padStart(widths[i]!))).join('  ');
  return [head, ...rows].map(line);
}

function eachOf(placed: readonly PlacedVector<OfficialVector>[]): string[] {
  return placed.map(
    ({ folder, vector }) => `${folder}  ${nameOf(vector)}, opset ${vector.opset}, ${spanText(vector.releases)}`,
  );
}

function total(placed: readonly PlacedVector<OfficialVector>[]): string {
  const files = placed.reduce((sum, { vector }) => sum + filesOfVector(vector.files).length, 0);
  const inexact = placed.filter(({ vector }) => inexactElements(vector) > 0).length;
  return `${plural(placed.length, 'vector')}, ${plural(files, 'file')}; outputs of ${inexact} are not the true values rounded once`;
}

function facts({ folder, vector }: PlacedVector<OfficialVector>) {
  const { operator, version, opset, expanded, releases: published } = vector;
  const files = filesOfVector(vector.files).map(({ path, bytes }) => [path, sha256(bytes)]);
  return {
    folder,
    operator,
    version,
    opset,
    expanded,
    releases: published,
    inexactElements: inexactElements(vector),
    sha256: Object.fromEntries(files),
  };
}

const nameOf = ({ operator, version }: OfficialVector): string => `${operator}-${version}`;
