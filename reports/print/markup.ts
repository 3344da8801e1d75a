/** HTML that may stand in a page as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What a template takes: text, which is escaped, markup, lists of these, and nothing. */
export type MarkupPart = string | number | Markup | false | undefined | readonly MarkupPart[];

/** Markup from a template. Whatever is put in is escaped, unless it is markup itself; attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(written)));
}

function written(part: MarkupPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return escaped(`${part}`);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML; characters that HTML does not have, or that turn the direction of what follows, are shown as a box. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char]!).replace(unseen, '\ufffd');
}

const unseen = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;
