/** The public API: write backends, ask the oracle, read models and reports. Running is the command line's business. */
export { compare } from '../oracles/acceptance/comparator.ts';
export type { Tier } from '../oracles/acceptance/tier.ts';
export { BadInput } from '../oracles/bad-input.ts';
export type { Call } from '../oracles/declaration.ts';
export type { DType } from '../oracles/numerics/dtype.ts';
export { type Tensor, tensor } from '../oracles/numerics/tensor.ts';
export type { Clause, ExpectedOutput, Operator, OperatorVersion } from '../oracles/operator.ts';
export { findOperator, newestOpset, operators, versionAt } from '../oracles/operators.ts';
export { parseReport } from '../reports/schema/json.ts';
export type { CaseResult, Report } from '../reports/schema.ts';
export { type DecodedModel, type DecodedNode, decodeModel } from '../vectors/model.ts';
export { decodeTensor, encodeTensor } from '../vectors/tensor-proto.ts';
export { type Adapter, InvalidModel, Poisoned, Unsupported } from './backends/adapter.ts';
export { type Answer, type Backend, BackendUnavailable } from './backends/backend.ts';
export { serve } from './backends/host.ts';
export { openBackend } from './backends/process.ts';
export { backendCommand } from './backends/resolve.ts';
