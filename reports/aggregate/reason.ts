import { dtypes } from '../../oracles/numerics/dtype.ts';
import type { CaseResult } from '../schema.ts';

/**
 * Returns the message of a result without details of its case, so that one fault has one reason in all models. Names,
 * dtypes and numbers of the case are removed: shapes, versions, addresses, line numbers. What identifies the error stays:
 * words, names such as `SIGSEGV`, and the number of an exit code or a status. Only the beginning of the message is used,
 * since the end of a stack trace or log differs by chance.
 */
export function reasonOf({ id, message = '', ...own }: Parameters): string {
  const operator = own.atFault?.operator ?? own.operator;
  const reason = message
    .slice(0, 4 * maxLength)
    .trim()
    .replaceAll(id, '<case>')
    .replace(nodeName, "Name:''")
    .replace(names, '[<names>]')
    .replace(typedNames, '(<names>)')
    .replace(argumentClasses, '[<classes>]')
    .replace(quotedName, (quoted, quote: string, name: string) =>
      name !== operator && name.includes(operator) ? `${quote}<name>${quote}` : quoted,
    )
    .replace(wordOf(operator), '<operator>')
    .replace(template, '<template>')
    .replace(dtype, '<dtype>')
    .replace(constant, '<dtype>')
    .replace(hexadecimal, '#')
    .replace(decimal, '#')
    .replace(numbers, '#')
    .replace(shortened, '#')
    .replace(/\s+/g, ' ');
  return reason.length > maxLength ? `${reason.slice(0, maxLength)}…` : reason;
}

/** Returns a reason without the name of another operator. */
export const withoutOperator = (reason: string, operator: string): string =>
  reason.replace(wordOf(operator), '<operator>');

type Parameters = Pick<CaseResult, 'id' | 'operator' | 'message' | 'atFault'>;

const maxLength = 300;

/** A name that is marked as such. */
const nodeName = /\bName:'[^']*'/g;

/** Lists of names in Python and in JSON. */
const names = /\[(?:(["'])[^"']*\1(?:, ?)?)+\]/g;

/** Lists of inputs or outputs with their types in C++ runtimes. They do not matter, for instance, to a refused attribute. */
const typedNames = /\((?:"[^"]*"(?:: \w+\((?:[^()]|\([^()]*\))*\))?,\s*)+\)/g;

/** Lists of argument classes in Python. */
const argumentClasses = /\[(?:<class '[^']*'>(?:, )?)+\]/g;

/** A name in quotes: runtimes derive names of nodes from the model's. */
const quotedName = /(["'`])([^\s"'`]+)\1/g;

/** The names of dtypes except `string`, which is also an ordinary word. */
const dtypeNames = dtypes.filter((name) => name !== 'string');

/** Names of dtypes; ONNX writes float32 and float64 as `tensor(float)` and `tensor(double)`, and others write f32 and u8. */
const dtype = new RegExp(
  `(?<![a-z\\d])(?:${dtypeNames.join('|')}|[fiu](?:8|16|32|64)|(?<=tensor\\()(?:float|double|string)(?=\\)))(?![a-z\\d])`,
  'gi',
);

/** ONNX's constants for two types. */
const constant = /\b(?:FLOAT|DOUBLE)\b/g;

/** The argument of a C++ template, in words or as a mangled name. */
const template = /\[(?:with )?T = [^\]]*\]|\bN\d+[a-z]\w*E\b/gi;

/** Addresses, hashes and UUIDs. */
const hexadecimal =
  /\b0x[\da-f]+\b|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|(?<!\d\.)\b(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{8,}\b/gi;

/** A number that is not part of a word (`SSE2`, `E1001`) and does not identify the error. */
const decimal =
  /(?<![a-z\d.])(?<!\b(?:code|status|errno|signal|exit)\W{1,2})[-+]?\d+(?:[.x×]\d+)*(?:\.(?=[\s,\]]))?(?:e[-+]?\d+)?/gi;

/** Lists of numbers, which differ in length. */
const numbers = /(?:#|\bNaN\b|-?\binf(?:inity)?\b)(?:\s*[,×]\s*(?:#|NaN\b|-?inf(?:inity)?\b))+/gi;

/** The rest of a list of values after its type: `<dtype> #...`, `<dtype> NaN`. */
const shortened = /(?<=<dtype> )(?:#|NaN|-?inf)\b(?:\.{3})?|#\.{3}/gi;

const words = new Map<string, RegExp>();

function wordOf(operator: string): RegExp {
  let word = words.get(operator);
  if (!word) {
    word = new RegExp(`(?<![A-Za-z\\d])${operator.replace(/\W/g, '\\$&')}(?![A-Za-z\\d])`, 'g');
    words.set(operator, word);
  }
  return word;
}

/** Returns an error without the step of a session, paths, lines of code and stack traces around its message. */
export function coreMessage(message: string): string {
  return message
    .replace(/\s+/g, ' ')
    .replace(step, '')
    .replace(/^.*\bstatus message: /i, '')
    .replace(nodeWithTypes, '')
    .replace(/^exception during initialization: */i, '')
    .replace(/(?:\/[\w.@+-]+){2,}(?::\d+)*:?/g, '')
    .replace(/ (?:Stack: |stack trace|at \S+ \().*$/i, '')
    .replace(/^[\s,;:]+|[\s,;:]+$/g, '')
    .replace(signature, '')
    .replace(status, '')
    .replace(line, '')
    .replace(/in function '[^']*\([^']*'(?: > )?/, '')
    .replace(quotedEnd, '$1')
    .trim();
}

/** The run of a session: `step 2 of 5, first run of model 2, with another model: `. */
const step = /^step \d+ of \d+, \w+ run of model \d+(?:, with [^:]*)?: /;

/** The end of a message that was cut at its front, with the quotes of the text around it: `…rce: "no kernel.", }`. */
const quotedEnd = /^….*"([A-Za-z][^"]{19,})"[\s,}\])]*$/;

/** The status of an error: `[ONNXRuntimeError] : 1 : FAIL : `. */
const status = /^(?:\[\w+\] : )?\d+ : [A-Z_]+ : /;

/** A line of code: `tensor.cc:57 `. */
const line = /^[\w-]+\.\w+:\d+ /;

/**
 * ONNX's prefix of a reason:
 * `This is an invalid model. In Node, ("", Add, "", -1) : ("A": tensor(float),) -> ("C": tensor(float),) , Error `.
 */
const nodeWithTypes = /^.*?\bIn Node, .*? -> \(.*?,\) ?, (?:Error )?/;

/** The compiler's name of a C++ function with a failed check: `void a::B<T>::run(const C&) const [with T = int] `. */
const signature =
  /(?<=^|: +)(?:[\w:<>*&~]+ +)*[*&]?[\w:<>~]*::[\w:<>~]+(?:\(\))?\([^()]*(?:\([^()]*\)[^()]*)*\)(?:::<lambda\(\)>)?(?: const)?(?: \[(?:with )?\w+ = [^\]]*\])? /;
