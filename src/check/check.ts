import type { Case } from '../../generators/suite/cases.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import type { Answer, BackendCommand } from '../backends/backend.ts';
import { StartFailure } from '../backends/child.ts';
import { answerOf, encodeRequest } from '../backends/messages.ts';
import type { Hello } from '../backends/start.ts';
import { callsOf, caseLike } from './calls.ts';
import { AdapterFault, AnswerTimeout, type CheckLimits, Conversation } from './conversation.ts';
import type { AdapterQuestion } from './question.ts';
import { identityModel, opsetFor, smallCases, undefinedValueModel } from './questions.ts';

/** One rule of the protocol, tried on an adapter. */
export interface Check {
  readonly name: string;
  /** the dtype that it concerns, if any */
  readonly dtype?: DType;
  /**
   * Returns, possibly with a remark, if the adapter follows the rule.
   * @throws Wrong if it does not, Skipped if the rule does not apply, Late if it remains undecided
   */
  readonly run: (adapter: CheckedAdapter) => Promise<string | undefined>;
}

/** A rule that cannot be tried on this adapter, and why. */
export class Skipped extends Error {}

/** The result of a check. */
export interface RuleResult extends Pick<Check, 'name' | 'dtype'> {
  /** `late`: the adapter did not answer in time, so the rule is undecided */
  readonly outcome: 'pass' | 'fail' | 'skip' | 'late';
  /** the fault, the reason for skipping, or a remark on a pass */
  readonly message?: string;
  /** the remedy for the author; present if the check failed or is late */
  readonly remedy?: string;
}

type TensorsByName = Readonly<Record<string, Tensor>>;

/** The form of a question. */
interface RequestOptions {
  /** the names of values in the order of the wanted outputs */
  readonly order?: readonly string[];
  /** the number of the case among several of an operator */
  readonly turn?: number;
  /** the source of the data, if not inputs */
  readonly data?: 'initializer' | 'nowhere';
}

/** An adapter under test. One process serves many checks, and is replaced when a check has ended it. */
export class CheckedAdapter {
  readonly command: BackendCommand;
  readonly bounds: CheckLimits;
  readonly hello: Hello;
  #conversation: Conversation;
  #nextId = 1;
  #plain: AdapterQuestion | undefined;
  #search: Promise<AdapterQuestion> | undefined;

  private constructor(command: BackendCommand, bounds: CheckLimits, conversation: Conversation) {
    this.command = command;
    this.bounds = bounds;
    this.hello = conversation.hello;
    this.#conversation = conversation;
  }

  /** @throws StartFailure */
  static async start(command: BackendCommand, bounds: CheckLimits): Promise<CheckedAdapter> {
    return new CheckedAdapter(command, bounds, await Conversation.open(command, bounds));
  }

  get opset(): number {
    return opsetFor(this.hello.capabilities);
  }

  /** Returns a model that the adapter answers rightly, if possible one that returns its input. */
  async plain(): Promise<AdapterQuestion> {
    this.#search ??= this.#findPlain();
    this.#plain = await this.#search;
    return this.#plain;
  }

  /** Whether none of the models is supported, as in a template without a runtime. */
  async supportsNothing(): Promise<boolean> {
    return this.plain().then(
      () => false,
      (error) => error instanceof Skipped,
    );
  }

  /** The supported operator found so far, for an adapter without a node that returns its input. */
  get known(): string | undefined {
    return this.#plain?.operator;
  }

  /** Returns this operator, after a search if necessary. */
  async operator(): Promise<string | undefined> {
    await this.plain();
    return this.known;
  }

  /**
   * Asks for given values from a node that returns them, or else for similar values from the supported operator.
   * @throws Wrong, or Skipped if neither can be asked
   */
  async answersLike(values: TensorsByName, asked: RequestOptions = {}): Promise<void> {
    const copied = identityModel(this.opset, values, asked);
    const answer = this.known === undefined ? await this.ask(copied.request) : undefined;
    if (answer && (answer.kind !== 'unsupported' || (await this.operator()) === undefined)) {
      return expectRight(answer, copied);
    }
    await this.answers(await this.#calls(values, asked));
  }

  /** Returns an invalid model, whose node reads an undefined value. */
  async invalid(): Promise<AdapterQuestion['request']> {
    const operator = await this.operator();
    if (operator === undefined) return undefinedValueModel(this.opset);
    const values = { x: tensor('float32', [2], Float32Array.of(1, 2)) };
    return (await this.#calls(values, { data: 'nowhere' })).request;
  }

  async #calls(values: TensorsByName, { order, turn = 0, data }: RequestOptions): Promise<AdapterQuestion> {
    const operator = (await this.operator())!;
    const cases = Object.entries(values).map(([name, value]): [string, Case] => {
      const found = caseLike(operator, this.opset, value, turn);
      if (found) return [name, found];
      throw new Skipped(`no Identity, and no case of ${operator} is like ${value.dtype}[${value.dims}]`);
    });
    return { operator, ...callsOf(this.opset, Object.fromEntries(cases), order, data) };
  }

  /** Returns the conversation, with a new process if the last one ended. */
  async talk(): Promise<Conversation> {
    if (this.#conversation.isOver) {
      await this.#conversation.close();
      this.#conversation = await Conversation.open(this.command, this.bounds);
    }
    return this.#conversation;
  }

  /** Returns a new id for a request. */
  id(): number {
    return this.#nextId++;
  }

  /**
   * Returns the answer to one request, after checking the rules of all answers.
   * @throws Wrong
   */
  async ask(request: Parameters<typeof encodeRequest>[1], id = this.id()): Promise<Answer> {
    const talk = await this.talk();
    talk.send(encodeRequest(id, request));
    return read(await talk.next(), request, id);
  }

  /**
   * Asks a question that has to be answered rightly.
   * @throws Wrong, or Skipped if the runtime does not support it
   */
  async answers(question: AdapterQuestion): Promise<void> {
    expectRight(await this.ask(question.request), question);
  }

  async close(): Promise<void> {
    await this.#conversation.close();
  }

  async #findPlain(): Promise<AdapterQuestion> {
    const { dtypes } = this.hello.capabilities;
    const dtype = !dtypes || dtypes.includes('float32') ? 'float32' : dtypes[0]!;
    const given = tensor('float32', [2, 3], Float32Array.of(1, -2, 3.5, 4, 5, 6));
    const { opset } = this;
    function* plainCandidates() {
      if (dtype === 'float32') yield identityModel(opset, { x: given });
      yield* smallCases(opset, dtype);
    }
    let last = '';
    let isSupported = false;
    let tried = 0;
    for (const question of plainCandidates()) {
      tried++;
      const answer = await this.ask(question.request);
      isSupported ||= answer.kind !== 'unsupported';
      if (answer.kind === 'outputs' && question.complaint(answer.outputs) === undefined) return question;
      last =
        'message' in answer ? answer.message : (answer.kind === 'outputs' && question.complaint(answer.outputs)) || '';
    }
    if (!isSupported) {
      throw new Skipped(`none of ${tried} small models in ${dtype}, opset ${this.opset}, is supported`);
    }
    throw new AdapterFault(
      `none of ${tried} small models in ${dtype}, opset ${this.opset}, is answered rightly: ${last}`,
      "see that one model runs at all: 'onnx-conformance run ID --verbose' with an id of 'list --cases'",
    );
  }
}

/** @throws Wrong */
export function read(frame: Parameters<typeof answerOf>[0], request: Parameters<typeof encodeRequest>[1], id: number) {
  if (frame.header.id !== id) {
    throw new AdapterFault(
      `the answer to the request with id ${id} has the id ${JSON.stringify(frame.header.id)}`,
      'answer every request once, in the order of the requests, and repeat its id',
    );
  }
  const answer = answerOf(frame, request);
  if (answer.kind === 'protocol-error')
    throw new AdapterFault(answer.message, 'see "Answers" in docs/backend-protocol.md');
  return answer;
}

/** @throws Wrong or Skipped */
export function expectRight(answer: ReturnType<typeof read>, { complaint, operator }: AdapterQuestion): void {
  if (answer.kind === 'unsupported') throw new Skipped(`unsupported: ${answer.message}`);
  if (answer.kind !== 'outputs') {
    const said = 'message' in answer ? answer.message : '';
    throw new AdapterFault(
      `answered "failed": ${said || 'without a message'}`,
      'answer "unsupported" if the runtime has no such operator, opset or dtype',
    );
  }
  const wrong = complaint(answer.outputs);
  if (wrong !== undefined) {
    throw new AdapterFault(
      wrong,
      `give dtype, dims and bits as the runtime returned them: no conversion, no rounding, no reshaping${
        operator === undefined ? '' : `; or the operator itself is wrong: run ${operator}`
      }`,
    );
  }
}

/** The remedy for a late adapter. */
const lateRemedy =
  'give it more time by --timeout, or --start-timeout, if the machine is busy; else flush after every frame, read exactly the ' +
  'announced number of bytes, and do not wait for the end of the input';

/** Runs one check. Any error besides Wrong, Skipped and Late is a fault of the suite and is rethrown. */
export async function runCheck(check: Check, adapter: CheckedAdapter): Promise<RuleResult> {
  const { run, ...about } = check;
  try {
    const message = await run(adapter);
    return { ...about, outcome: 'pass', ...(message !== undefined && { message }) };
  } catch (error) {
    if (error instanceof AdapterFault)
      return { ...about, outcome: 'fail', message: error.message, remedy: error.remedy };
    if (error instanceof Skipped) return { ...about, outcome: 'skip', message: error.message };
    if (error instanceof AnswerTimeout)
      return { ...about, outcome: 'late', message: error.message, remedy: lateRemedy };
    if (error instanceof StartFailure) {
      const message = `it does not start again: ${error.message}`;
      if (error.isLate) return { ...about, outcome: 'late', message, remedy: lateRemedy };
      const remedy = 'a new process has to start like the first: the suite replaces processes that were lost';
      return { ...about, outcome: 'fail', message, remedy };
    }
    throw error;
  }
}
