import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reasonOf } from '../../reports/aggregate/reason.ts';

const said = (message: string, operator = 'ReduceSum', id = `${operator}/13/float32/axes/3`) =>
  reasonOf({ id, operator, message });

test.each([
  ['numbers', 'shape {2,3} is not {2,3,4}', 'shape {#} is not {#}'],
  ['shapes', 'expected 2x3, got [4 x 5]', 'expected #, got [# x #]'],
  [
    'short names of dtypes, and lists with NaN',
    'cannot unify 2,F32 -inf, NaN, 1.5 with U8',
    'cannot unify #,<dtype> # with <dtype>',
  ],
  ['arrays of numpy', 'scale=array([1. , 1.5, 2.], dtype=float32)', 'scale=array([#], dtype=<dtype>)'],
  ['signs, fractions and exponents', 'error -3 above 1.5e-07', 'error # above #'],
  ['long fractions with an exponent', 'error 1.7976931348623157e+308', 'error #'],
  ['versions', 'opset 27 of ai.onnx 1.23.0', 'opset # of ai.onnx #'],
  ['addresses', 'at 0x7ffe12ab', 'at #'],
  ['hashes and UUIDs', 'run 3f2504e0-4f89-11d3-9a0c-0305e82c3301, node 9c1f23ab', 'run #, node #'],
  ['numbers in names', "node 'node_12' of Reduce-7", "node 'node_#' of Reduce-#"],
  ['the operator', "ReduceSum(13) node 'ReduceSum'", "<operator>(#) node '<operator>'"],
  ['names made from the operator', "node 'ReduceSum_token_3' failed", "node '<name>' failed"],
  ['names of nodes', "Conv node. Name:'InsertedCast_Y_2_nchwc' failed", "Conv node. Name:'' failed"],
  ['lists of names', "'mean_2' not in ['', 'B', 'X']", "'mean_#' not in [<names>]"],
  [
    'lists of names with types',
    'Node ("", ReduceSum, "", -1) : ("X": tensor(float),"","s": seq(tensor(int64)),) -> ("Y": tensor(float),) , no axes',
    'Node ("", <operator>, "", #) : (<names>) -> (<names>) , no axes',
  ],
  ['lists of classes', "Issues with [<class 'ndarray'>, <class 'NoneType'>]", 'Issues with [<classes>]'],
  ['the case', 'ReduceSum/13/float32/axes/3: bad', '<case>: bad'],
  ["ONNX's constants for types", "KeyError: 'DOUBLE' or INT32", "KeyError: '<dtype>' or <dtype>"],
  ['dtypes', 'tensor(float), tensor(uint8) and bfloat16', 'tensor(<dtype>), tensor(<dtype>) and <dtype>'],
  [
    'types of templates',
    'T* data() [with T = long int]: T !=N11onnxruntime17PrimitiveDataTypeImEE',
    'T* data() <template>: T !=<template>',
  ],
  ['white space', ' two\n\tlines ', 'two lines'],
])('takes out %s', (_, message, reason) => {
  expect(said(message)).toBe(reason);
});

test.each([
  'killed by SIGSEGV',
  'exit code 139 (SIGSEGV)',
  'status: 3221225477',
  'errno=-2',
  'needs SSE2, see E1001',
  "Expected: 'STRING', actual: 'INT'",
  'ReduceSumSquare, FusedReduceSum: a float or a double',
  'decade, facade, deadbeef',
])('keeps what says which error it is: %s', (message) => {
  expect(said(message)).toBe(message);
});

test('only the beginning of a message counts', () => {
  const assertion = 'the process was killed by SIGABRT; stderr: Assertion failed at ';
  const [a, b] = ['foo '.repeat(100), 'foo '.repeat(99)];
  expect(said(`${assertion}${a}main`)).toBe(said(`${assertion}${b}start of thread`));
  expect(said(a)).toHaveLength(301);
});

test('operators may hold any characters', () => {
  expect(said('my.Op+ is unknown, my-Op+ too', 'my.Op+')).toBe('<operator> is unknown, my-Op+ too');
});

test('what has been taken out stays out, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0x9af -_.,[]()"\'\nReduceSum') }), (message) => {
      expect(said(said(message))).toBe(said(message));
    }),
  );
});

test('a long message takes no long time', () => {
  for (const part of ['1', 'a1', '"', '#,', '0x', ' ', 'code ', '1x', 'a-']) {
    const start = performance.now();
    said(part.repeat(20_000));
    expect(performance.now() - start).toBeLessThan(1000);
  }
});
