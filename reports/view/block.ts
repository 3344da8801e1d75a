import type { Reproduction } from '../reproduction.ts';
import type { Accuracy, MatrixCell, OutcomeCounts } from '../schema.ts';

/** The contents of a report, independent of the printer: terminal, Markdown or HTML. */

/** Text with parts that a printer may highlight. */
export type Text = string | Span | readonly Text[];

/** A highlighted part of a text. */
export type Span =
  | { readonly as: Style; readonly text: Text }
  /** `to`: an address, or `#` and an anchor of the page */
  | { readonly as: 'link'; readonly text: Text; readonly to: string }
  /** texts on separate lines, or one after the other; a terminal shows the first `most` */
  | { readonly as: 'lines'; readonly texts: readonly Text[]; readonly most?: number }
  /** a share of cases, which a page may draw */
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

/** Joins texts: "a, b, c". */
export const joinTexts = (texts: readonly Text[], by = ', '): Text =>
  texts.flatMap((text, i) => (i === 0 ? [text] : [by, text]));

/** A label with its text. */
export type Fact = readonly [label: Text, text: Text];

/** A part of a page. */
export type Block =
  | { readonly kind: 'heading'; readonly text: Text; readonly anchor?: string }
  | { readonly kind: 'paragraph'; readonly text: Text }
  /** a sentence of the specification; absent source: not known */
  | { readonly kind: 'quote'; readonly text: Text; readonly source?: Text }
  | { readonly kind: 'list'; readonly items: readonly Text[]; readonly most?: number }
  /** `caption`: shown apart from the blocks around it */
  | { readonly kind: 'facts'; readonly rows: readonly Fact[]; readonly caption?: Text }
  | Table
  /** commands, or with a `language` a program, whose lines a printer never breaks */
  | { readonly kind: 'code'; readonly lines: readonly string[]; readonly language?: string }
  /** blocks that only some readers want to see */
  | {
      readonly kind: 'folded';
      readonly summary: Text;
      readonly blocks: readonly Block[];
      readonly open?: boolean;
      readonly anchor?: string;
    }
  /** a list of entries */
  | { readonly kind: 'entries'; readonly items: readonly ListEntry[]; readonly most?: number }
  /** `raised`: blocks that belong together; `row`: side by side where there is room */
  | { readonly kind: 'box'; readonly look: 'raised' | 'row'; readonly blocks: readonly Block[] }
  /** texts, created when printed, with buttons to copy them in a page; other formats leave them out */
  | { readonly kind: 'copies'; readonly texts: () => readonly (readonly [label: string, content: string])[] }
  /** a picture, and the blocks to print where none can be drawn */
  | { readonly kind: 'chart'; readonly chart: Chart; readonly instead: readonly Block[] }
  /** two forms of the same: for a page of any width, and for 80 columns */
  | { readonly kind: 'either'; readonly wide: readonly Block[]; readonly narrow: readonly Block[] }
  | {
      readonly kind: 'verdict';
      readonly mood: 'good' | 'bad' | 'warning' | 'open';
      /** the verdict in capitals */
      readonly headline: string;
      readonly text: string;
    };

/** A table with column heads; the first cell of a row is its head. */
export interface Table {
  readonly kind: 'table';
  /** a description for readers who cannot see the table */
  readonly caption: string;
  readonly head: readonly Text[];
  readonly rows: readonly (readonly Text[])[];
  /** whether cells hold sentences, which a terminal prints one below the other */
  readonly isProse?: boolean;
  /** whether the columns after the first are of one kind and equally wide */
  readonly isEven?: boolean;
  /** the greatest number of rows in a terminal */
  readonly most?: number;
  /** the anchors of its rows, in a page */
  readonly anchors?: readonly string[];
}

/** An entry of a list. */
export interface ListEntry {
  readonly title: Text;
  /** a remark after the title */
  readonly remark?: Text;
  readonly anchor?: string;
  readonly number?: number;
  /** the number of its cases: "1 case", "3 of 12 cases" */
  readonly extent?: string;
  readonly isOpen?: boolean;
  /** false if it is not known to be wrong */
  readonly isWrong?: boolean;
  readonly blocks: readonly Block[];
}

/** A picture of a page. */
export type Chart =
  /** a figure with a label above and a remark below */
  | { readonly of: 'figures'; readonly rows: readonly (readonly [label: string, figure: string, remark: string])[] }
  | { readonly of: 'counts'; readonly counts: OutcomeCounts }
  /** the worst errors relative to their bounds */
  | { readonly of: 'errors'; readonly entries: readonly Accuracy[] }
  /** a model with its files; `reproduce` takes as long as drawing the case again */
  | {
      readonly of: 'model';
      readonly id: string;
      readonly reproduce: () => Reproduction | undefined;
      readonly showsOutputs: boolean;
    }
  /** operators over opsets; `tables`: the table that an operator opens */
  | { readonly of: 'operators'; readonly matrix: readonly MatrixCell[]; readonly tables: ReadonlyMap<string, Table> }
  /** nodes in layers; `nodes`: the lists to which the boxes lead */
  | {
      readonly of: 'network';
      readonly label: string;
      readonly boxes: readonly NetworkBox[];
      readonly nodes: readonly Block[];
    };

/** A box in the picture of a network: a node, or several consecutive ones. */
export interface NetworkBox {
  readonly anchor: string;
  /** the anchor to which it leads */
  readonly to: string;
  readonly look: 'bad' | 'pass' | 'exact' | 'none';
  /** two short lines in the box */
  readonly lines: readonly [string, string];
  /** everything about it in words, beginning with these lines but for marks */
  readonly description: string;
  /** the error over its bound, to be drawn as a bar; absent if there is none */
  readonly error?: number | undefined;
  /** the boxes that it reads from, by index */
  readonly reads: readonly number[];
  /** whether it also reads from boxes so far away that no line is drawn; the description names them */
  readonly isFar: boolean;
}

/** A part of a page that its table of contents names. */
export interface Section {
  /** the anchor */
  readonly id: string;
  readonly title: string;
  readonly remark?: Text;
  /** the number of its items */
  readonly count?: number | undefined;
  readonly blocks: readonly Block[];
}

/** A whole report, comparison or difference. */
export interface Page {
  readonly title: string;
  /** the most important facts */
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
  /** whether a page printed as text also has a table of contents */
  readonly hasContents?: boolean;
  /** the program that created it */
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

/** Returns a table as a block; no block if there are no rows. */
export function table(
  caption: string,
  head: readonly Text[],
  rows: Table['rows'],
  more: Pick<Table, 'isProse' | 'isEven' | 'most' | 'anchors'> = {},
): readonly Table[] {
  return rows.length > 0 ? [{ kind: 'table', caption, head, rows, ...more }] : [];
}

/** Returns the values without `false` and `undefined`. */
export const compact = <T>(all: readonly (T | false | undefined)[]): readonly T[] =>
  all.filter((one) => one !== false && one !== undefined) as readonly T[];

/** Returns a text without highlighting. */
export function plain(text: Text): string {
  if (typeof text === 'string') return text;
  if (!('as' in text)) return text.map(plain).join('');
  return text.as === 'lines' ? text.texts.map(plain).join('; ') : plain(text.text);
}
