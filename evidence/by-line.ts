/**
 * Formats an object as JSON with one field per line, and with one entry per line for long fields, for readable diffs.
 * @param line formats a value in one line
 */
export function fieldsByLine(value: object, line: (value: unknown) => string = JSON.stringify): string {
  const entries = (long: object): string => {
    const rows = Array.isArray(long)
      ? long.map(line)
      : Object.entries(long).map(([key, each]) => `${JSON.stringify(key)}: ${line(each)}`);
    return Array.isArray(long) ? `[\n${rows.join(',\n')}\n]` : `{\n${rows.join(',\n')}\n}`;
  };
  return Object.entries(value)
    .map(([key, each]) => {
      const isLong = typeof each === 'object' && JSON.stringify(each).length > 400;
      return `${JSON.stringify(key)}: ${isLong ? entries(each) : line(each)}`;
    })
    .join(',\n');
}
