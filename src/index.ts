/** The public API, described in docs/library.md. */
export type { Tier } from '../oracles/judge/tier.ts';
export type { DType } from '../oracles/numerics/dtype.ts';
export type { Tensor } from '../oracles/numerics/tensor.ts';
export type { OptionalOf, SequenceOf, Value } from '../oracles/numerics/value.ts';
export { BadInput, NotJudged } from '../oracles/spec/bad-input.ts';
export { parseReport } from '../reports/schema/json.ts';
export type { CaseResult, Report } from '../reports/schema.ts';
export type { DecodedNode } from '../vectors/onnx/graph-proto.ts';
export { type DecodedModel, decodeModel } from '../vectors/onnx/model.ts';
export { decodeTensor, encodeTensor } from '../vectors/onnx/tensor-proto.ts';
export { type Adapter, Crashed, InvalidModel, Unsupported } from './backends/adapter.ts';
export { BackendUnavailable } from './backends/backend.ts';
export { serve } from './backends/host.ts';
export type { Allowed } from './library/allowed.ts';
export { arbitraryCall } from './library/arbitrary-call.ts';
export { type Case, cases } from './library/cases.ts';
export { type CheckOptions, type CheckResult, check } from './library/check.ts';
export {
  type CheckModelOptions,
  checkModel,
  type JudgeNodesOptions,
  judgeNodes,
  type ModelSource,
} from './library/check-model.ts';
export { expect, judge } from './library/expect.ts';
export type { Expected, ExpectedTensor } from './library/expected.ts';
export type { Kernel, KernelAttributes, KernelNode } from './library/kernel.ts';
export { type NodeCall, type NodeOptions, node } from './library/node-call.ts';
export type { SelectionOptions, SuiteOptions } from './library/options.ts';
export { type RunOptions, run } from './library/run.ts';
export { type Suite, type SuiteCell, suite } from './library/suite.ts';
export { optional, sequence, tensor } from './library/tensors.ts';
export { type Verdict, WrongAnswer } from './library/verdict.ts';
