import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import { BadInput } from '../../oracles/bad-input.ts';

// Fields that our .proto leaves out are skipped, not kept: nothing here writes back what it has read.
const options = { readUnknownFields: false };

/**
 * A protobuf message from bytes that may be anything.
 * @throws BadInput if the bytes are not such a message; whatever the parser throws (it is a RangeError for a truncated
 * file, a stack overflow for groups nested without end) becomes one line that starts with `origin`
 */
export function parseMessage<D extends DescMessage>(schema: D, bytes: Uint8Array, origin: string): MessageShape<D> {
  try {
    return fromBinary(schema, bytes, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new BadInput(`${origin}: not a ${schema.name} (${reason})`);
  }
}
