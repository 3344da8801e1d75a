import type { DType } from '../../oracles/numerics/dtype.ts';
import { testedDTypes } from '../../oracles/operators.ts';
import type { Capabilities } from '../../reports/schema.ts';
import { declaredOpsets } from '../../reports/view/phrases.ts';
import { type Header, ProtocolError } from './protocol.ts';

/**
 * Reads the capabilities in the answer to hello. Dtypes that this release does not test are left out.
 * @throws ProtocolError that names the member and its required form
 */
export function readCapabilities({ opsets, dtypes: named }: Header): Capabilities {
  if (opsets !== undefined && !isRange(opsets)) {
    throw new ProtocolError('"opsets" in the answer to hello has to be [first, last] or [first], such as [7, 21]');
  }
  if (named !== undefined && !isListOfTexts(named)) {
    throw new ProtocolError('"dtypes" in the answer to hello has to be a list such as ["float32", "int64"]');
  }
  const dtypes = named && testedDTypes().filter((dtype) => named.includes(dtype));
  if (dtypes?.length === 0 && named!.length > 0) {
    throw new ProtocolError(`"dtypes" in the answer to hello names no dtype that is tested: ${named!.join(' ')}`);
  }
  return { ...(opsets && { opsets }), ...(dtypes && { dtypes }) };
}

/** The requirements of a model: the opset that it imports, and the dtypes of its type variables. */
export interface ModelNeeds {
  readonly opset: number;
  readonly dtypes: readonly DType[];
  /** the dtypes of inputs that may have several: all of them, and those that the model has, which may have to be drawn */
  readonly chosen?: { readonly among: readonly DType[]; readonly dtypes: () => readonly DType[] };
}

/**
 * Returns why a backend need not be asked: one of the models needs what it declares not to have. Otherwise `undefined`.
 * @param models iterated lazily, so that later models need not be drawn if the first decides
 */
export function describeUndeclared(
  { opsets, dtypes }: Capabilities,
  models: () => Iterable<ModelNeeds>,
): string | undefined {
  if (!dtypes && !opsets) return undefined;
  const lacks = (dtype: DType) => dtypes?.includes(dtype) === false;
  for (const { opset, dtypes: needed, chosen } of models()) {
    const missing = needed.find(lacks) ?? (chosen?.among.some(lacks) ? chosen.dtypes().find(lacks) : undefined);
    if (missing) return `not asked: ${missing} is not among the dtypes that the backend declares`;
    if (opsets && !isWithin(opset, opsets)) return `not asked: the backend declares ${declaredOpsets(opsets)}`;
  }
  return undefined;
}

type Opsets = NonNullable<Capabilities['opsets']>;

const isWithin = (opset: number, [first, last = Number.POSITIVE_INFINITY]: Opsets): boolean =>
  opset >= first && opset <= last;

const isRange = (value: unknown): value is Opsets =>
  Array.isArray(value) &&
  (value.length === 1 || value.length === 2) &&
  value.every((opset) => Number.isInteger(opset)) &&
  value[0] <= (value[1] ?? value[0]);

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');
