/** Which vectors a subcommand is about, as yargs parses it. */
export interface VectorsSelection {
  readonly release: string | undefined;
  readonly opset: number | undefined;
}

/** The options that select the same vectors again, with a blank before them. */
export function selectionText({ release, opset }: VectorsSelection): string {
  if (opset !== undefined) return ` --opset ${opset}`;
  return release === undefined || release === 'all' ? '' : ` --release ${release}`;
}
