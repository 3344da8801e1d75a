/** Checks of framing, order, and the start and end of processes. */
import { dtypes } from '../../oracles/numerics/dtype.ts';
import { newestOpset } from '../../oracles/operators.ts';
import { encodeRequest } from '../backends/messages.ts';
import { encodeFrame, protocolVersion } from '../backends/protocol.ts';
import { type Check, type CheckedAdapter, expectRight, read } from './check.ts';
import { AdapterFault, sendAllAtOnce } from './conversation.ts';

const helloFrame = (more: object = {}) => encodeFrame({ id: 0, method: 'hello', protocol: protocolVersion, ...more });

export const protocolChecks: readonly Check[] = [
  {
    name: 'hello: another version of the protocol is refused',
    async run({ command, bounds }) {
      const { frames } = await sendAllAtOnce(command, 1, Buffer.concat(helloFrame({ protocol: 9999 })), bounds);
      if (frames[0]?.header.status !== 'ok') return undefined;
      throw new AdapterFault(
        'it says "ok" to protocol 9999',
        'answer "failed" if "protocol" is not 1: later versions differ',
      );
    },
  },
  {
    name: 'hello: members that are not known are ignored',
    async run({ command, bounds }) {
      const { frames } = await sendAllAtOnce(command, 1, Buffer.concat(helloFrame({ future: [1] })), bounds);
      if (frames[0]?.header.status === 'ok') return undefined;
      throw new AdapterFault(
        'it does not answer a hello with one more member',
        'read the members that you know, leave the others',
      );
    },
  },
  {
    name: 'hello: an option that is not known is refused, not ignored',
    async run({ command, bounds }) {
      const options = { ...command.options, 'no-such-option': '1' };
      const { frames } = await sendAllAtOnce(command, 1, Buffer.concat(helloFrame({ options })), bounds);
      const { status, options: applied = {} } = frames[0]?.header ?? {};
      if (status !== 'ok') return undefined;
      if (!('no-such-option' in Object(applied))) return undefined;
      throw new AdapterFault(
        'it claims to have applied "no-such-option"',
        'list only options that you apply, and answer "failed" for a name or value that you do not know',
      );
    },
  },
  {
    name: 'hello: what it declares makes sense',
    async run({ hello }) {
      const { capabilities, methods, named } = hello;
      const unknown = named.find((name) => !(dtypes as readonly string[]).includes(name));
      if (capabilities.dtypes?.length === 0 || (unknown !== undefined && !otherDTypes.test(unknown))) {
        throw new AdapterFault(
          `it declares ${unknown === undefined ? 'no dtype' : `the dtype "${unknown}"`}`,
          `names are those of ONNX in lower case: ${dtypes.join(', ')}`,
        );
      }
      if (!methods.includes('run'))
        throw new AdapterFault('"methods" lacks "run"', 'list "run" as well, or leave "methods" out');
      const [first] = capabilities.opsets ?? [1];
      if (first > newestOpset)
        throw new AdapterFault(`it declares opsets from ${first}`, `opsets are 1 to ${newestOpset}`);
      const { provider, accumulator } = hello.info;
      if (provider === undefined)
        return 'reports cannot say what computes, such as CPU: name it as "provider" in "info" of a module, or in "backend" of hello';
      return accumulator === undefined ? undefined : `provider ${provider}, accumulator ${accumulator}`;
    },
  },
  { name: 'run: one model is answered rightly', run: async (adapter) => void (await adapter.plain()) },
  {
    name: 'run: members of a header that are not known are ignored',
    async run(adapter) {
      const question = await adapter.plain();
      const { request } = question;
      const id = adapter.id();
      const talk = await adapter.talk();
      const [first, ...rest] = encodeRequest(id, request);
      const line = Buffer.from(first!);
      talk.send([Buffer.from('{"future":{"a":[1]},'), line.subarray(1), ...rest]);
      expectRight(read(await talk.next(), request, id), question);
      return undefined;
    },
  },
  {
    name: 'run: a request that arrives in small pieces',
    async run(adapter) {
      const question = await adapter.plain();
      const id = adapter.id();
      const talk = await adapter.talk();
      const bytes = Buffer.concat(encodeRequest(id, question.request));
      for (let at = 0; at < bytes.byteLength; at += 7) {
        talk.send([bytes.subarray(at, at + 7)]);
        if (at % 70 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expectRight(read(await talk.next(), question.request, id), question);
      return undefined;
    },
  },
  {
    name: 'run: many requests in the pipe are answered in their order',
    async run(adapter) {
      const question = await adapter.plain();
      const talk = await adapter.talk();
      const ids = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? adapter.id() : 2 ** 40 + i));
      talk.send([Buffer.concat(ids.flatMap((id) => encodeRequest(id, question.request)))]);
      for (const id of ids) expectRight(read(await talk.next(), question.request, id), question);
      return undefined;
    },
  },
  {
    name: 'end: what was asked before the end of the input is answered',
    async run(adapter) {
      const { stays, frames, broken } = await lastWords(adapter);
      if (broken !== undefined)
        throw new AdapterFault(`its output is broken: ${broken}`, 'print nothing to stdout but frames');
      if (frames.length === 3) return undefined;
      const remedy = 'read the input to its end, and flush the last answer before you exit';
      throw new AdapterFault(`${frames.length} of 3 answers came${stays ? ', and it did not end' : ''}`, remedy);
    },
  },
  {
    name: 'end: the process exits when its input ends',
    async run(adapter) {
      if (!(await lastWords(adapter)).stays) return undefined;
      const seconds = adapter.bounds.caseTimeout / 1000;
      throw new AdapterFault(
        `it still runs ${seconds} s after its last answer and the end of its input`,
        'leave the loop at the end of stdin, and end threads',
      );
    },
  },
];

/** Float and integer types of ONNX that the suite does not test yet. */
const otherDTypes = /^(string|complex\d+|float\d+e\w+|u?int[24])$/;

/** Sends hello, two requests and the end of the input at once. */
async function lastWords(adapter: CheckedAdapter) {
  const { request } = await adapter.plain();
  const { options } = adapter.command;
  const input = [helloFrame(options && { options }), encodeRequest(1, request), encodeRequest(2, request)].flat();
  return sendAllAtOnce(adapter.command, 3, Buffer.concat(input), adapter.bounds);
}
