import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { quoted } from '../../../reports/view/launch.ts';
import { makeFolder, reportWriteErrors } from '../../../vectors/onnx/files.ts';
import { packageRoot } from '../../package-info.ts';
import { type Template, templates } from '../templates.ts';

const configFile = 'onnx-conformance.config.json';

/**
 * The command `init`: writes a template and a config file, and prints the next steps.
 * @throws BadInput if one of the files exists, or the folder cannot be written
 */
export function writeTemplate(kind: Template, out: string): void {
  const { template, backend, ...rest } = templates[kind];
  const files = [template, configFile].map((name) => join(out, name));
  const there = files.find((path) => existsSync(path));
  if (there !== undefined) {
    throw new BadInput(`${there} is there already and is not overwritten; name another folder by --out`);
  }
  reportWriteErrors(() => {
    makeFolder(out);
    copyFileSync(fileURLToPath(new URL(`docs/examples/templates/${template}`, packageRoot())), files[0]!);
    writeFileSync(files[1]!, `${JSON.stringify({ backend }, null, 2)}\n`, { flag: 'wx' });
  }, `--out ${out}`);
  const folder = relative('.', out);
  const steps = [
    ...(folder === '' ? [] : [`cd ${folder}`]),
    ...('build' in rest ? [rest.build] : []),
    `npx onnx-conformance backend check ${quoted(backend)}`,
    `npx onnx-conformance run --backend ${quoted(backend)} --suite quick`,
  ];
  const lines = [
    'Written',
    ...files.map((path) => `  ${path}`),
    `Put your runtime into ${template}, then`,
    ...steps.map((step) => `  ${step}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
