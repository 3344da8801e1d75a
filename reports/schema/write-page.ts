import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from './tables.ts';

/** `npm run schema`, in the repository: makes the tables of docs/report-schema.md anew. */
const page = 'docs/report-schema.md';
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
