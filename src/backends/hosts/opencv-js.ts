/** Serves OpenCV's DNN module from @techstark/opencv-js, compiled to WebAssembly, in Node. */
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { bytesOf, elementCount, type Tensor, tensor, tensorFromBytes } from '../../../oracles/numerics/tensor.ts';
import { encodeModel } from '../../../vectors/onnx/model.ts';
import { type Adapter, Unsupported } from '../adapter.ts';
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';

interface Mat {
  readonly data: Uint8Array;
  readonly matSize: readonly number[];
  depth(): number;
  mat_clone(): Mat;
  delete(): void;
}

interface Net {
  setInput(value: Mat, name: string): void;
  forward(name: string): Mat;
  delete(): void;
}

interface OpenCV {
  readonly Mat: new (rows: number, columns: number, type: number) => Mat;
  readNetFromONNX(path: string): Net;
  FS_createDataFile(folder: string, name: string, data: Uint8Array, ...may: readonly boolean[]): void;
  FS_unlink(path: string): void;
  exceptionFromPtr(pointer: number): { readonly msg: string };
}

reserveStdout();
const found = installed('@techstark/opencv-js');
const cv = await load<Promise<OpenCV>>(found);

/** The types of the elements of matrices, in the order of their codes (CV_8U is 0). */
const depths: readonly DType[] = [
  ...(['uint8', 'int8', 'uint16', 'int16', 'int32', 'float32', 'float64', 'float16', 'bfloat16'] as const),
  ...(['bool', 'uint64', 'int64', 'uint32'] as const),
];

/** The exceptions that left the module. */
let thrown = 0;

/**
 * The number of exceptions after which the process is replaced. The module does not catch them, so each leaves its stack behind. After
 * some fifty the stack reaches other memory: calls of null functions, and accesses out of bounds.
 */
const mostThrown = 20;

const adapter: Adapter = {
  name: '@techstark/opencv-js',
  version: found.version,
  prepare(model) {
    let net: Net | undefined;
    return {
      run: (inputs, outputs) =>
        withMessage(() => {
          const mats = [...inputs].map(([name, value]): [string, Mat] => [name, toMat(value)]);
          net ??= read(model);
          for (const [name, mat] of mats) net.setInput(mat, name);
          const results = outputs.map((name) => fromMat(net!.forward(name)));
          for (const [, mat] of mats) mat.delete();
          return results;
        }),
      release: () => net?.delete(),
    };
  },
};
serve(adapter, undefined, () => thrown >= mostThrown);

function read(model: Uint8Array): Net {
  cv.FS_createDataFile('/', 'model.onnx', model, true, true, false);
  try {
    return cv.readNetFromONNX('/model.onnx');
  } finally {
    cv.FS_unlink('/model.onnx');
  }
}

function toMat({ dtype, dims, ...rest }: Tensor): Mat {
  if (!depths.includes(dtype)) throw new Unsupported(`OpenCV.js has no matrices of ${dtype}`);
  const mat = dims.length === 2 ? new cv.Mat(dims[0]!, dims[1]!, depths.indexOf(dtype)) : matOfRank(dtype, dims);
  mat.data.set(bytesOf({ dtype, dims, ...rest }));
  return mat;
}

/** Returns a matrix of any rank. The constructor makes those of rank 2 only, but a network can reshape one. */
function matOfRank(dtype: DType, dims: readonly number[]): Mat {
  const count = elementCount(dims);
  if (count === 0) throw new Unsupported('OpenCV.js can only make empty matrices of rank 2');
  const shape = tensor('int64', [dims.length], BigInt64Array.from(dims, BigInt));
  const net = read(
    encodeModel({
      name: 'reshape',
      opset: 13,
      nodes: [{ opType: 'Reshape', attributes: {}, inputs: ['x', 'shape'], outputs: ['y'] }],
      inputs: [{ name: 'x', dtype, dims: [1, count] }],
      outputs: [{ name: 'y', dtype, dims }],
      initializers: [{ name: 'shape', tensor: shape }],
    }),
  );
  const flat = new cv.Mat(1, count, depths.indexOf(dtype));
  net.setInput(flat, 'x');
  const shaped = net.forward('y');
  const mat = shaped.mat_clone();
  for (const one of [shaped, flat, net]) one.delete();
  if (depths[mat.depth()] === dtype && String(mat.matSize) === String(dims)) return mat;
  mat.delete();
  throw new Unsupported(`OpenCV.js can only make matrices of rank 2 for ${dtype}`);
}

function fromMat(mat: Mat): Tensor {
  const value = tensorFromBytes(depths[mat.depth()]!, mat.matSize, mat.data);
  mat.delete();
  return value;
}

/** Its messages about missing layers, element types and forms of attributes. */
const notImplemented =
  /Can't create layer|[Uu]nsupported|not (?:yet )?(?:supported|implemented)|only \S+ is supported|only supports? |supports only |out of OpenCV 32S range|in function '(?:[^']*getTypes|runLayer)/;

/** Exceptions of C++ arrive as addresses. */
function withMessage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (typeof error !== 'number') throw error;
    thrown++;
    const message = cv.exceptionFromPtr(error).msg.replace(/^OpenCV\(\S+\) \S+: error: \(-?\d+:[^)]*\) /, '');
    throw notImplemented.test(message) ? new Unsupported(message) : new Error(message);
  }
}
