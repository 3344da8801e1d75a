import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { cli, complaint } from '../cli/cli.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../docs/examples/campaign/${name}`, import.meta.url), 'utf8');

/** The commands of all containers that run the suite. */
function commands(name: string): string[] {
  const texts = parseAllDocuments(example(name)).map((document) => JSON.stringify(document.toJS({})));
  const lists = texts.flatMap((text) => [...text.matchAll(/\["fuzz".*?\]|"(fuzz .*?)"/g)]);
  return lists.map(([json, line]) => line ?? JSON.parse(json).join(' '));
}

test.each(['compose.yaml', 'kubernetes.yaml'])(
  '%s starts a coordinator and workers with options that there are',
  async (name) => {
    const lines = commands(name);
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['start', 'work']);
    for (const line of lines) {
      // the address is what is looked at last
      const ended = await cli(line.replace('redis://', 'nowhere://').split(' '));
      expect(ended.code).toBe(2);
      expect(complaint(ended)).toMatch(/^--redis takes the address of a Redis or Valkey server/);
    }
  },
);

test('the image has what --redis needs', () => {
  expect(example('Dockerfile')).toMatch(/npm install .*\bbullmq ioredis\b/);
});
