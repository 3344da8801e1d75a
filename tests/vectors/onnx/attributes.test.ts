import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { readAttributes as read, writeAttributes } from '../../../vectors/onnx/attributes.ts';
import { writeGraph } from '../../../vectors/onnx/graph-proto.ts';
import { type AttributeProto, AttributeProtoSchema } from '../../../vectors/onnx/proto/onnx_pb.ts';

/** Attributes of which none is a graph. */
const readAttributes = (protos: readonly AttributeProto[]) => read(protos, '', () => undefined);

it('an empty list keeps its type', () => {
  const attributes: Attributes = { axes: { type: 'INTS', value: [] } };
  const bytes = toBinary(
    AttributeProtoSchema,
    create(AttributeProtoSchema, writeAttributes(attributes, writeGraph)[0]),
  );
  // the name, then type 7 under number 20, and no value
  expect(Buffer.from(bytes).toString('hex')).toBe('0a0461786573a00107');
  expect(readAttributes([fromBinary(AttributeProtoSchema, bytes)]).attributes).toEqual(attributes);
});

it('strings keep a byte order mark, which is a character', () => {
  const attributes: Attributes = {
    one: { type: 'STRING', value: '\ufeffa' },
    several: { type: 'STRINGS', value: ['\ufeff', 'b'] },
  };
  const protos = writeAttributes(attributes, writeGraph).map((proto) => create(AttributeProtoSchema, proto));
  expect(readAttributes(protos).attributes).toEqual(attributes);
});

it('an INT that is none is a mistake of the caller', () => {
  expect(() => writeAttributes({ axis: { type: 'INT', value: 0.5 } }, writeGraph)).toThrow(RangeError);
});

it('an attribute of IR 1, without type, has that of its value', () => {
  const old = [
    { name: 'f', f: 0 },
    { name: 'i', i: 0n },
    { name: 'ints', ints: [0n, 1n] },
  ];
  expect(readAttributes(old.map((fields) => create(AttributeProtoSchema, fields)))).toEqual({
    attributes: {
      f: { type: 'FLOAT', value: 0 },
      i: { type: 'INT', value: 0 },
      ints: { type: 'INTS', value: [0, 1] },
    },
    unread: [],
  });
});

describe('an attribute without a form here', () => {
  it.each<[string, object]>([
    ['an integer beyond 2^53', { type: 2, i: 2n ** 63n - 1n }],
    ['integers beyond 2^53', { type: 7, ints: [0n, -(2n ** 63n)] }],
    ['a graph that is missing', { type: 5 }],
    ['a tensor that is missing', { type: 4 }],
    ['a reference to a function’s attribute', { type: 2, refAttrName: 'axis' }],
    ['one without type and value', {}],
  ])('%s is named, not lost', (_, attribute) => {
    const found = readAttributes([create(AttributeProtoSchema, { name: 'a', ...attribute })]);
    expect(found).toEqual({ attributes: {}, unread: ['a'] });
  });
});
