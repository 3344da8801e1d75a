/** Properties of a case, apart from its data, that findings compare: facts that hold or not, and measures. */
export interface Facts {
  /** in a few words that follow "with": `keepdims=0`, `a negative axis` */
  readonly words: readonly string[];
  /** by name: `rank`, `row length` */
  readonly measures: Readonly<Record<string, number>>;
}

/** The facts of a case that no finding covers. */
export const noFacts: Facts = { words: [], measures: {} };

/** The fact that a session has two models: a message may concern the second one, which the case id does not name. */
export const secondModel = 'a second model in the session';

/** Returns the facts with further words. */
export function withMoreWords({ words, measures }: Facts, more: readonly string[]): Facts {
  return { words: [...words, ...more], measures };
}
