import type { Reproduction } from '../reproduction.ts';
import type { Accuracy, MatrixCell, OutcomeCounts } from '../schema.ts';

/** What a report says, before a printer gives it a form: a terminal's, Markdown's or HTML's. */

/** Text in which a printer may set parts off. */
export type Text = string | Span | readonly Text[];

/** A part of a text that is set off. */
export type Span =
  | { readonly as: Style; readonly text: Text }
  /** `to`: an address, or `#` and an anchor of the page */
  | { readonly as: 'link'; readonly text: Text; readonly to: string }
  /** one text on each line, or one after the other; a terminal shows the first `most` */
  | { readonly as: 'lines'; readonly texts: readonly Text[]; readonly most?: number }
  /** a share of cases, which a page can draw */
  | { readonly as: 'share'; readonly text: Text; readonly counts: OutcomeCounts }
  /** in a table: equal numbers in a row have the same background; 0 is plain */
  | { readonly as: 'tone'; readonly text: Text; readonly tone: number };

type Style = 'code' | 'strong' | 'quiet' | 'good' | 'bad' | 'warning';

const styled = (as: Style) => (text: Text) => ({ as, text }) as const;
export const code = styled('code');
export const strong = styled('strong');
export const quiet = styled('quiet');
export const good = styled('good');
export const bad = styled('bad');
export const warning = styled('warning');

export const link = (text: Text, to: string): Span => ({ as: 'link', text, to });
export const lines = (texts: readonly Text[], most?: number): Span => ({
  as: 'lines',
  texts,
  ...(most !== undefined && { most }),
});

/** "a, b, c" of texts that may be set off. */
export const joined = (texts: readonly Text[], by = ', '): Text =>
  texts.flatMap((text, i) => (i === 0 ? [text] : [by, text]));

/** A label with what it says. */
export type Fact = readonly [label: Text, text: Text];

/** A part of a page. */
export type Block =
  | { readonly kind: 'heading'; readonly text: Text; readonly anchor?: string }
  | { readonly kind: 'paragraph'; readonly text: Text }
  /** a sentence of the specification; absent source: not known */
  | { readonly kind: 'quote'; readonly text: Text; readonly source?: Text }
  | { readonly kind: 'list'; readonly items: readonly Text[]; readonly most?: number }
  /** `caption`: set off from what is around it */
  | { readonly kind: 'facts'; readonly rows: readonly Fact[]; readonly caption?: Text }
  | Table
  /** commands, which a printer never breaks; of another language a program */
  | { readonly kind: 'code'; readonly lines: readonly string[]; readonly language?: string }
  /** what only some readers want to see */
  | {
      readonly kind: 'folded';
      readonly summary: Text;
      readonly blocks: readonly Block[];
      readonly open?: boolean;
      readonly anchor?: string;
    }
  /** things that are listed one by one */
  | { readonly kind: 'entries'; readonly items: readonly ListEntry[]; readonly most?: number }
  /** `raised`: what belongs together; `row`: side by side where there is room */
  | { readonly kind: 'box'; readonly look: 'raised' | 'row'; readonly blocks: readonly Block[] }
  /** texts, made when they are printed, that a page has buttons to copy; other formats leave them out */
  | { readonly kind: 'copies'; readonly texts: () => readonly (readonly [label: string, content: string])[] }
  /** a picture, and what is printed where none can be drawn */
  | { readonly kind: 'chart'; readonly chart: Chart; readonly instead: readonly Block[] }
  /** the same for a page of any width, and for 80 columns */
  | { readonly kind: 'either'; readonly wide: readonly Block[]; readonly narrow: readonly Block[] }
  | {
      readonly kind: 'verdict';
      readonly mood: 'good' | 'bad' | 'warning' | 'open';
      /** in capitals */
      readonly headline: string;
      readonly text: string;
    };

/** Rows under a head; the first cell of a row is its head. */
export interface Table {
  readonly kind: 'table';
  /** for readers who do not see the table */
  readonly caption: string;
  readonly head: readonly Text[];
  readonly rows: readonly (readonly Text[])[];
  /** cells hold sentences: a terminal prints one below the other */
  readonly isProse?: boolean;
  /** columns after the first are of one kind, and as wide as each other */
  readonly isEven?: boolean;
  /** rows that a terminal shows */
  readonly most?: number;
}

/** One of several things, with a title. */
export interface ListEntry {
  readonly title: Text;
  /** behind the title */
  readonly remark?: Text;
  readonly anchor?: string;
  readonly number?: number;
  /** how many cases it is about: "1 case", "3 of 12 cases" */
  readonly extent?: string;
  readonly isOpen?: boolean;
  /** false: not known to be wrong */
  readonly isWrong?: boolean;
  readonly blocks: readonly Block[];
}

/** What a page with pictures draws. */
export type Chart =
  /** a figure with a label above and a remark below */
  | { readonly of: 'figures'; readonly rows: readonly (readonly [label: string, figure: string, remark: string])[] }
  | { readonly of: 'counts'; readonly counts: OutcomeCounts }
  /** worst errors as a share of the bound */
  | { readonly of: 'errors'; readonly entries: readonly Accuracy[] }
  /** a model, with its files; `reproduce` takes as long as to draw the case anew */
  | {
      readonly of: 'model';
      readonly id: string;
      readonly reproduce: () => Reproduction | undefined;
      readonly showsOutputs: boolean;
    }
  /** operators over opsets; `tables`: what an operator opens to */
  | { readonly of: 'operators'; readonly matrix: readonly MatrixCell[]; readonly tables: ReadonlyMap<string, Table> };

/** A part of a page that its table of contents names. */
export interface Section {
  /** its anchor */
  readonly id: string;
  readonly title: string;
  readonly remark?: Text;
  /** how much there is of it */
  readonly count?: number | undefined;
  readonly blocks: readonly Block[];
}

/** All of a report, a comparison or a difference. */
export interface Page {
  readonly title: string;
  /** what to know if nothing else is read */
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
  /** a table of contents also where the page is a text */
  readonly hasContents?: boolean;
  /** what made it */
  readonly foot: string;
}

export const paragraph = (text: Text): Block => ({ kind: 'paragraph', text });
export const facts = (rows: readonly Fact[], caption?: Text): Block => ({
  kind: 'facts',
  rows,
  ...(caption !== undefined && { caption }),
});
export const folded = (
  summary: Text,
  blocks: readonly Block[],
  more: { open?: boolean; anchor?: string } = {},
): Block => ({
  kind: 'folded',
  summary,
  blocks,
  ...more,
});
export const commands = (lines: readonly string[]): Block => ({ kind: 'code', lines });

/** A table, or nothing where it has no rows. */
export function table(
  caption: string,
  head: readonly Text[],
  rows: Table['rows'],
  more: Pick<Table, 'isProse' | 'isEven' | 'most'> = {},
): readonly Table[] {
  return rows.length > 0 ? [{ kind: 'table', caption, head, rows, ...more }] : [];
}

/** What is there, without what is not. */
export const some = <T>(all: readonly (T | false | undefined)[]): readonly T[] =>
  all.filter((one) => one !== false && one !== undefined) as readonly T[];

/** The letters of a text. */
export function plain(text: Text): string {
  if (typeof text === 'string') return text;
  if (!('as' in text)) return text.map(plain).join('');
  return text.as === 'lines' ? text.texts.map(plain).join('; ') : plain(text.text);
}
