import fc from 'fast-check';
import { fromArrayBuffer } from 'numpy-parser';
import { describe, expect, it } from 'vitest';
import { dtypes, formatOf } from '../../../oracles/numerics/dtype.ts';
import { allocate, bytesOf, tensor, tensorFromBytes } from '../../../oracles/numerics/tensor.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { isOfNumpy, readNpy, writeNpy } from '../../../vectors/onnx/npy.ts';
import { anyTensor, damaged, identity, survives } from '../arbitrary.ts';

const numpyDTypes = dtypes.filter(isOfNumpy);

/** An npy file as other writers may put it: any version, any header text, no padding. */
function file(text: string, elements: Uint8Array | string, version = 1): Uint8Array {
  const header = Buffer.from(text, version === 3 ? 'utf8' : 'latin1');
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  length.writeUIntLE(header.length, 0, length.length);
  const data = typeof elements === 'string' ? Buffer.from(elements, 'hex') : elements;
  return Buffer.concat([Buffer.from('\x93NUMPY', 'latin1'), Uint8Array.of(version, 0), length, header, data]);
}

const dict = (descr: string, shape: string, fortran = 'False') =>
  `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': ${shape}, }\n`;

describe('an npy file', () => {
  it.each(numpyDTypes)('of %s is read as it was written, bit for bit', (dtype) => {
    fc.assert(
      fc.property(anyTensor(fc.constant(dtype)), (t) => {
        expect(identity(readNpy(writeNpy(t)))).toEqual(identity(t));
      }),
    );
  });

  it.each([
    ['float32', [3], "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }"],
    ['bool', [], "{'descr': '|b1', 'fortran_order': False, 'shape': (), }"],
    ['uint64', [2, 0], "{'descr': '<u8', 'fortran_order': False, 'shape': (2, 0), }"],
    ['bfloat16', [1], "{'descr': '<V2', 'fortran_order': False, 'shape': (1,), }"],
  ] as const)('of %s%j has the header that numpy writes', (dtype, dims, text) => {
    const count = dims.reduce<number>((product, dim) => product * dim, 1);
    const bytes = Buffer.from(
      writeNpy(tensorFromBytes(dtype, dims, new Uint8Array((count * formatOf(dtype).bits) / 8))),
    );
    expect(bytes.subarray(0, 10).toString('hex')).toBe('934e554d505901007600');
    expect(bytes.subarray(10, 128).toString('latin1')).toBe(`${text.padEnd(117)}\n`);
  });

  it('has a header of version 2 where 16 bits cannot count its length', () => {
    const t = tensor('uint8', Array(30_000).fill(1), Uint8Array.of(7));
    expect(writeNpy(t)[6]).toBe(2);
    expect(identity(readNpy(writeNpy(t)))).toEqual(identity(t));
  });

  it.each([
    ['version 2', file(dict('<f2', '(2,)'), '003c00c0', 2), 'float16', [2], '003c00c0'],
    ['version 3', file(dict('<i8', '()'), '0000000000000080', 3), 'int64', [], '0000000000000080'],
    ['big-endian', file(dict('>i4', '(2,)'), '0000000100000002'), 'int32', [2], '0100000002000000'],
    ['big-endian 64 bits', file(dict('>u8', '(1,)'), '0102030405060708'), 'uint64', [1], '0807060504030201'],
    ['Fortran order', file(dict('|u1', '(2, 3)', 'True'), '010203040506'), 'uint8', [2, 3], '010305020406'],
    ['both', file(dict('>f2', '(1, 2)', 'True'), '3c00c000'), 'float16', [1, 2], '003c00c0'],
    ['no byte order', file(dict('=i2', '(1,)'), '0100'), 'int16', [1], '0100'],
    ['Python 2', file(dict('|b1', '(2L, 1L)'), '0100'), 'bool', [2, 1], '0100'],
    ['opaque bytes', file(dict('|V2', '(1,)'), '803f'), 'bfloat16', [1], '803f'],
    ['big-endian complex', file(dict('>c8', '(1,)'), '3f80000040000000'), 'complex64', [1], '0000803f00000040'],
    ['other keys order', file(`{"shape":(2,),"fortran_order":False,"descr":"<i1"}`, 'ff01'), 'int8', [2], 'ff01'],
  ])('in another form: %s', (_, bytes, dtype, dims, bits) => {
    const before = Buffer.from(bytes).toString('hex');
    expect(identity(readNpy(bytes))).toEqual({ dtype, dims, bits });
    expect(Buffer.from(bytes).toString('hex')).toBe(before);
  });

  it.each([
    ['UTF-32', file(dict('<U2', '(2,)'), 'f60000000000000003f6010061000000'), ['ö', '😃a']],
    ['big-endian UTF-32', file(dict('>U2', '(1,)'), '000000610001f603'), ['a😃']],
    ['bytes', file(dict('|S3', '(2,)'), '61c3b6' + '620000'), ['aö', 'b']],
  ])('with text: %s', (_, bytes, texts) => {
    expect(readNpy(bytes)).toEqual(tensor('string', [texts.length], texts));
  });

  it('of strings is as wide as the longest', () => {
    const bytes = Buffer.from(writeNpy(tensor('string', [2], ['a😃', ''])));
    expect(bytes.subarray(10, 67).toString('latin1')).toBe("{'descr': '<U2', 'fortran_order': False, 'shape': (2,), }");
    expect(bytes.subarray(128).toString('hex')).toBe('6100000003f60100' + '0000000000000000');
  });

  it.each(dtypes.filter((dtype) => !numpyDTypes.includes(dtype)))('there is none of %s', (dtype) => {
    expect(() => writeNpy(tensor(dtype, [0], allocate(dtype, 0)))).toThrow(`numpy has no ${dtype}`);
  });

  it('in Fortran order is its own transpose in C order', () => {
    fc.assert(
      fc.property(anyTensor(fc.constant('float32')), (t) => {
        const shape = `(${t.dims.join(',')}${t.dims.length === 1 ? ',' : ''})`;
        const reversed = `(${t.dims.toReversed().join(',')}${t.dims.length === 1 ? ',' : ''})`;
        const once = readNpy(file(dict('<f4', reversed, 'True'), bytesOf(t)));
        const twice = readNpy(file(dict('<f4', shape, 'True'), bytesOf(once)));
        expect(identity(twice)).toEqual(identity(t));
      }),
    );
  });

  it('agrees with numpy-parser on what that reads', () => {
    const shared = fc.constantFrom(
      'float32',
      'float64',
      'int8',
      'uint8',
      'int16',
      'uint16',
      'int32',
      'uint32' as const,
    );
    fc.assert(
      fc.property(anyTensor(shared), (t) => {
        const { data, shape } = fromArrayBuffer(new Uint8Array(writeNpy(t)).buffer);
        expect(Buffer.from(bytesOf({ ...t, data })).toString('hex')).toBe(identity(t).bits);
        // the library takes (3,) for [3, 1]
        expect(t.dims.length === 1 ? shape.slice(0, 1) : shape).toEqual(t.dims);
      }),
    );
  });
});

describe('bad npy files', () => {
  const plain = dict('<f4', '(1,)');
  it.each([
    ['no file', new Uint8Array(0), 'not an npy file'],
    ['a zip archive', Buffer.from('PK\x03\x04 and more'), 'not an npy file'],
    ['version 4', file(plain, '00000000', 4), 'npy format version 4'],
    ['a cut header', file(plain, '00000000').subarray(0, 30), 'ends inside its header'],
    ['missing elements', file(plain, '0000'), '2 bytes of elements where float32[1] needs 4'],
    ['further elements', file(plain, '0000000000'), '5 bytes of elements where float32[1] needs 4'],
    ['a huge claim', file(dict('<f4', '(1099511627776,)'), '00000000'), 'float32[1099511627776] needs'],
    ['a claim beyond counting', file(dict('<f4', '(1099511627776, 1099511627776)'), ''), 'too large'],
    ['a date', file(dict('<M8[s]', '(1,)'), '0000000000000000'), "numpy dtype '<M8[s]' is not supported"],
    ['text of no width', file(dict('<U0', '(9,)'), ''), "numpy dtype '<U0'"],
    ['text beyond Unicode', file(dict('<U1', '(1,)'), '00001100'), 'string element 0 is not Unicode text'],
    ['bytes that are not UTF-8', file(dict('|S2', '(1,)'), 'c3ff'), 'string element 0 is not Unicode text'],
    ['objects', file(dict('|O', '(0,)'), ''), "numpy dtype '|O'"],
    ['a word without byte order', file(dict('|i4', '(0,)'), ''), "numpy dtype '|i4'"],
    ['structures', file(`{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (0,), }`, ''), 'structured dtypes'],
    ['a negative shape', file(dict('<f4', '(-1,)'), ''), 'the npy header is not a dict'],
    ['a shape that is not a tuple', file(dict('<f4', '(,)'), '00000000'), 'the npy header is not a dict'],
    ['a dimension that Python would not read', file(dict('<f4', '(01,)'), '00000000'), 'the npy header is not a dict'],
    ['a missing key', file(`{'descr': '<f4', 'shape': (0,)}`, ''), 'the npy header is not a dict'],
    ['a bool of 2', file(dict('|b1', '(1,)'), '02'), 'bool element 0 is 2'],
  ])('%s', (_, bytes, message) => {
    const read = () => readNpy(bytes, 'input_0.npy');
    expect(read).toThrow(BadInput);
    expect(read).toThrow('input_0.npy: ');
    expect(read).toThrow(message);
  });

  it('any bytes at all', () => {
    fc.assert(
      fc.property(damaged(anyTensor(fc.constantFrom(...numpyDTypes)).map(writeNpy)), (bytes) =>
        survives(readNpy, bytes),
      ),
      { numRuns: 2000 },
    );
  });
});
