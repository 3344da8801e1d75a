import type { MessageInitShape } from '@bufbuild/protobuf';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import type { Holder } from '../../oracles/numerics/value-type.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { DeclaredType } from '../../oracles/spec/declaration.ts';
import type { TypeProto, TypeProtoSchema } from './proto/onnx_pb.ts';
import { ForeignType, readDType } from './tensor-proto.ts';

const typeFields = { sequence: 'sequenceType', optional: 'optionalType' } as const satisfies Record<Holder, string>;

/** Returns the fields of a type. */
export function writeType({ dtype, dims, within = [] }: DeclaredType): MessageInitShape<typeof TypeProtoSchema> {
  const [holder, ...inner] = within;
  if (holder) {
    const elemType = writeType({ dtype, dims, within: inner });
    return { value: { case: typeFields[holder], value: { elemType } } };
  }
  const shape = dims && { dim: dims.map(writeDimension) };
  return { value: { case: 'tensorType', value: { elemType: formatOf(dtype).code, ...(shape && { shape }) } } };
}

function writeDimension(dim: number | string) {
  if (dim === '') return {};
  return typeof dim === 'number'
    ? { value: { case: 'dimValue' as const, value: BigInt(dim) } }
    : { value: { case: 'dimParam' as const, value: dim } };
}

/**
 * Reads a type.
 * @throws BadInput if there is none, or a dimension is negative; ForeignType for types that the suite does not know
 */
export function readType(type: TypeProto | undefined, origin: string): DeclaredType {
  const { within, ...tensor } = readHeld(type, origin);
  return { ...tensor, ...(within.length > 0 && { within }) };
}

function readHeld(type: TypeProto | undefined, origin: string): Required<DeclaredType> {
  const kind = type?.value;
  if (!kind?.case) throw new BadInput(`${origin} is not a tensor but of no type`);
  if (kind.case === 'sequenceType' || kind.case === 'optionalType') {
    const inner = readHeld(kind.value.elemType, origin);
    return { ...inner, within: [kind.case === 'sequenceType' ? 'sequence' : 'optional', ...inner.within] };
  }
  if (kind.case !== 'tensorType') throw new ForeignType(`${origin} is not a tensor but ${kind.case}`);
  const { elemType, shape } = kind.value;
  const dims = shape?.dim.map(({ value }) => {
    if (value.case !== 'dimValue') return value.value ?? '';
    const dim = Number(value.value);
    if (dim < 0 || !Number.isSafeInteger(dim)) throw new BadInput(`${origin} has a dimension of ${value.value}`);
    return dim;
  });
  return { dtype: readDType(elemType, origin), dims, within: [] };
}
