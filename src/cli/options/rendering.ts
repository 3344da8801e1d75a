import { choice, flag } from '../../options/option.ts';

/** The formats of every comparison. */
export const printed = ['text', 'markdown', 'json'] as const;
export type PrintedFormat = (typeof printed)[number];

/** The arguments for printing a comparison. */
export interface RenderingArguments<F = PrintedFormat> {
  readonly format: F;
  readonly full: boolean;
}

/** Returns the options of commands that compare runs. @param more what `--full` adds, for its help */
export const renderingOptions = <const Format extends string>(formats: readonly ('text' | Format)[], more: string) => ({
  format: choice(formats, 'text', 'how it is printed'),
  full: flag(`as text, also ${more}`),
});
