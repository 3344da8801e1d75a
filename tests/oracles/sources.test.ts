import { expect, it } from 'vitest';
import { firstOpset, operators } from '../../oracles/operators.ts';
import { isLater, releaseOf, releases } from '../../oracles/spec/releases.ts';
import { rulesOf } from '../../oracles/spec/rules.ts';
import { changelog, describeLaterSentence, formatSource } from '../../oracles/spec/source.ts';

const all = operators.flatMap((operator) =>
  operator.versions.flatMap((version) =>
    [...version.clauses, ...rulesOf(operator, version)].map((clause) => ({ operator, version, clause })),
  ),
);

const of = (name: string, since: number, id: string) =>
  all.find(({ operator, version, clause }) => operator.name === name && version.since === since && clause.id === id)!
    .clause.source;

it('every specified clause has a document, a place and the release since which it stands', () => {
  for (const { operator, version, clause } of all) {
    const { id, level, source } = clause;
    const { document } = source;
    const name = `${operator.name}-${version.since} ${id}`;
    expect(
      [source.document, source.place].every((text) => text.trim() !== ''),
      name,
    ).toBe(true);
    // documents of other domains have no releases of ONNX
    if (level === 'specified' && document !== version.document) expect(releases, name).toContain(source.since);
    if (source.document === changelog) expect(source.place, name).toContain(`${operator.name}-${version.since}`);
    if (source.since) expect(isLater(releaseOf(firstOpset(version)), source.since), name).toBe(false);
    for (const { from, to } of source.before ?? []) {
      expect(isLater(from, to), name).toBe(false);
      expect(isLater(releaseOf(firstOpset(version)), to), `${name} was not there yet`).toBe(false);
    }
  }
});

it('what is implied rests on no sentence of ONNX about the operator', () => {
  for (const { clause } of all.filter((one) => one.clause.level === 'implied')) {
    expect(clause.source.since, clause.id).toBeUndefined();
    expect(clause.source.document, clause.id).not.toBe(changelog);
  }
});

it.each([
  ['ReduceMax', 1, 'empty-set', '1.15'],
  ['ReduceMax', 13, 'empty-set', '1.15'],
  ['ReduceMax', 20, 'empty-set', '1.15'],
  ['ReduceMax', 13, 'rank-zero', '1.14'],
  ['ReduceMax', 11, 'rank-zero', '1.15'],
  ['ReduceSum', 1, 'axes-absent', '1.2'],
  ['ReduceSum', 1, 'invalid-dtype', '1.2.2'],
  ['ReduceSum', 13, 'noop-with-empty-axes', '1.8'],
  ['ReduceL1', 18, 'noop-with-empty-axes', '1.19'],
  ['ReduceLogSum', 28, 'empty-set', '1.23'],
  ['ArgMax', 1, 'output-type', '1.2'],
  ['ArgMax', 11, 'empty-set', '1.15'],
  ['ArgMax', 11, 'session-reuse', '1.7'],
  ['ArgMax', 13, 'session-reuse', '1.8'],
] as const)('%s-%i, %s: since %s', (name, since, id, release) => {
  expect(of(name, since, id).since).toBe(release);
});

it('a sentence that is younger than the opset says so in one line', () => {
  const source = of('ReduceMax', 13, 'empty-set');
  expect(formatSource(source)).toBe('ReduceMax-13, summary: reduction over an empty set of values (since ONNX 1.15)');
  expect(describeLaterSentence(source, releaseOf(17))).toBe(
    'ONNX states this since 1.15; in 1.12, the release of the opset, the text did not mention it',
  );
  expect(describeLaterSentence(source, releaseOf(20))).toBeUndefined();
  expect(describeLaterSentence(of('ReduceMax', 13, 'definition'), releaseOf(13))).toBeUndefined();
});

it('silence is reported as such', () => {
  const readings = of('ReduceMax', 13, 'empty-set').before ?? [];
  expect(readings.map(({ text }) => text)).toEqual(['ONNX 1.8 to 1.14 did not mention it']);
});
