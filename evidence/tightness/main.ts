/**
 * `npm run evidence -- tightness`: measures how much of the bounds correct kernels use, and writes docs/tightness.md. `npm run evidence
 * -- tightness Conv` only prints the lines of these operators.
 */
import { writeFileSync } from 'node:fs';
import { operators } from '../../oracles/operators.ts';
import { summing } from '../kernels/sum-variants.ts';
import { tightnessOf } from './measure.ts';
import { pageOf, tableOf } from './page.ts';

// npm runs a script where package.json is
const page = 'docs/tightness.md';

/** The operators that add floats, transforms among them. */
const adding = operators
  .filter(({ name, family }) => summing.includes(name) || family === 'signal')
  .map(({ name }) => name);

const names = process.argv.slice(2);
const unknown = names.find((name) => !operators.some((operator) => operator.name === name));
if (unknown !== undefined) {
  process.stderr.write(`the suite has no operator '${unknown}'\n`);
  process.exitCode = 2;
} else {
  const lines = (names.length > 0 ? names : adding).map(tightnessOf);
  if (names.length === 0) writeFileSync(page, pageOf(lines));
  process.stdout.write(`${tableOf(lines)}\n`);
}
