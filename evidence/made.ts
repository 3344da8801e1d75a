/**
 * Returns a text with another part between `<!-- made: NAME -->` and `<!-- end -->`.
 * @param make returns the new part from the old one
 * @throws Error unless the text has one such part
 */
export function withMade(text: string, name: string, make: (old: string) => string): string {
  const part = new RegExp(`(?<=<!-- made: ${name} -->)[\\s\\S]*?(?=<!-- end -->)`, 'g');
  const parts = text.match(part) ?? [];
  if (parts.length !== 1) throw new Error(`${parts.length} parts '<!-- made: ${name} -->' in a text, instead of 1`);
  return text.replace(part, make);
}
