/** Safe HTML, which is not escaped again. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A part of a template: text, which is escaped, markup, a list of these, or nothing. */
export type MarkupPart = string | number | Markup | false | undefined | readonly MarkupPart[];

/** Returns markup from a template. Inserted parts are escaped, unless they are markup; attributes must be quoted. */
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

/** Escapes text for HTML. Characters that are invalid in HTML, or change the direction of text, are shown as a box. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char]!).replace(unseen, '\ufffd');
}

const unseen = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;
