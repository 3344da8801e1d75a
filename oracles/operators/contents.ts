import type { FindOperator } from '../graph/resolve.ts';
import type { Operator } from '../spec/operator.ts';
import { operatorName } from '../spec/operator-name.ts';
import { argMax } from './arg-reduction/arg-max.ts';
import { argMin } from './arg-reduction/arg-min.ts';
import { attention } from './attention/attention.ts';
import { linearAttention } from './attention/linear-attention.ts';
import { rotaryEmbedding } from './attention/rotary-embedding.ts';
import { cast, castLike } from './cast/cast.ts';
import { det } from './contraction/det.ts';
import { einsum } from './contraction/einsum.ts';
import { gemm } from './contraction/gemm.ts';
import { matMul } from './contraction/mat-mul.ts';
import { conditional } from './control/if.ts';
import { loop } from './control/loop.ts';
import { scan } from './control/scan.ts';
import { sequenceMap } from './control/sequence-map.ts';
import { causalConvWithState } from './convolution/causal-conv-with-state.ts';
import { col2Im } from './convolution/col2im.ts';
import { conv } from './convolution/conv.ts';
import { convTranspose } from './convolution/conv-transpose.ts';
import { deformConv } from './convolution/deform-conv.ts';
import {
  gelu,
  hardSigmoid,
  hardSwish,
  mish,
  sigmoid,
  softplus,
  softsign,
  swiGLU,
  swish,
} from './elementwise/activations.ts';
import { abs, add, div, mod, mul, neg, pow, reciprocal, sign, sqrt, sub } from './elementwise/arithmetic.ts';
import { equal, greater, greaterOrEqual, isInf, isNan, less, lessOrEqual } from './elementwise/comparisons.ts';
import { clip, max, mean, min, sum } from './elementwise/extrema.ts';
import {
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atanh,
  cos,
  cosh,
  erf,
  exp,
  log,
  sin,
  sinh,
  tan,
  tanh,
} from './elementwise/functions.ts';
import { ceil, floor, round } from './elementwise/integral.ts';
import { and, bitShift, bitwiseAnd, bitwiseNot, bitwiseOr, bitwiseXor, not, or, xor } from './elementwise/logic.ts';
import { celu, elu, leakyRelu, pRelu, relu, selu, shrink, thresholdedRelu } from './elementwise/rectifiers.ts';
import { where } from './elementwise/where.ts';
import { imageDecoder } from './image/image-decoder.ts';
import { negativeLogLikelihoodLoss } from './loss/negative-log-likelihood-loss.ts';
import { softmaxCrossEntropyLoss } from './loss/softmax-cross-entropy-loss.ts';
import { bitCast } from './movement/bit-cast.ts';
import { concat } from './movement/concat.ts';
import { constant } from './movement/constant.ts';
import { constantOfShape, eyeLike } from './movement/constant-of-shape.ts';
import { expand } from './movement/expand.ts';
import { gather, gatherElements, gatherND } from './movement/gather.ts';
import { nonZero } from './movement/non-zero.ts';
import { oneHot } from './movement/one-hot.ts';
import { pad } from './movement/pad.ts';
import { centerCropPad, compress, reverseSequence } from './movement/parts.ts';
import { flatten, identity, reshape } from './movement/reshape.ts';
import { scatter, scatterElements, scatterND, tensorScatter } from './movement/scatter.ts';
import { shape, size } from './movement/shape.ts';
import { slice } from './movement/slice.ts';
import { depthToSpace, spaceToDepth } from './movement/space.ts';
import { split } from './movement/split.ts';
import { squeeze, unsqueeze } from './movement/squeeze.ts';
import { tile } from './movement/tile.ts';
import { transpose } from './movement/transpose.ts';
import { trilu } from './movement/trilu.ts';
import { batchNormalization } from './normalization/batch-normalization.ts';
import { groupNormalization } from './normalization/group-normalization.ts';
import { instanceNormalization } from './normalization/instance-normalization.ts';
import { layerNormalization } from './normalization/layer-normalization.ts';
import { lpNormalization } from './normalization/lp-normalization.ts';
import { lrn } from './normalization/lrn.ts';
import { meanVarianceNormalization } from './normalization/mean-variance-normalization.ts';
import { rmsNormalization } from './normalization/rms-normalization.ts';
import { nonMaxSuppression } from './order/non-max-suppression.ts';
import { topK } from './order/top-k.ts';
import { unique } from './order/unique.ts';
import { averagePool, globalAveragePool } from './pooling/average-pool.ts';
import { globalLpPool, lpPool } from './pooling/lp-pool.ts';
import { globalMaxPool, maxPool } from './pooling/max-pool.ts';
import { maxRoiPool } from './pooling/max-roi-pool.ts';
import { maxUnpool } from './pooling/max-unpool.ts';
import { dequantizeLinear } from './quantize/dequantize-linear.ts';
import { dynamicQuantizeLinear } from './quantize/dynamic-quantize-linear.ts';
import { quantizeLinear } from './quantize/quantize-linear.ts';
import { convInteger, matMulInteger } from './quantized-contraction/integer.ts';
import { qLinearConv, qLinearMatMul } from './quantized-contraction/linear.ts';
import { randomNormal, randomNormalLike, randomUniform, randomUniformLike } from './random/continuous.ts';
import { bernoulli, multinomial } from './random/discrete.ts';
import { dropout } from './random/dropout.ts';
import { gru } from './recurrent/gru.ts';
import { lstm } from './recurrent/lstm.ts';
import { rnn } from './recurrent/rnn.ts';
import { reduceL1 } from './reduction/l1.ts';
import { reduceL2 } from './reduction/l2.ts';
import { reduceLogSum } from './reduction/log-sum.ts';
import { reduceLogSumExp } from './reduction/log-sum-exp.ts';
import { reduceMax } from './reduction/max.ts';
import { reduceMean } from './reduction/mean.ts';
import { reduceMin } from './reduction/min.ts';
import { reduceProd } from './reduction/prod.ts';
import { reduceSum } from './reduction/sum.ts';
import { reduceSumSquare } from './reduction/sum-square.ts';
import { resize, upsample } from './resize/operators.ts';
import { affineGrid } from './sampling/affine-grid.ts';
import { gridSample } from './sampling/grid-sample.ts';
import { roiAlign } from './sampling/roi-align.ts';
import { cumProd, cumSum } from './scan/cum-sum.ts';
import { range } from './scan/range.ts';
import { optional, optionalGetElement, optionalHasElement } from './sequence/optional.ts';
import { concatFromSequence, splitToSequence } from './sequence/parts.ts';
import {
  sequenceAt,
  sequenceConstruct,
  sequenceEmpty,
  sequenceErase,
  sequenceInsert,
  sequenceLength,
} from './sequence/places.ts';
import { dft } from './signal/dft.ts';
import { melWeightMatrix } from './signal/mel-weight-matrix.ts';
import { stft } from './signal/stft.ts';
import { blackmanWindow, hammingWindow, hannWindow } from './signal/windows.ts';
import { hardmax } from './softmax/hardmax.ts';
import { logSoftmax } from './softmax/log-softmax.ts';
import { softmax } from './softmax/softmax.ts';
import { regexFullMatch } from './text/regex-full-match.ts';
import { stringConcat } from './text/string-concat.ts';
import { stringNormalizer } from './text/string-normalizer.ts';
import { stringSplit } from './text/string-split.ts';
import { tfIdfVectorizer } from './text/tf-idf-vectorizer.ts';

/** Finds the operators of nodes in the graphs that other operators run. */
const find: FindOperator = (opType, domain = '') =>
  operators.find(({ name }) => name === operatorName({ opType, domain }));

/** Every operator that the oracle knows, in the alphabetical order of Operators.md. */
export const operators: readonly Operator[] = [
  abs, // Operators.md#Abs
  acos, // Operators.md#Acos
  acosh, // Operators.md#Acosh
  add, // Operators.md#Add
  affineGrid, // Operators.md#AffineGrid
  and, // Operators.md#And
  argMax, // Operators.md#ArgMax
  argMin, // Operators.md#ArgMin
  asin, // Operators.md#Asin
  asinh, // Operators.md#Asinh
  atan, // Operators.md#Atan
  atanh, // Operators.md#Atanh
  attention, // Operators.md#Attention
  averagePool, // Operators.md#AveragePool
  batchNormalization, // Operators.md#BatchNormalization
  bernoulli, // Operators.md#Bernoulli
  bitCast, // Operators.md#BitCast
  bitShift, // Operators.md#BitShift
  bitwiseAnd, // Operators.md#BitwiseAnd
  bitwiseNot, // Operators.md#BitwiseNot
  bitwiseOr, // Operators.md#BitwiseOr
  bitwiseXor, // Operators.md#BitwiseXor
  blackmanWindow, // Operators.md#BlackmanWindow
  cast, // Operators.md#Cast
  castLike, // Operators.md#CastLike
  causalConvWithState, // Operators.md#CausalConvWithState
  ceil, // Operators.md#Ceil
  celu, // Operators.md#Celu
  centerCropPad, // Operators.md#CenterCropPad
  clip, // Operators.md#Clip
  col2Im, // Operators.md#Col2Im
  compress, // Operators.md#Compress
  concat, // Operators.md#Concat
  concatFromSequence, // Operators.md#ConcatFromSequence
  constant, // Operators.md#Constant
  constantOfShape, // Operators.md#ConstantOfShape
  conv, // Operators.md#Conv
  convInteger, // Operators.md#ConvInteger
  convTranspose, // Operators.md#ConvTranspose
  cos, // Operators.md#Cos
  cosh, // Operators.md#Cosh
  cumProd, // Operators.md#CumProd
  cumSum, // Operators.md#CumSum
  dft, // Operators.md#DFT
  deformConv, // Operators.md#DeformConv
  depthToSpace, // Operators.md#DepthToSpace
  dequantizeLinear, // Operators.md#DequantizeLinear
  det, // Operators.md#Det
  div, // Operators.md#Div
  dropout, // Operators.md#Dropout
  dynamicQuantizeLinear, // Operators.md#DynamicQuantizeLinear
  einsum, // Operators.md#Einsum
  elu, // Operators.md#Elu
  equal, // Operators.md#Equal
  erf, // Operators.md#Erf
  exp, // Operators.md#Exp
  expand, // Operators.md#Expand
  eyeLike, // Operators.md#EyeLike
  flatten, // Operators.md#Flatten
  floor, // Operators.md#Floor
  gru, // Operators.md#GRU
  gather, // Operators.md#Gather
  gatherElements, // Operators.md#GatherElements
  gatherND, // Operators.md#GatherND
  gelu, // Operators.md#Gelu
  gemm, // Operators.md#Gemm
  globalAveragePool, // Operators.md#GlobalAveragePool
  globalLpPool, // Operators.md#GlobalLpPool
  globalMaxPool, // Operators.md#GlobalMaxPool
  greater, // Operators.md#Greater
  greaterOrEqual, // Operators.md#GreaterOrEqual
  gridSample, // Operators.md#GridSample
  groupNormalization, // Operators.md#GroupNormalization
  hammingWindow, // Operators.md#HammingWindow
  hannWindow, // Operators.md#HannWindow
  hardSigmoid, // Operators.md#HardSigmoid
  hardSwish, // Operators.md#HardSwish
  hardmax, // Operators.md#Hardmax
  identity, // Operators.md#Identity
  conditional(find), // Operators.md#If
  imageDecoder, // Operators.md#ImageDecoder
  instanceNormalization, // Operators.md#InstanceNormalization
  isInf, // Operators.md#IsInf
  isNan, // Operators.md#IsNaN
  lrn, // Operators.md#LRN
  lstm, // Operators.md#LSTM
  layerNormalization, // Operators.md#LayerNormalization
  leakyRelu, // Operators.md#LeakyRelu
  less, // Operators.md#Less
  lessOrEqual, // Operators.md#LessOrEqual
  linearAttention, // Operators.md#LinearAttention
  log, // Operators.md#Log
  logSoftmax, // Operators.md#LogSoftmax
  loop(find), // Operators.md#Loop
  lpNormalization, // Operators.md#LpNormalization
  lpPool, // Operators.md#LpPool
  matMul, // Operators.md#MatMul
  matMulInteger, // Operators.md#MatMulInteger
  max, // Operators.md#Max
  maxPool, // Operators.md#MaxPool
  maxRoiPool, // Operators.md#MaxRoiPool
  maxUnpool, // Operators.md#MaxUnpool
  mean, // Operators.md#Mean
  meanVarianceNormalization, // Operators.md#MeanVarianceNormalization
  melWeightMatrix, // Operators.md#MelWeightMatrix
  min, // Operators.md#Min
  mish, // Operators.md#Mish
  mod, // Operators.md#Mod
  mul, // Operators.md#Mul
  multinomial, // Operators.md#Multinomial
  neg, // Operators.md#Neg
  negativeLogLikelihoodLoss, // Operators.md#NegativeLogLikelihoodLoss
  nonMaxSuppression, // Operators.md#NonMaxSuppression
  nonZero, // Operators.md#NonZero
  not, // Operators.md#Not
  oneHot, // Operators.md#OneHot
  optional, // Operators.md#Optional
  optionalGetElement, // Operators.md#OptionalGetElement
  optionalHasElement, // Operators.md#OptionalHasElement
  or, // Operators.md#Or
  pRelu, // Operators.md#PRelu
  pad, // Operators.md#Pad
  pow, // Operators.md#Pow
  qLinearConv, // Operators.md#QLinearConv
  qLinearMatMul, // Operators.md#QLinearMatMul
  quantizeLinear, // Operators.md#QuantizeLinear
  rmsNormalization, // Operators.md#RMSNormalization
  rnn, // Operators.md#RNN
  randomNormal, // Operators.md#RandomNormal
  randomNormalLike, // Operators.md#RandomNormalLike
  randomUniform, // Operators.md#RandomUniform
  randomUniformLike, // Operators.md#RandomUniformLike
  range, // Operators.md#Range
  reciprocal, // Operators.md#Reciprocal
  reduceL1, // Operators.md#ReduceL1
  reduceL2, // Operators.md#ReduceL2
  reduceLogSum, // Operators.md#ReduceLogSum
  reduceLogSumExp, // Operators.md#ReduceLogSumExp
  reduceMax, // Operators.md#ReduceMax
  reduceMean, // Operators.md#ReduceMean
  reduceMin, // Operators.md#ReduceMin
  reduceProd, // Operators.md#ReduceProd
  reduceSum, // Operators.md#ReduceSum
  reduceSumSquare, // Operators.md#ReduceSumSquare
  regexFullMatch, // Operators.md#RegexFullMatch
  relu, // Operators.md#Relu
  reshape, // Operators.md#Reshape
  resize, // Operators.md#Resize
  reverseSequence, // Operators.md#ReverseSequence
  roiAlign, // Operators.md#RoiAlign
  rotaryEmbedding, // Operators.md#RotaryEmbedding
  round, // Operators.md#Round
  stft, // Operators.md#STFT
  scan(find), // Operators.md#Scan
  scatter, // Operators.md#Scatter
  scatterElements, // Operators.md#ScatterElements
  scatterND, // Operators.md#ScatterND
  selu, // Operators.md#Selu
  sequenceAt, // Operators.md#SequenceAt
  sequenceConstruct, // Operators.md#SequenceConstruct
  sequenceEmpty, // Operators.md#SequenceEmpty
  sequenceErase, // Operators.md#SequenceErase
  sequenceInsert, // Operators.md#SequenceInsert
  sequenceLength, // Operators.md#SequenceLength
  sequenceMap(find), // Operators.md#SequenceMap
  shape, // Operators.md#Shape
  shrink, // Operators.md#Shrink
  sigmoid, // Operators.md#Sigmoid
  sign, // Operators.md#Sign
  sin, // Operators.md#Sin
  sinh, // Operators.md#Sinh
  size, // Operators.md#Size
  slice, // Operators.md#Slice
  softmax, // Operators.md#Softmax
  softmaxCrossEntropyLoss, // Operators.md#SoftmaxCrossEntropyLoss
  softplus, // Operators.md#Softplus
  softsign, // Operators.md#Softsign
  spaceToDepth, // Operators.md#SpaceToDepth
  split, // Operators.md#Split
  splitToSequence, // Operators.md#SplitToSequence
  sqrt, // Operators.md#Sqrt
  squeeze, // Operators.md#Squeeze
  stringConcat, // Operators.md#StringConcat
  stringNormalizer, // Operators.md#StringNormalizer
  stringSplit, // Operators.md#StringSplit
  sub, // Operators.md#Sub
  sum, // Operators.md#Sum
  swiGLU, // Operators.md#SwiGLU
  swish, // Operators.md#Swish
  tan, // Operators.md#Tan
  tanh, // Operators.md#Tanh
  tensorScatter, // Operators.md#TensorScatter
  tfIdfVectorizer, // Operators.md#TfIdfVectorizer
  thresholdedRelu, // Operators.md#ThresholdedRelu
  tile, // Operators.md#Tile
  topK, // Operators.md#TopK
  transpose, // Operators.md#Transpose
  trilu, // Operators.md#Trilu
  unique, // Operators.md#Unique
  unsqueeze, // Operators.md#Unsqueeze
  upsample, // Operators.md#Upsample
  where, // Operators.md#Where
  xor, // Operators.md#Xor
];
