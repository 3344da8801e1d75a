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
