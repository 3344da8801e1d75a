import type { Colors } from 'picocolors/types.js';
import { errorsLegend } from '../words/errors.ts';
import { hangingIndent } from './layout.ts';

/** What the sections of a terminal report share. */
export interface Page {
  readonly columns: number;
  readonly colors: Colors;
}

/** A section's title, with a remark in a fainter hand. */
export function title(text: string, remark: string, { columns, colors }: Page): string[] {
  const [first, ...rest] = hangingIndent(`${text}  `, remark, columns);
  if (remark === '') return [colors.bold(text)];
  return [colors.bold(text) + colors.dim(first!.slice(text.length)), ...rest.map((line) => colors.dim(line))];
}

/** A title of a table of errors, with what its figures are. */
export function errorTitle(text: string, page: Page): string[] {
  return [...title(text, '', page), ...hangingIndent('  ', errorsLegend, page.columns).map(page.colors.dim)];
}
