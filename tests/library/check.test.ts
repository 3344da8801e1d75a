import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { arbitraryCall, cases, check, type Kernel, node, run, suite, tensor, Unsupported } from '../../src/index.ts';
import { harnessFake } from '../cli/cli.ts';
import { argMax, loop, reduceSum, sequenceInsert, softmax } from './kernels.ts';

const quick = { dtype: 'float32', suite: 'quick' } as const;

describe('a right kernel', () => {
  it('passes, and its choices are reported', async () => {
    const result = await check(softmax(true), { operator: 'Softmax', opset: 13, ...quick });
    expect(result.ok).toBe(true);
    expect(String(result)).toMatch(/^softmax: all \d+ judged cases pass.*\n.*chosen: /s);
  });

  it('may be asynchronous, and passes at all versions', async () => {
    const sum = reduceSum(true);
    const result = await check(async (...call) => sum(...call), { ids: 'ReduceSum/13', ...quick });
    expect(result.failures.map(String)).toEqual([]);
    expect(result.ok).toBe(true);
  });
});

it('a kernel is asked for the operators that are selected, and not for their neighbours in sessions', async () => {
  const asked = new Set<string>();
  const kernel: Kernel = (inputs, attributes, node) => {
    asked.add(node.operator);
    if (inputs[0]!.dtype !== 'float32') throw new Unsupported('only float32');
    return softmax(true)(inputs, attributes, node);
  };
  const result = await check(kernel, { ids: 'Softmax/13/float32/sessions-interleaved' });
  expect(result.failures.map(String)).toEqual([]);
  expect([...asked]).toEqual(['Softmax']);
  expect(result.ok).toBe(true);
});

describe('values that are not tensors, and graphs', () => {
  it('a kernel of sequences is judged: the oracle computes the nodes around it', async () => {
    const options = { ids: 'SequenceInsert/11/float32/{definition,position-end}', suite: 'quick' } as const;
    const right = await check(sequenceInsert(false), options);
    expect(right.failures.map(String)).toEqual([]);
    expect(right.ok).toBe(true);
    const { failures } = await check(sequenceInsert(true), options);
    expect(failures.map(({ result }) => result.clause)).toContain('position-end');
  });

  it('a kernel runs the graphs of its node, which see the values around it', async () => {
    const options = { ids: ['Loop/25/float32/{run-number,outer-values}'] };
    const right = await check(loop(0), options);
    expect(right.failures.map(String)).toEqual([]);
    expect(right.ok).toBe(true);
    const { failures } = await check(loop(1), options);
    expect(failures.map(({ result }) => result.clause)).toContain('run-number');
  });

  it('a graph is given as many values as it has inputs', async () => {
    const kernel: Kernel = (_, __, { graphs }) => graphs.body!();
    const { failures } = await check(kernel, { ids: 'Loop/25/*/run-number' });
    expect(failures[0]!.result).toMatchObject({ outcome: 'error', message: 'body has 3 inputs, and was given 0' });
  });
});

describe('a faulty kernel is caught, the smallest case first', () => {
  it('softmax without the shift is a choice, which can be required', async () => {
    const options = { ids: 'Softmax/13/float32/*large*' };
    expect(String(await check(softmax(false), options))).toContain('softmax-shift=not-shifted');
    const strict = await check(softmax(false), { ...options, policy: 'softmax-shift=shifted' });
    expect(strict.ok).toBe(false);
    expect(String(strict.failures[0])).toContain('softmax-shift: not-shifted, where shifted is required');
  });

  it('ReduceSum that ignores keepdims', async () => {
    const result = await check(reduceSum(false), { ids: 'ReduceSum/13/float32/keepdims-zero' });
    expect(result.ok).toBe(false);
    const [first] = result.failures;
    expect(first!.outcome).toBe('fail');
    expect(String(first)).toMatch(
      /^fail: .*\n {2}opset 1.*\n {2}output 0 has shape \[[\d,]+\] instead of \[[\d,]+\]\n {2}looks like: as if keepdims were left out/,
    );
  });

  it('ArgMax that names the first of several maxima', async () => {
    const { failures } = await check(argMax, { ids: 'ArgMax/13/float32/ties-last' });
    expect(String(failures[0])).toContain('looks like: as if select_last_index were left out');
  });

  it('one that throws, or returns something else, has failed those cases', async () => {
    const options = { ids: 'Abs/13/float32/size-zero', suite: 'quick' } as const;
    const throwing = () => {
      throw new Error('not today');
    };
    const thrown = await check(throwing, options);
    expect(thrown.failures[0]!.result).toMatchObject({ outcome: 'error', message: 'not today' });
    const wrong = await check((() => 3) as never, options);
    expect(String(wrong)).toContain('a tensor is { dtype, dims, data }, not a Number');
  });
});

describe('cells for test runners', () => {
  it('say what is broken, what is skipped, and what contradicts itself', async () => {
    const cells = suite({ kernel: reduceSum(false), ids: 'ReduceSum/13/float32', suite: 'quick' });
    const messages = await Promise.all(
      cells.cells.map((cell) => cell.run().catch((error: Error) => `${cell.name}: ${error.name}: ${error.message}`)),
    );
    expect(messages.join('\n')).toMatch(
      /definition: WrongAnswer: 1 of 1 cases\nfail: ReduceSum.*\n.*\n {2}output 0 has/,
    );
    await cells.together();
    expect((await cells.close())!.totals.fail).toBeGreaterThan(0);
  });

  it('fail where nothing at all was judged', async () => {
    const none = () => {
      throw Object.assign(new Error('only float32'), { name: 'Unsupported' });
    };
    const { cells, together } = suite({ kernel: none, ids: 'Abs/13/float64', suite: 'quick' });
    await expect(together()).rejects.toThrow('nothing was judged: no cell was run');
    for (const cell of cells) expect(await cell.run()).toBe('only float32');
    await expect(together()).rejects.toThrow(/^nothing was judged: \d+ cases? unsupported, the first: only float32$/);
  });

  it('an operator that does not exist is refused at once', () => {
    expect(() => suite({ kernel: argMax, ids: 'ArgMaxx' })).toThrow("no operator matches 'ArgMaxx'; did you mean");
    const misspelt = { kernel: argMax, opsets: 13 };
    expect(() => suite(misspelt)).toThrow("unknown option 'opsets'; did you mean opset?");
    const unheard = { kernel: argMax, gateInvalid: true };
    expect(() => suite(unheard)).toThrow("unknown option 'gateInvalid'");
  });
});

describe('what cannot be meant is refused in one line', () => {
  const x = tensor('float32', [1], [1]);

  it.each([
    ['no options of check', () => check(argMax, undefined as never), 'options are an object, not undefined'],
    ['a misspelt option of check', () => check(argMax, { operatr: 'ArgMax' } as never), 'did you mean operator?'],
    ['no kernel', () => check(42 as never, { operator: 'Abs' }), 'a kernel is a function of the inputs and the'],
    ['no options of run', () => run(undefined as never), 'options are an object, not undefined'],
    ['invalid models for a kernel', () => run({ kernel: argMax, gateInvalid: true }), 'leave out gateInvalid'],
    ['an option of nodes', async () => node('Abs', { input: [x] } as never), 'did you mean inputs?'],
    ['options of nodes', async () => node('Abs', null as never), 'options are an object, not null'],
    [
      'an option of judge',
      async () => node('Abs', { inputs: [x] }).judge([x], { requir: 'exact' } as never),
      'did you mean require?',
    ],
  ])('%s', async (_, use, message) => {
    const error = await use().then(String, (thrown: Error) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
    expect((error as Error).name).toBe('BadInput');
    expect((error as Error).message).not.toContain('\n');
  });
});

it('long things are printed in a few lines', async () => {
  const ids = 'ReduceSum/13/float32/keepdims-zero';
  const { failures } = await check(reduceSum(false), { ids });
  expect(failures.length).toBeGreaterThan(3);
  expect(inspect(failures)).toMatch(/^\d+ failures\nfail: [\s\S]*\n… \d+ more$/);
  expect(inspect(suite({ kernel: argMax, ids: 'ArgMax/13/float32', suite: 'quick' }))).toMatch(
    /^argMax: \d+ cells, \d+ cases\n(ArgMax\S+\n){3}… \d+ more$/,
  );
  expect(inspect(cases({ ids }))).toBe(`cases of {"ids":"${ids}"}, one after the other`);
  expect(inspect(arbitraryCall('Abs'))).toBe('legal calls of Abs');
});

it('the process of a backend ends also where the listener of a run throws', async () => {
  const onStart = () => {
    throw new Error('no');
  };
  const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap');
  const [backend, ids] = [`stdio:"${process.execPath}" "${harnessFake('dies.mjs')}" none`, 'Abs/13/float32/definition'];
  const before = processes();
  await expect(run({ backend, ids, onStart })).rejects.toThrow('no');
  await expect.poll(processes).toEqual(before);
});
