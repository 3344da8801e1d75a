import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotJudged } from '../../oracles/spec/bad-input.ts';

const root = resolve(import.meta.dirname, '../..');

const sources = ['oracles', 'generators', 'vectors', 'src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);

describe('what is not judged', () => {
  const thrown = sources.flatMap((text) => [...text.matchAll(/new NotJudged\(\s*(?:(['"])(.*?)\1)?/g)]);

  it('has its reason written out wherever it is thrown', () => {
    expect(thrown.filter(([, , reason]) => reason === undefined)).toEqual([]);
    expect(thrown.length).toBeGreaterThan(50);
  });

  it('is argued in docs/policies.md, each reason once and no other', () => {
    const [, section] = readFileSync(join(root, 'docs/policies.md'), 'utf8').split('\n## What is not judged\n');
    const rows = section!.split('\n## ')[0]!.matchAll(/^\| (?!not judged \|)(.+?) \| (.+?) \| (.+?) \|$/gm);
    const argued = Array.from(rows, ([, reason]) => reason!);
    expect(argued.toSorted()).toEqual([...new Set(thrown.map(([, , reason]) => reason!))].sort());
  });

  it('says what differs in place of each …', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, number) => {
        const error = new NotJudged('a … of shape […]', text, number);
        expect(error).toMatchObject({ message: `a ${text} of shape [${number}]`, reason: 'a … of shape […]' });
      }),
    );
  });
});
