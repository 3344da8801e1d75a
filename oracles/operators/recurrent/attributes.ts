import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import {
  type Activation,
  type ActivationName,
  type Coefficients,
  coefficientsOf,
  isActivationName,
} from './activations.ts';

/**
 * Returns the names of the activation functions of a node, one direction after the other.
 * @throws BadInput for too few functions, NotJudged for too many
 */
function namesOf(node: Node<unknown>, usual: readonly ActivationName[], directions: number): readonly ActivationName[] {
  const named = node.numbers('activations') as readonly unknown[] as readonly string[] | undefined;
  const needed = usual.length * directions;
  if (!named) return Array.from({ length: needed }, (_, i) => usual[i % usual.length]!);
  if (named.length < needed) throw new BadInput(`activations has ${named.length} names; it must have ${needed}`);
  const isUsual = named.every((name, i) => name === usual[i % usual.length]);
  if (named.length > needed && !isUsual)
    throw new NotJudged('… activation functions instead of …', named.length, needed);
  return named.slice(0, needed).filter(isActivationName);
}

/** Returns the activation functions of each direction, with the coefficients from the attributes. */
export function activationsOf<S>(
  node: Node<S>,
  usual: readonly ActivationName[],
  way: 'by-function' | 'by-position' = 'by-function',
): readonly (readonly Activation[])[] {
  const directions = node.string('direction') === 'bidirectional' ? 2 : 1;
  const names = namesOf(node as Node<unknown>, usual, directions);
  const given = (which: keyof Coefficients) => {
    const list = [...(node.numbers(`activation_${which}`) ?? [])];
    return names.map((name) => (way === 'by-position' || which in coefficientsOf(name) ? list.shift() : undefined));
  };
  const [alphas, betas] = [given('alpha'), given('beta')];
  const all = names.map((name, i): Activation => ({ name, alpha: alphas[i], beta: betas[i] }));
  return Array.from({ length: directions }, (_, i) => all.slice(i * usual.length, (i + 1) * usual.length));
}
