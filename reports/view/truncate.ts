/** Returns a text of at most `maxLength` characters. A truncated text ends with "…". */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
