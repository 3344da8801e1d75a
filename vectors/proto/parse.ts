import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import { BadInput } from '../../oracles/bad-input.ts';

/**
 * A protobuf message from bytes that may be anything.
 * @param keepsAll keeps fields that our .proto leaves out, for who writes the message again; else they are skipped
 * @throws BadInput if the bytes are not such a message; whatever the parser throws (it is a RangeError for a truncated
 * file, a stack overflow for groups nested without end) becomes one line that starts with `origin`
 */
export function parseMessage<D extends DescMessage>(
  schema: D,
  bytes: Uint8Array,
  origin: string,
  keepsAll = false,
): MessageShape<D> {
  try {
    return fromBinary(schema, bytes, { readUnknownFields: keepsAll });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new BadInput(`${origin}: not a ${schema.name} (${reason})`);
  }
}
