import type { DType } from '../../oracles/numerics/dtype.ts';
import { formatType, type ValueType } from '../../oracles/numerics/value-type.ts';
import { opsetRange } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { isDrawn } from '../../oracles/spec/combinations.ts';
import type { InputDeclaration } from '../../oracles/spec/declaration.ts';
import { excuseOf } from '../../oracles/spec/excuse.ts';
import { evaluationOf } from '../../oracles/spec/expect-values.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { dtypeOfInput } from '../calls/draft-of-call.ts';
import { type Cell, versionName } from '../cases/case.ts';
import type { Random } from '../cases/random.ts';
import { isControl } from '../classes/inputs.ts';
import { type Selection, select } from '../suite/cases.ts';
import type { DrawCounter } from './tally.ts';

/** The selection from which programs are made; empty lists mean everything. */
export interface FuzzSelection extends Pick<Selection, 'ids' | 'opsets' | 'dtypes'> {
  /** names of signatures that are left out; none if absent. The fuzzer leaves out those that no backend supports */
  readonly without?: readonly string[];
}

/** A selection that leaves nothing to draw. */
export class NothingToDraw extends BadInput {}

/** An operator version with the types in which it is tried. */
export interface Signature {
  /** the beginning of its case ids: `Add/14/float32`, `Cast/21/float32-int8` */
  readonly name: string;
  readonly operator: Operator;
  readonly version: OperatorVersion;
  /** the dtype of the main type variable */
  readonly dtype: DType;
  readonly cells: readonly Cell[];
}

/** The cells of a selection, grouped for draws. */
export class SignaturePool {
  /** by operator */
  readonly operators: ReadonlyMap<Operator, readonly Signature[]>;
  readonly #opsets: readonly number[];
  readonly #ofData = new Map<string, readonly Signature[]>();
  readonly #readers = new Map<string, ReadonlyMap<Operator, readonly Signature[]>>();

  /** @throws BadInput if a part of an id can never match, or nothing is left */
  constructor({ ids, opsets, dtypes, without = [] }: FuzzSelection) {
    const { cells } = select({ seed: 1, ids, opsets, dtypes, suite: 'full' });
    const signatures = new Map<string, Signature & { readonly cells: Cell[] }>();
    const out = new Set(without);
    for (const cell of cells) {
      const { operator, version, dtype, types } = cell;
      if (
        isOfSessions(cell.clause) ||
        isDrawn(cell.clause) ||
        version.contested?.dtypes.includes(dtype) ||
        excuseOf(version, types)
      )
        continue;
      const name = versionName(cell);
      if (out.has(name)) continue;
      const known = signatures.get(name) ?? { name, operator, version, dtype, cells: [] };
      known.cells.push(cell);
      signatures.set(name, known);
    }
    if (signatures.size === 0) throw new NothingToDraw('the selection leaves no operator to make programs of');
    this.operators = byOperator(signatures.values());
    this.#opsets = opsets;
  }

  get signatures(): readonly Signature[] {
    return [...this.operators.values()].flat();
  }

  /** The selected opsets at which a version is in force. */
  opsetsOf({ operator, version }: Pick<Signature, 'operator' | 'version'>): readonly number[] {
    const { first, last } = opsetRange(operator, version);
    const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    return this.#opsets.length > 0 ? all.filter((opset) => this.#opsets.includes(opset)) : all;
  }

  /** Picks a cell that was rarely drawn. */
  cell(signatures: readonly Signature[], tally: DrawCounter, random: Random): Cell {
    const usual = signatures.filter(({ dtype }) => dtype === 'float32' || dtype === 'int64');
    const newest = signatures.filter(({ version }) => version === signatures.at(-1)!.version);
    const among = random.pick([usual, newest, signatures, signatures]);
    const versions = among.length > 0 ? among : signatures;
    const { cells } = random.boolean()
      ? tally.rarest(versions, ({ dtype }) => dtype, random)
      : tally.rarest(versions, ({ version }) => version, random);
    return tally.rarest(cells, ({ operator, clause }) => `clause ${operator.name}/${clause.id}`, random);
  }

  /** The signatures, by operator, that are in force at an opset and can read data of a type within a graph. */
  readersOf(type: ValueType, opset: number): ReadonlyMap<Operator, readonly Signature[]> {
    const key = `${formatType(type)}@${opset}`;
    const known = this.#readers.get(key) ?? this.#readersOf(type, opset);
    this.#readers.set(key, known);
    return known;
  }

  #readersOf(type: ValueType, opset: number): ReadonlyMap<Operator, readonly Signature[]> {
    return byOperator(this.#thatRead(type).filter(isInForce(opset)));
  }

  #thatRead(type: ValueType): readonly Signature[] {
    const key = formatType(type);
    const known =
      this.#ofData.get(key) ?? this.signatures.filter(type.within.length === 0 ? readsTensor(type.dtype) : reads(type));
    this.#ofData.set(key, known);
    return known;
  }
}

/** True if a version is in force at the opset. */
export const isInForce =
  (opset: number) =>
  ({ operator, version }: Pick<Signature, 'operator' | 'version'>): boolean => {
    const { first, last } = opsetRange(operator, version);
    return first <= opset && opset <= last;
  };

function byOperator(signatures: Iterable<Signature>): ReadonlyMap<Operator, readonly Signature[]> {
  const groups = new Map<Operator, Signature[]>();
  for (const signature of signatures) {
    const group = groups.get(signature.operator);
    if (group) group.push(signature);
    else groups.set(signature.operator, [signature]);
  }
  return groups;
}

/** True if the operator, or a graph of it, may read tensors of a dtype. */
const readsTensor =
  (wanted: DType) =>
  ({ operator, version, dtype, cells: [cell] }: Signature): boolean => {
    if (operator.unfold) return dtype === wanted;
    const mayRead = ({ types }: InputDeclaration, i: number) =>
      !isControl(version, i) &&
      (types ?? [{ within: [] }]).some(({ within }) => within.length === 0) &&
      dtypeOfInput(cell!, i) === wanted;
    return evaluationOf(operator) !== undefined && version.inputs.some(mayRead);
  };

/** True if the operator itself may read values of a type that is not a tensor type. */
const reads =
  ({ dtype, within }: ValueType) =>
  ({ operator, version, dtype: own }: Signature): boolean =>
    operator.ofValues?.evaluate !== undefined &&
    own === dtype &&
    version.inputs.some(({ types = [] }) =>
      types.some((type) => type.dtype === dtype && String(type.within) === String(within)),
    );
