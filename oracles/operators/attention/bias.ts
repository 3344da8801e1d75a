import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { broadcastIndex } from '../../arrays/broadcast.ts';
import { range } from '../../arrays/lines.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import { checkShape } from '../convolution/convolution.ts';
import type { AttentionForm } from './form.ts';

/** Returns the number added to the product of a query and each key: -∞ if the key is masked; `undefined` if nothing is added. */
export type BiasOf<S> = (batch: number, head: number, position: number) => readonly (S | undefined)[];

/**
 * Returns what the masks of a call add to products.
 * @throws BadInput for masks that do not fit
 */
export function biasOf<S>(a: Arithmetic<S>, node: Node<S>, form: AttentionForm<S>): BiasOf<S> {
  const isAllowed = allowedBy(node, form);
  const maskAt = maskOf(a, node, form);
  const masked = a.of(Number.NEGATIVE_INFINITY);
  return (batch, head, position) =>
    range(form.keys.length).map((key) =>
      isAllowed(batch, position, key) ? maskAt?.(batch, head, position, key) : masked,
    );
}

/** Returns whether causality, windows and padding allow a query to read a key. */
function allowedBy<S>(node: Node<S>, { queries, keys, past }: AttentionForm<S>) {
  const counts = nonPadding(node, queries.batches, keys.length);
  const isCausal = node.flag('is_causal');
  const [left, right] = ['left_window_size', 'right_window_size'].map((name) => windowSize(node, name));
  return (batch: number, position: number, key: number): boolean => {
    const count = counts?.[batch];
    if (count !== undefined && key >= count) return false;
    const own = position + (count === undefined ? past : count - queries.length);
    if (isCausal && key > own) return false;
    return key >= own - left! && key <= own + right!;
  };
}

/** Returns the number of keys of each batch that are not padding, if it is given. */
function nonPadding<S>(node: Node<S>, batches: number, keys: number): readonly number[] | undefined {
  const given = node.inputs[6];
  if (!given) return undefined;
  checkShape('numbers of keys', given.dims, [batches]);
  if (node.inputs[4]) throw new BadInput('a past, and numbers of keys that are not padding');
  const counts = node.integers(6);
  const wrong = counts.find((count) => count < 0 || count > keys);
  if (wrong !== undefined) throw new NotJudged('… keys that are not padding', `${wrong} of ${keys}`);
  return counts;
}

/**
 * Returns the size of a window on one side.
 * @throws BadInput for negative sizes other than -1
 */
function windowSize<S>(node: Node<S>, name: string): number {
  const size = node.has(name) ? node.number(name) : -1;
  if (size < -1) throw new BadInput(`attribute ${name} is ${size}`);
  return size === -1 ? Number.POSITIVE_INFINITY : size;
}

/** Returns what attn_mask adds, if it is given. */
function maskOf<S>(a: Arithmetic<S>, node: Node<S>, { queries, keys }: AttentionForm<S>) {
  const mask = node.inputs[3];
  if (!mask) return undefined;
  const isTruth = mask.dtype === 'bool';
  if (!isTruth && mask.dtype !== node.input(0).dtype) throw new NotJudged('a mask of …', mask.dtype);
  const dims = [queries.batches, queries.heads, queries.length, maskedKeys(node, keys.length)];
  const length = dims[3]!;
  const place = broadcastIndex(mask.dims, dims);
  const masked = a.of(Number.NEGATIVE_INFINITY);
  return (batch: number, head: number, position: number, key: number): S => {
    if (key >= length) return masked;
    const given = mask.at(place(((batch * queries.heads + head) * queries.length + position) * length + key));
    return isTruth ? a.select(given, a.of(0), masked) : given;
  };
}

/**
 * Returns the number of keys that the mask covers: if the padding of keys is known, there may be fewer than keys.
 * @throws BadInput if it does not cover keys that are not padding, NotJudged for a mask of one key or none
 */
function maskedKeys<S>(node: Node<S>, keys: number): number {
  const given = node.inputs[3]!.dims.at(-1);
  const mayBeShorter = node.version.inputs.some(({ name }) => name === 'nonpad_kv_seqlen');
  if (!mayBeShorter || given === keys) return keys;
  if (given === undefined || given < 2) throw new NotJudged('a mask of one key, which is broadcast or padded');
  const counts = node.inputs[6] ? node.integers(6) : [];
  const uncovered = counts.find((count) => count > given);
  if (uncovered !== undefined) throw new BadInput(`a mask of ${given} keys of ${uncovered}`);
  return Math.min(given, keys);
}
