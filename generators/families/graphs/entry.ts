import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { ModelForm } from '../../cases/proposal.ts';

/**
 * Neighbours that runtimes fuse, cancel, fold or move, and when that is right. A graph is a line as {@link readGraph} takes it, under the
 * condition that it stands for; the first of an entry is the one that an optimizer is most likely to get wrong.
 */
export interface GraphEntry {
  /** of the clause */
  readonly id: string;
  /** what holds of all its graphs */
  readonly text: string;
  readonly graphs: Readonly<Record<string, string>>;
  /** what T stands for in them: float32 if absent */
  readonly dtypes?: readonly DType[];
  /** how their models are written; in the usual form if absent */
  readonly form?: ModelForm;
  /** where ONNX says what holds, if that is not in the text about nodes of a graph */
  readonly says?: readonly [document: string, place: string];
}
