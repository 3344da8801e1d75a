import fc from 'fast-check';
import { Random } from '../cases/random.ts';
import { drawProgram, type ProgramOptions, poolOf } from './draw.ts';
import type { Program } from './program.ts';
import { simplerPrograms } from './shrink.ts';
import { DrawCounter } from './tally.ts';
import { isLegal } from './validate.ts';

/**
 * An arbitrary of legal programs for fast-check. They shrink to {@link simplerPrograms} within the selected opsets and dtypes.
 * @throws BadInput if the options leave no operator
 */
export function programs(options: ProgramOptions = {}): fc.Arbitrary<Program> {
  return new Programs(options);
}

class Programs extends fc.Arbitrary<Program> {
  readonly #options: ProgramOptions;

  constructor(options: ProgramOptions) {
    super();
    this.#options = options;
    poolOf(options);
  }

  generate(random: fc.Random): fc.Value<Program> {
    const own = new Random(random.nextInt());
    return new fc.Value(drawProgram(own, new DrawCounter(), poolOf(this.#options), this.#options), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Program {
    return typeof value === 'object' && value !== null && 'graph' in value && isLegal(value as Program);
  }

  shrink(value: Program): fc.Stream<fc.Value<Program>> {
    return fc.stream(simplerPrograms(value, this.#options)).map((program) => new fc.Value(program, undefined));
  }
}
