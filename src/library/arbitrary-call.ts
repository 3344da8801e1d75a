import fc from 'fast-check';
import { type Case, select } from '../../generators/cases.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { isOfSessions } from '../../oracles/sessions.ts';
import { NodeCall, sourceOf } from './node-call.ts';
import { refuseUnknown, type SelectionOptions, selectionOf } from './options.ts';
import { inspected } from './printing.ts';
import { smaller } from './smaller.ts';

/**
 * Legal calls of an operator, for fast-check: of the shapes, attributes and kinds of data that the suite tries, with ever new
 * values. They shrink to smaller shapes, fewer attributes and simpler values, and stay legal.
 * @throws BadInput if the operator, the opset or the dtype does not exist, or nothing is left
 */
export function arbitraryCall(
  operator: string,
  options: Pick<SelectionOptions, 'opset' | 'dtype'> = {},
): fc.Arbitrary<NodeCall> {
  return new ArbitraryCall(operator, options);
}

/** Elements of all inputs together. */
const most = 600;

/** Draws of which one has to be small enough. */
const attempts = 1000;

class ArbitraryCall extends fc.Arbitrary<NodeCall> {
  readonly #name: string;
  readonly #casesOf: (seed: number, cell: string) => readonly Case[];
  readonly #cells: readonly string[];

  constructor(operator: string, options: Pick<SelectionOptions, 'opset' | 'dtype'>) {
    super();
    refuseUnknown(options, ['opset', 'dtype']);
    const selected = (seed: number, ids: string) => select(selectionOf({ ...options, ids, seed }));
    this.#name = operator;
    this.#casesOf = (seed, cell) => {
      const { cells, cases } = selected(seed, cell);
      return cells.flatMap((one) => cases(one));
    };
    const cells = selected(1, operator).cells.filter(({ clause }) => !isOfSessions(clause));
    this.#cells = cells.map(({ name }) => name);
    if (cells.length === 0) throw new BadInput(`no legal call of ${operator} is left`);
  }

  generate(random: fc.Random): fc.Value<NodeCall> {
    for (let i = 0; i < attempts; i++) {
      const seed = random.nextInt(1, 2 ** 31 - 1);
      const drawn = this.#casesOf(seed, this.#cells[random.nextInt(0, this.#cells.length - 1)]!);
      const one = drawn[random.nextInt(0, Math.max(0, drawn.length - 1))];
      if (one && isSmall(one)) return new fc.Value(new NodeCall(one), undefined);
    }
    throw new BadInput(`no legal call of ${this.#name} has ${most} elements or fewer`);
  }

  [inspected](): string {
    return `legal calls of ${this.#name}`;
  }

  canShrinkWithoutContext(value: unknown): value is NodeCall {
    return value instanceof NodeCall;
  }

  shrink(value: NodeCall): fc.Stream<fc.Value<NodeCall>> {
    return fc.stream(legal(value)).map((call) => new fc.Value(call, undefined));
  }
}

/** True for a legal call that must run, of a size that can be shrunk in a moment. */
function isSmall({ proposal }: Case): boolean {
  const { inputs, rejection, fed } = proposal;
  const elements = inputs.reduce((sum, { value }) => sum + (value ? elementCount(value.dims) : 0), 0);
  return !rejection && !fed && elements <= most;
}

function* legal(call: NodeCall): Generator<NodeCall> {
  const source = sourceOf(call);
  for (const proposal of smaller(source.proposal)) {
    try {
      yield new NodeCall({ ...source, proposal });
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
    }
  }
}
