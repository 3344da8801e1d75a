import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { BadInput } from '../../../oracles/spec/bad-input.ts';

/**
 * Parses a protobuf message from any bytes.
 * @param keepsAll keeps fields that our .proto leaves out, so that the message can be written again; otherwise they are skipped
 * @throws BadInput if the bytes are not such a message, in one line that starts with `origin` and describes the bytes if possible.
 * It replaces all errors of the parser, even a stack overflow for deeply nested groups
 */
export function parseMessage<D extends DescMessage>(
  schema: D,
  bytes: Uint8Array,
  origin: string,
  keepsAll = false,
): MessageShape<D> {
  const what = schema.name === 'ModelProto' ? 'an ONNX model' : `a ${schema.name}`;
  // the parser accepts empty input as a message without fields, but all messages here have fields
  if (bytes.length === 0) throw new BadInput(`${origin}: not ${what}: it is empty`);
  try {
    return fromBinary(schema, bytes, { readUnknownFields: keepsAll });
  } catch {
    if (isCutOff(schema, bytes))
      throw new BadInput(`${origin}: ${what} that is cut off: more than its bytes are announced`);
    throw new BadInput(`${origin}: not ${what}: ${contentOf(bytes)}`);
  }
}

/** Returns whether bytes are fields of a message, the last of which continues beyond them. */
function isCutOff({ fields }: DescMessage, bytes: Uint8Array): boolean {
  const reader = new BinaryReader(bytes);
  const numbers = new Set(fields.map(({ number }) => number));
  while (reader.pos < reader.len) {
    try {
      const [number, type] = reader.tag();
      if (!numbers.has(number)) return false;
      reader.skip(type, number);
    } catch (error) {
      return error instanceof RangeError;
    }
  }
  return false;
}

/** Other contents that are often found in place of models: the first bytes, and a description. */
const others: readonly (readonly [start: string, what: string])[] = [
  ['version https://git-lfs', "it is a pointer of Git LFS; 'git lfs pull' fetches the file itself"],
  ['<', 'it is an HTML or XML page'],
  ['PK\u0003\u0004', 'it is a zip archive'],
  ['\u001f\u008b', 'it is compressed by gzip'],
];

function contentOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  return others.find(([known]) => start.startsWith(known))?.[1] ?? 'its bytes are something else, or damaged';
}
