import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LimitReached } from '../../oracles/spec/bad-input.ts';
import {
  encodeFrame,
  type Frame,
  FrameReader,
  ProtocolError,
  requestPayloads,
  responsePayloads,
} from '../../src/backends/protocol.ts';
import { sampled } from '../sample.ts';

const limits = { header: 1000, payload: 1000 };

function read(reader: FrameReader, bytes: Uint8Array, cuts: readonly number[] = []): Frame[] {
  const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
  return ends.flatMap((end, i) => [...reader.push(Buffer.from(bytes.subarray(ends[i - 1] ?? 0, end)))]);
}

const payload = fc.uint8Array({ maxLength: 100 });
const outputs = fc.array(fc.record({ name: fc.string({ maxLength: 5 }), bytes: payload }), { maxLength: 3 });

test('frames survive any chunking', () => {
  const property = fc.property(fc.array(outputs), fc.array(fc.nat(3000)), (answers, cuts) => {
    const frames = answers.map((list, id) => {
      const manifest = list.map(({ name, bytes }) => ({ name, size: bytes.length }));
      return { header: { id, status: 'ok', outputs: manifest }, payloads: list.map(({ bytes }) => bytes) };
    });
    const bytes = Buffer.concat(frames.flatMap(({ header, payloads }) => encodeFrame(header, payloads)));
    const reader = new FrameReader(responsePayloads);
    const seen = read(reader, bytes, cuts);
    expect(seen.map(({ header }) => header)).toEqual(frames.map(({ header }) => header));
    expect(seen.map(({ payloads }) => payloads.map((p) => [...p]))).toEqual(
      frames.map(({ payloads }) => payloads.map((p) => [...p])),
    );
    expect(reader.idle).toBe(true);
  });
  fc.assert(property);
});

test('large payloads survive any chunking', () => {
  const bytes = Uint8Array.from({ length: 17 * 1024 * 1024 }, (_, i) => i % 251);
  const frame = (id: number) =>
    encodeFrame({ id, status: 'ok', outputs: [{ name: 'y', size: bytes.length }] }, [bytes]);
  const sent = Buffer.concat([...frame(1), ...frame(2)]);
  for (const step of sampled([sent.length, 7_000_000, 100_000], 1)) {
    const cuts = Array.from({ length: Math.floor(sent.length / step) }, (_, i) => (i + 1) * step);
    const reader = new FrameReader(responsePayloads);
    const seen = read(reader, sent, cuts);
    expect(seen.map(({ header }) => header.id)).toEqual([1, 2]);
    expect(seen.every(({ payloads: [one] }) => Buffer.compare(one!, bytes) === 0)).toBe(true);
    expect(reader.idle).toBe(true);
  }
});

test('a request carries the model and then its inputs', () => {
  const [model, input] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4)];
  const header = { id: 7, method: 'run', model: 3, inputs: [{ name: 'data', size: 1 }], outputs: ['y'] };
  const [frame] = read(new FrameReader(requestPayloads), Buffer.concat(encodeFrame(header, [model, input])));
  expect(frame!.payloads.map((p) => [...p])).toEqual([[1, 2, 3], [4]]);
});

test('large payloads are not copied', () => {
  const model = new Uint8Array(1_000_000);
  expect(encodeFrame({ id: 1 }, [model])[1]).toBe(model);
});

test('a header that is too long to send is refused', () => {
  expect(() => encodeFrame({ id: 1, outputs: ['x'.repeat(70_000)] })).toThrow(LimitReached);
});

test.each([
  ['garbage', 'hello\n', /not a line of JSON: "hello"/],
  ['an empty line', '\n', /not a line of JSON/],
  ['a list', '[]\n', /not a JSON object/],
  ['null', 'null\n', /not a JSON object/],
  ['a long line', 'x'.repeat(1001), /no end of line within 1000 bytes/],
  ['a long line that ends', `${' '.repeat(1001)}{}\n`, /no end of line within 1000 bytes/],
  ['outputs that are not a list', '{"status":"ok","outputs":{}}\n', /"outputs" is not a list/],
  ['an output without name', '{"status":"ok","outputs":[{"size":1}]}\n', /outputs\[0\] has no name/],
  ['null as an output', '{"status":"ok","outputs":[null]}\n', /outputs\[0\] has no name/],
  ['a size with a fraction', '{"status":"ok","outputs":[{"name":"y","size":0.5}]}\n', /not a number of bytes/],
  ['a size as a string', '{"status":"ok","outputs":[{"name":"y","size":"1"}]}\n', /not a number of bytes/],
  [
    'too much',
    '{"status":"ok","outputs":[{"name":"y","size":600},{"name":"z","size":600}]}\n',
    /payload of 1200 bytes/,
  ],
])('%s is a breach of the protocol', (_, text, message) => {
  for (const cuts of [[], [1], [1000]]) {
    const attempt = () => read(new FrameReader(responsePayloads, limits), Buffer.from(text), cuts);
    expect(attempt).toThrow(ProtocolError);
    expect(attempt).toThrow(message);
  }
});

test('frames before a breach are seen', () => {
  const seen: unknown[] = [];
  expect(() => {
    for (const { header } of new FrameReader(responsePayloads).push(Buffer.from('{"id":1}\n{"id":2}\nrubbish\n'))) {
      seen.push(header.id);
    }
  }).toThrow(ProtocolError);
  expect(seen).toEqual([1, 2]);
});

test('any bytes are frames or a breach, never anything else', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 2000 }), fc.array(fc.nat(2000)), (bytes, cuts) => {
    try {
      read(new FrameReader(responsePayloads, limits), bytes, cuts);
    } catch (error) {
      expect(error).toBeInstanceOf(ProtocolError);
    }
  });
  fc.assert(property);
});
