import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { fieldsByLine } from '../by-line.ts';
import { fileNameOf } from '../runtimes/sections.ts';
import { targets } from '../runtimes/targets.ts';
import type { Errors } from './sweep.ts';

// npm runs a script where package.json is
const folder = 'reports/accuracy';

/** The stored errors of a runtime. */
export interface RuntimeErrors {
  /** the value of `--backend` */
  readonly label: string;
  readonly version: string;
  /** the commit of the suite's repository */
  readonly commit: string;
  readonly date: string;
  /** by operator and dtype */
  readonly errors: Readonly<Record<string, Partial<Readonly<Record<DType, Errors>>>>>;
}

const pathOf = (label: string): string => join(folder, `${fileNameOf(label)}.json`);

/** Reads the errors of a runtime; `undefined` if none are stored. */
export const storedErrors = (label: string): RuntimeErrors | undefined =>
  existsSync(pathOf(label)) ? JSON.parse(readFileSync(pathOf(label), 'utf8')) : undefined;

/** The errors of all runtimes that were measured, in the order of the site. */
export const allErrors = (): readonly RuntimeErrors[] => targets.flatMap(({ label }) => storedErrors(label) ?? []);

/** Stores the errors of a runtime, one operator per line. */
export function storeErrors(one: RuntimeErrors): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(pathOf(one.label), `{\n${fieldsByLine(one)}\n}\n`);
}
