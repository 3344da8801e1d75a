import { readFileSync } from 'node:fs';

export const page = readFileSync(new URL('../../DETECTION.md', import.meta.url), 'utf8');

/** "136,841" of what a text says, as a number. */
export const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)![1]!.replaceAll(',', ''));

/** Of how many cases DETECTION.md is: those of the suite, as page.test.ts shows; to count them anew takes seconds. */
export const measuredCases = (): number => numberIn(page, /seed 1, ([\d,]+) cases/);
