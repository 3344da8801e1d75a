/** The selection of vectors of a subcommand, as yargs parses it. */
export interface VectorsSelection {
  readonly release: string | undefined;
  readonly opset: number | undefined;
}

/** Returns the options that select the same vectors again, preceded by a space. */
export function selectionText({ release, opset }: VectorsSelection): string {
  if (opset !== undefined) return ` --opset ${opset}`;
  return release === undefined || release === 'all' ? '' : ` --release ${release}`;
}
