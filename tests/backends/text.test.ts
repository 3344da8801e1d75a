import { expect, test } from 'vitest';
import { lastUsefulLine, oneLine, Tail, withoutStack } from '../../src/backends/text.ts';

test('one line, without control characters, the end kept', () => {
  expect(oneLine(' a\r\n\tb \x1b[31mred\x1b[0m\u2028c\x07 ')).toBe('a b red c');
  expect(oneLine('x'.repeat(50), 10)).toBe(`…${'x'.repeat(9)}`);
});

test.each([
  ['nothing', '', ''],
  ['a plain line', 'loading\nno licence\n\n', 'no licence'],
  [
    'Node.js',
    "node:internal/modules:1\n  throw err;\n  ^\n\nError: Cannot find module 'x'\n    at a (b:1:2) {\n  code: 'X',\n  requireStack: []\n}\n\nNode.js v20.20.2\n",
    "Error: Cannot find module 'x'",
  ],
  [
    'Python',
    'Traceback (most recent call last):\n  File "a.py", line 1\n    import x\nModuleNotFoundError: No module x\n',
    'ModuleNotFoundError: No module x',
  ],
  ['Rust', "thread 'main' panicked at src/main.rs:1:1:\nno model\nnote: run with `RUST_BACKTRACE=1`\n", 'no model'],
  [
    'C++',
    "terminate called after throwing an instance of 'E'\n  what():  no device\nAborted (core dumped)\n",
    'what(): no device',
  ],
  ['only indented lines', '  warming up\n  stopped\n', 'stopped'],
])('the useful line of %s', (_, stderr, line) => {
  expect(lastUsefulLine(stderr)).toBe(line);
});

test('a tail keeps the last bytes', () => {
  const tail = new Tail(5);
  for (const text of ['abc', 'd', '', 'efgh', 'ij']) {
    tail.push(Buffer.from(text));
  }
  expect(tail.toString()).toBe('fghij');
  tail.push(Buffer.from('0123456789'));
  expect(tail.toString()).toBe('56789');
});

test.each([
  [
    'Node.js',
    'loading\n----- Native stack trace -----\n\n 1: 0xd3a3c0  [node]\n\n----- JavaScript stack trace -----\n\n1: run\n',
    'loading',
  ],
  [
    'V8',
    '#\n# Fatal error in , line 0\n# Fatal JavaScript invalid size error 169\n#\n#FailureMessage Object: 0x7ffe\n 1: 0xb6  [node]',
    'Fatal error in , line 0 Fatal JavaScript invalid size error 169',
  ],
  ['others', 'no device\nAborted', 'no device Aborted'],
])('the native stack of %s is left out', (_, stderr, line) => {
  expect(oneLine(withoutStack(stderr))).toBe(line);
});
