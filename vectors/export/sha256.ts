import { createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}
