/** Where the published bugs are: the repository of each prefix; numbers are issues or pull requests, the rest commits. */
const repositories: Readonly<Record<string, string>> = {
  AESARA: 'aesara-devs/aesara',
  BURN: 'tracel-ai/burn',
  BURNONNX: 'tracel-ai/burn-onnx',
  CANDLE: 'huggingface/candle',
  COREAI: 'apple/coreai-torch',
  CSAR: 'csarofeen/pytorch',
  CUPYNUM: 'nv-legate/cupynumeric',
  DML: 'microsoft/DirectML',
  GGML: 'ggml-org/llama.cpp',
  IREE: 'iree-org/iree',
  JAX: 'jax-ml/jax',
  JAXJS: 'ekzhang/jax-js',
  MIGX: 'ROCm/AMDMIGraphX',
  MLDT: 'jax-ml/ml_dtypes',
  MLX: 'ml-explore/mlx',
  MNN: 'alibaba/MNN',
  MXNET: 'apache/mxnet',
  NCNN: 'Tencent/ncnn',
  NP: 'numpy/numpy',
  OCV: 'opencv/opencv',
  ONEFLOW: 'Oneflow-Inc/oneflow',
  ONNX: 'onnx/onnx',
  ONNX2TF: 'PINTO0309/onnx2tf',
  ONNXJS: 'microsoft/onnxjs',
  ONNXMLIR: 'onnx/onnx-mlir',
  ORT: 'microsoft/onnxruntime',
  OV: 'openvinotoolkit/openvino',
  PADDLELITE: 'PaddlePaddle/Paddle-Lite',
  PNUMPY: 'Quansight/pnumpy',
  PT: 'pytorch/pytorch',
  RTEN: 'robertknight/rten',
  RUSTNN: 'rustnn/rustnn',
  TF: 'tensorflow/tensorflow',
  TFJS: 'tensorflow/tfjs',
  TILELANG: 'tile-ai/tilelang',
  TORCHMLIR: 'llvm/torch-mlir',
  TRACT: 'sonos/tract',
  TRT: 'NVIDIA/TensorRT',
  TRTONNX: 'onnx/onnx-tensorrt',
  TT: 'tenstorrent/tt-metal',
  TVM: 'apache/tvm',
  WEBNN: 'webmachinelearning/webnn',
  WEBNNNATIVE: 'webmachinelearning/webnn-native',
  WONNX: 'webonnx/wonnx',
  XNN: 'google/XNNPACK',
  XONNXMLIR: 'Xilinx/onnx-mlir',
  XTENSOR: 'xtensor-stack/xtensor',
};

/**
 * A source as Markdown: a link for the id of a published bug (`ORT-19147`, `RTEN-a4d9768`), words as they are.
 * @throws Error for an id of no known repository
 */
export function linked(source: string): string {
  const [, prefix, id] = /^([A-Z][A-Z0-9]*)-([0-9a-f]+)$/.exec(source) ?? [];
  if (!prefix || !id) return source;
  const repository = repositories[prefix];
  if (!repository) throw new Error(`${source}: which repository is ${prefix}?`);
  const isNumber = /^\d{1,6}[a-z]?$/.test(id);
  const place = isNumber ? `issues/${Number.parseInt(id, 10)}` : `commit/${id}`;
  return `[${source}](https://github.com/${repository}/${place})`;
}
