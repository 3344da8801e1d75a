import { RE2JS, RE2JSException } from 're2js';
import { BadInput } from '../../spec/bad-input.ts';

/**
 * Whether a whole string matches a pattern of RE2, whose syntax and meaning are not those of JavaScript's own patterns.
 * @throws BadInput for what is not a pattern of RE2
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
