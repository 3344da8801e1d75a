import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const { scripts, version } = JSON.parse(read('package.json'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: object;
}

const workflows = filesIn('.github/workflows');

test('there is a workflow for tests, evidence, the site and a release', () => {
  expect(workflows.map((file) => file.split('/').at(-1))).toEqual([
    'evidence.yml',
    'release.yml',
    'site.yml',
    'test.yml',
  ]);
});

test.each(workflows)('%s may read only, names scripts that there are, and hands no input to a shell', (file) => {
  const { jobs, permissions } = parse(read(file)) as { jobs: Record<string, Job>; permissions: object };
  expect(permissions).toEqual({ contents: 'read' });
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const runs = steps.flatMap(({ run }) => run ?? []);
  expect(runs.length).toBeGreaterThan(0);
  expect(runs.filter((run) => /\$\{\{|\beval\b/.test(run))).toEqual([]);
  const named = runs.flatMap((run) => [...run.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name!));
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
});

test('the workflow of evidence offers programs that there are', () => {
  const { on } = parse(read('.github/workflows/evidence.yml'));
  const { options } = on.workflow_dispatch.inputs.program;
  const main = read('evidence/main.js');
  expect(options.filter((name: string) => !new RegExp(`^  '?${name}'?: \\[`, 'm').test(main))).toEqual([]);
});

test('a release has provenance', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'));
  expect(jobs.release.permissions['id-token']).toBe('write');
  expect(JSON.stringify(jobs.release.steps)).toContain('npm publish --provenance');
});

const forms = filesIn('.github/ISSUE_TEMPLATE');

test.each(forms)('%s is a form', (file) => {
  const { name, description, body } = parse(read(file)) as {
    name: string;
    description: string;
    body: {
      type: string;
      id: string;
      attributes: { label: string; options?: string[] };
      validations?: { required: boolean };
    }[];
  };
  expect(name.length * description.length).toBeGreaterThan(0);
  expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
  for (const { type, id, attributes } of body) {
    expect(['input', 'textarea', 'dropdown'], id).toContain(type);
    expect(attributes.label, id).toMatch(/^[A-Z]/);
    if (type === 'dropdown') expect(attributes.options!.length).toBeGreaterThan(1);
  }
  expect(body.some(({ validations }) => validations?.required)).toBe(true);
});

test('there is a form for each of the four', () => {
  expect(forms.map((file) => file.split('/').at(-1))).toEqual([
    'false-alarm.yml',
    'missed-bug.yml',
    'new-backend.yml',
    'new-operator.yml',
  ]);
});

test('texts name the version that is to be released', () => {
  expect(JSON.parse(read('package-lock.json')).packages[''].version).toBe(version);
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
  for (const file of ['action.yml', 'docs/ci.md']) {
    const named = [...read(file).matchAll(/onnx-conformance[@-](\d+\.\d+\.\d+)/g)].map(([, one]) => one);
    expect(new Set(named), file).toEqual(new Set([version]));
  }
});

test('the changelog is short', () => {
  expect(read('CHANGELOG.md').split('\n').length).toBeLessThanOrEqual(60);
});
