/**
 * The fields of an object as JSON, each on a line; of those that are long each entry has one, so that what changes shows.
 * @param line how a value on one line is written
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
