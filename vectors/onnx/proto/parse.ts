import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { BadInput } from '../../../oracles/spec/bad-input.ts';

/**
 * A protobuf message from bytes that may be anything.
 * @param keepsAll keeps fields that our .proto leaves out, for who writes the message again; else they are skipped
 * @throws BadInput if the bytes are not such a message, in one line that starts with `origin` and says what they are, as far as that
 * can be seen; whatever the parser throws (it is a stack overflow for groups nested without end) is not such a line
 */
export function parseMessage<D extends DescMessage>(
  schema: D,
  bytes: Uint8Array,
  origin: string,
  keepsAll = false,
): MessageShape<D> {
  const what = schema.name === 'ModelProto' ? 'an ONNX model' : `a ${schema.name}`;
  // the parser reads no bytes as a message without fields, but each of ours has some
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

/** What is found in place of models: the beginnings of files, and what they are. */
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
