import { RE2JS, RE2JSException } from 're2js';
import { BadInput } from '../../spec/bad-input.ts';

/**
 * Returns a function that tests whether a whole string matches a pattern of RE2, which differs from JavaScript's own patterns.
 * @throws BadInput for an invalid pattern
 */
export function fullMatcher(pattern: string): (text: string) => boolean {
  const compiled = compile(pattern);
  return (text) => compiled.testExact(text);
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new BadInput(`'${pattern}' is not a pattern of RE2`, { cause: error });
    throw error;
  }
}
