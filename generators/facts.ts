/** What a case is, apart from its data, for findings to compare: what is so or is not, and measures. */
export interface Facts {
  /** in a few words that follow "with": `keepdims=0`, `a negative axis` */
  readonly words: readonly string[];
  /** by name: `rank`, `row length` */
  readonly measures: Readonly<Record<string, number>>;
}

/** Of a case that no finding is about. */
export const noFacts: Facts = { words: [], measures: {} };

/** Of a session of two models: messages may be about the other one, of which the id of the case says nothing. */
export const secondModel = 'a second model in the session';

/** The same with more words. */
export function withWords({ words, measures }: Facts, more: readonly string[]): Facts {
  return { words: [...words, ...more], measures };
}

/** "keepdims=0": integer attributes by name; what is undefined is left out of the model. */
export function attributesInWords(attributes: Readonly<Record<string, number | undefined>>): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}

/**
 * Of a node that reduces rows of its input: kernels have a loop for elements that lie side by side in memory and another for those
 * that do not, and take short rows and long ones apart.
 * @param isReduced for each dimension of the input
 * @param axes as the model lists them; empty if it lists none
 */
export function factsOfRows(dims: readonly number[], isReduced: readonly boolean[], axes: readonly number[]): Facts {
  const length = dims.reduce((product, dim, i) => (isReduced[i] ? product * dim : product), 1);
  const words = [
    ...(axes.length > 0 ? [`the last dimension ${isReduced.at(-1) ? 'reduced' : 'kept'}`] : []),
    ...(axes.some((axis) => axis < 0) ? ['a negative axis'] : []),
  ];
  return { words, measures: { rank: dims.length, 'row length': length } };
}
