import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { broadcastDims, stridesOf } from '../../arrays/broadcast.ts';
import { range } from '../../arrays/lines.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, type NodeValues, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { sumOfProductsClauses } from './clauses.ts';

/** Dimensions by their letters; those of an ellipsis are numbered from the last, `.1` before `.0`. */
type Term = readonly string[];

interface Equation {
  readonly operands: readonly Term[];
  readonly output: Term;
}

/**
 * Returns the letters of a term.
 * @throws BadInput for anything else in it
 */
function lettersOf(text: string, ellipsis: number): Term {
  const [before, after, ...more] = text.split('...');
  const letters = [before!, after ?? ''].map((part) => part.split(''));
  if (more.length > 0 || letters.flat().some((letter) => !/^[A-Za-z]$/.test(letter))) {
    throw new BadInput(`'${text}' is not a term of an equation`);
  }
  const between = after === undefined ? [] : range(ellipsis).map((i) => `.${ellipsis - 1 - i}`);
  return [...letters[0]!, ...between, ...letters[1]!];
}

/**
 * Parses an equation for operands of some ranks. Without an arrow the output has the letters that occur once, in the order of
 * their codes.
 * @throws BadInput if it does not fit them
 */
function equationOf(text: string, ranks: readonly number[]): Equation {
  const [left, right, ...more] = text.replaceAll(' ', '').split('->');
  const terms = left!.split(',');
  if (more.length > 0 || terms.length !== ranks.length) {
    throw new BadInput(`'${text}' is not an equation for ${ranks.length} operands`);
  }
  const covered = terms.map((term, i) => (term.includes('...') ? ranks[i]! - term.length + 3 : undefined));
  const widths = new Set(covered.filter((width) => width !== undefined));
  if (widths.size > 1) throw new NotJudged('ellipses of […] dimensions', [...widths]);
  const ellipsis = Math.max(0, ...widths);
  const operands = terms.map((term) => lettersOf(term, ellipsis));
  for (const [i, term] of operands.entries()) {
    if (term.length !== ranks[i]) throw new BadInput(`'${terms[i]}' names ${term.length} dimensions of ${ranks[i]}`);
  }
  const all = operands.flat();
  const isOnce = (letter: string) => all.indexOf(letter) === all.lastIndexOf(letter);
  const implicit = [...new Set(all.filter((letter) => !letter.startsWith('.') && isOnce(letter)))].sort();
  const output = right === undefined ? [...lettersOf('...', ellipsis), ...implicit] : lettersOf(right, ellipsis);
  if (new Set(output).size < output.length || output.some((letter) => !all.includes(letter))) {
    throw new BadInput(`'${text}' has an output of other letters than its operands, or of one twice`);
  }
  return { operands, output };
}

/**
 * Returns the size of each letter.
 * @throws BadInput if operands differ
 * @throws NotJudged if 1 meets another size
 */
function sizesOf({ operands }: Equation, shapes: readonly (readonly number[])[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const [i, term] of operands.entries()) {
    for (const [axis, letter] of term.entries()) {
      const [size, known] = [shapes[i]![axis]!, sizes.get(letter) ?? shapes[i]![axis]!];
      if (size !== known && !letter.startsWith('.')) {
        if (size === 1 || known === 1) throw new NotJudged('a letter of sizes 1 and …', Math.max(size, known));
        throw new BadInput(`'${letter}' is of sizes ${known} and ${size}`);
      }
      sizes.set(letter, broadcastDims([[known], [size]])[0]!);
    }
  }
  return sizes;
}

/** Returns Σ of products with one factor from each operand. */
function sumOfProducts<S>(a: Arithmetic<S>, terms: readonly (readonly S[])[]): S {
  const [first] = terms;
  if (!first) return a.dot([], []);
  if (first.length === 1) return a.sum(terms.map(([x]) => x!));
  const ahead = terms.map((factors) => a.product(factors.slice(0, -1).map(a.factor)));
  return a.dot(
    ahead.map(a.factor),
    terms.map((factors) => a.factor(factors.at(-1)!)),
  );
}

/** Values with a letter for each dimension. */
interface Lettered<S> {
  readonly term: Term;
  readonly values: NodeValues<S>;
}

/** Returns Σ of the products of operands over all letters that the output lacks. */
function contracted<S>(
  a: Arithmetic<S>,
  operands: readonly Lettered<S>[],
  output: Term,
  sizes: ReadonlyMap<string, number>,
): NodeValues<S> {
  const summed = [...new Set(operands.flatMap(({ term }) => term))].filter((letter) => !output.includes(letter));
  const letters = [...output, ...summed];
  const all = letters.map((letter) => sizes.get(letter)!);
  const [kept, gone] = [all.slice(0, output.length), all.slice(output.length)];
  const counted = stridesOf(all);
  /** the stride of each letter in each operand */
  const steps = operands.map(({ term, values: { dims } }) => {
    const strides = stridesOf(dims);
    return letters.map((letter) =>
      term.reduce((sum, own, axis) => (own === letter && dims[axis] !== 1 ? sum + strides[axis]! : sum), 0),
    );
  });
  const each = elementCount(gone);
  return values(operands[0]!.values.dtype, kept, (index) => {
    const terms = range(each).map((rest) => {
      const place = all.map((size, i) => Math.floor((index * each + rest) / counted[i]!) % size);
      return operands.map((x, i) => x.values.at(place.reduce((sum, at, l) => sum + at * steps[i]![l]!, 0)));
    });
    return sumOfProducts(a, terms);
  });
}

function layoutOf<S>(node: Node<S>) {
  const inputs = node.inputs.map((_, i) => node.input(i));
  const shapes = inputs.map(({ dims }) => dims);
  const equation = equationOf(
    node.string('equation'),
    shapes.map(({ length }) => length),
  );
  const operands = inputs.map((values, i): Lettered<S> => ({ term: equation.operands[i]!, values }));
  return { operands, output: equation.output, sizes: sizesOf(equation, shapes) };
}

/** Combines two operands at a time: letters that neither the output nor another operand has are summed at once. */
const inPairsFrom =
  (first: number): Evaluate =>
  (a, node) => {
    const { operands, output, sizes } = layoutOf(node);
    const start = first % operands.length;
    let [x, ...others] = [...operands.slice(start), ...operands.slice(0, start)];
    while (others.length > 1) {
      const [y, ...more] = others;
      const later = [output, ...more.map(({ term }) => term)].flat();
      const term = [...new Set([...x!.term, ...y!.term])].filter((letter) => later.includes(letter));
      [x, others] = [{ term, values: contracted(a, [x!, y!], term, sizes) }, more];
    }
    return [contracted(a, [x!, ...others], output, sizes)];
  };

/** Einsum: products of elements with equal letters, summed over the letters that the output lacks. */
export const einsum = define({
  name: 'Einsum',
  family: 'contraction',
  definition: 'Y[output letters] = Σ over all other letters of Π inputs[their letters]',
  evaluate(a, node) {
    const { operands, output, sizes } = layoutOf(node);
    return [contracted(a, operands, output, sizes)];
  },
  algorithms: [0, 1, 2].map(inPairsFrom),
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      ...sumOfProductsClauses(schema, 'Products are summed over the letters that the output does not have.'),
      says('output-letters', 'The letters after the arrow are the dimensions of the output, in order.'),
      says(
        'implicit-output',
        'Without an arrow, the output has the letters that occur once, in the order of their codes.',
      ),
      says('letter-case', 'Upper and lower case letters are different.'),
      says('repeated-letters', 'A letter that occurs twice in a term selects the diagonal.'),
      says('ellipsis', 'An ellipsis stands for dimensions that are broadcast; without an arrow, they come first.'),
      says('spaces', 'Spaces are ignored.'),
    ];
  },
  rules: (schema) => [
    rule(
      'invalid-equation',
      'An equation has a term for each operand, with a letter for each of its dimensions.',
      'summary',
      schema,
    ),
    rule('invalid-letter-size', 'A letter has the same size in all terms.', 'summary', schema),
  ],
});
