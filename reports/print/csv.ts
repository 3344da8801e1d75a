import { outcomes, type Report } from '../schema.ts';

/** Returns the coverage as CSV (RFC 4180): operator version × dtype × clause, with numbers of planned cases and outcomes. */
export function renderCsv({ cells }: Report): string {
  const head = ['operator', 'version', 'dtype', 'clause', 'level', 'cases', ...outcomes];
  const rows = cells.map(({ operator, version, dtype, clause, level, cases, counts }) => {
    return [operator, version, dtype, clause, level, cases, ...outcomes.map((outcome) => counts[outcome])];
  });
  return [head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
