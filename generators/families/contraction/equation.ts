import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { Draws } from '../../covering/draws.ts';
import type { NamedCall } from '../../notation/call-notation.ts';
import { factorData, workOf } from './draw.ts';

/** An operand: its letters, its shape, and where in them the dimensions of an ellipsis are. */
interface Operand {
  readonly letters: readonly string[];
  readonly dims: readonly number[];
}

const ellipsis = '...';

/**
 * A sum of products by an equation: one to four operands that share letters or have letters of their own, diagonals, dimensions
 * that an ellipsis broadcasts, and an output that is spelled out or not.
 */
export function drawSum(draws: Draws): NamedCall {
  const count = draws.pick(1, 2, 2, 2, 3, 3, 4);
  const pool = draws.some([...(draws.once(4) ? 'aAbBzZ' : 'ijkabcde')], draws.count(1, 6));
  const behind = draws.once(3) ? draws.sizes(draws.count(0, 2), 1, 12) : undefined;
  const room = Math.ceil(workOf(draws) / 10 / elementCount(behind ?? []));
  const lengths = draws.emptied(draws.sizes(pool.length, 1, room));
  const size = new Map(pool.map((letter, i) => [letter, lengths[i]!]));
  const operands = Array.from({ length: count }, (_, i) =>
    drawOperand(draws, pool, size, i === 0 || draws.once(2) ? behind : undefined),
  );
  const all = operands.flatMap(({ letters }) => letters);
  const there = [...new Set(all)].filter((letter) => letter !== ellipsis);
  const isImplicit = draws.once(4);
  const isOnce = (letter: string) => all.indexOf(letter) === all.lastIndexOf(letter);
  const kept = isImplicit
    ? there.filter(isOnce)
    : draws.some(there, draws.pick(0, there.length, draws.count(0, there.length)));
  const output = behind ? kept.toSpliced(draws.pick(0, kept.length, draws.count(0, kept.length)), 0, ellipsis) : kept;
  const gone = there.filter((letter) => !kept.includes(letter)).map((letter) => size.get(letter)!);
  const shapes = operands.map(({ dims }) => dims);
  const [left, right] = [operands.map(({ letters }) => letters.join('')).join(','), output.join('')];
  const equation = isImplicit ? left : `${left}->${right}`;
  return {
    Inputs: factorData(draws, shapes, elementCount(gone)),
    equation: draws.once(6) ? spaced(equation) : equation,
  };
}

function drawOperand(
  draws: Draws,
  pool: readonly string[],
  size: ReadonlyMap<string, number>,
  behind: readonly number[] | undefined,
): Operand {
  const own = draws.some(pool, draws.pick(2, 2, 3, draws.count(0, 5)));
  // a letter that comes again runs along a diagonal
  const short = own.filter((letter) => size.get(letter)! <= 40);
  const again = short.length > 0 && draws.once(5) ? [draws.pick(...short)] : [];
  const letters = again.reduce((list, letter) => list.toSpliced(draws.count(0, list.length), 0, letter), own);
  if (!behind) return { letters, dims: letters.map((letter) => size.get(letter)!) };
  const at = draws.pick(0, 0, letters.length, draws.count(0, letters.length));
  const broadcast = draws.once(3) ? behind.map((length) => draws.pick(1, length)) : behind;
  return {
    letters: letters.toSpliced(at, 0, ellipsis),
    dims: letters.map((letter) => size.get(letter)!).toSpliced(at, 0, ...broadcast),
  };
}

/** The same with spaces between terms and letters. */
const spaced = (equation: string): string => ` ${equation.replaceAll(/,|->|[a-z]|\.{3}/gi, '$& ')}`;
