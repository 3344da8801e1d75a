import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { clearField, toBinary } from '@bufbuild/protobuf';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { readBytes, reportReadErrors } from './files.ts';
import { type GraphProto, ModelProtoSchema, type TensorProto, TensorProtoSchema } from './proto/onnx_pb.ts';
import { parseMessage } from './proto/parse.ts';
import { isExternal } from './tensor-proto.ts';

/** The largest size of a protobuf message in bytes. */
export const maxMessageBytes = 2 ** 31 - 1;

/**
 * Returns a model that contains the tensors of its graph: the same bytes, unless some tensors are in external files, as IR.md
 * allows.
 * @param folder that of the model; no such file may be outside it
 * @param origin the source of the model, for messages
 * @throws BadInput for bytes that are not a ModelProto, a file that does not exist, is not a regular one, is too short or
 * outside the folder, and for a model that would be larger than 2 GiB
 */
export function withExternalData(bytes: Uint8Array, folder: string, origin: string): Uint8Array {
  const model = parseMessage(ModelProtoSchema, bytes, origin, true);
  const outside = model.graph ? tensorsOf(model.graph).filter(isExternal) : [];
  if (outside.length === 0) return bytes;
  let total = bytes.length;
  for (const tensor of outside) {
    tensor.rawData = readExternal(tensor, folder, `${origin}: '${tensor.name}'`, maxMessageBytes - total);
    total += tensor.rawData.length;
    clearField(tensor, TensorProtoSchema.field.dataLocation);
    tensor.externalData = [];
  }
  return toBinary(ModelProtoSchema, model);
}

/**
 * Reads the bytes of the model in a file, with its external data.
 * @throws BadInput as {@link withExternalData}
 */
export const readModelFile = (path: string): Uint8Array => withExternalData(readBytes(path), dirname(path), path);

/** Returns the tensors of a graph, and of graphs within. */
const tensorsOf = ({ initializer, node }: GraphProto): readonly TensorProto[] => [
  ...initializer,
  ...node
    .flatMap(({ attribute }) => attribute)
    .flatMap(({ t, g, graphs }) => [...(t ? [t] : []), ...[...(g ? [g] : []), ...graphs].flatMap(tensorsOf)]),
];

/** Reads the bytes that a tensor refers to: location, and offset and length if they are not the whole file. */
function readExternal({ externalData }: TensorProto, folder: string, origin: string, most: number): Uint8Array {
  const entries = new Map(externalData.map(({ key, value }) => [key, value]));
  const location = entries.get('location');
  if (!location) throw new BadInput(`${origin}: external data without a location`);
  const path = insideOf(folder, location, origin);
  // checked before it is opened: a pipe would wait for a writer
  const named = `${origin}: ${location}`;
  if (!reportReadErrors(() => statSync(path), named).isFile()) {
    throw new BadInput(`${origin}: ${location} is not a regular file; name the file that holds the bytes`);
  }
  const file = reportReadErrors(() => openSync(path, 'r'), named);
  try {
    const { size } = fstatSync(file);
    const offset = numberIn(entries.get('offset') ?? '0', `${origin}: offset`);
    const length = numberIn(entries.get('length') ?? String(Math.max(0, size - offset)), `${origin}: length`);
    if (offset + length > size) {
      throw new BadInput(`${origin}: bytes ${offset} to ${offset + length} of ${location}, which has ${size}`);
    }
    if (length > most) throw new BadInput(`${origin}: the model would be larger than 2 GiB`);
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const read = reportReadErrors(() => readSync(file, bytes, done, length - done, offset + done), named);
      if (read === 0) throw new BadInput(`${named}: ended while it was read`);
      done += read;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the path of a file in or below a folder, with symbolic links resolved.
 * @throws BadInput for a file elsewhere
 */
function insideOf(folder: string, location: string, origin: string): string {
  const root = reportReadErrors(() => realpathSync(folder), folder);
  const named = join(root, location);
  const isIn = (path: string) => {
    const way = relative(root, path);
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  const refuse = () => new BadInput(`${origin}: ${location} leaves the folder of the model`);
  if (isAbsolute(location) || !isIn(named)) throw refuse();
  const path = reportReadErrors(() => realpathSync(named), `${origin}: ${location}`);
  if (!isIn(path)) throw refuse();
  return path;
}

function numberIn(text: string, what: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new BadInput(`${what} is '${text}', which is not a number of bytes`);
}
