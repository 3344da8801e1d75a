import { dtypes } from '../../oracles/numerics/dtype.ts';
import type { CaseResult } from '../schema.ts';

/**
 * The message of a result without what belongs to its case, so that one fault has one reason however many models meet
 * it. Taken out are the case's own names, dtypes, and numbers: shapes, versions, addresses, line numbers. What says
 * *which* error it is stays: the words, names such as `SIGSEGV`, and the number of an exit code or a status. Only the
 * beginning counts: the end of a stack trace or of a log differs for no reason of its own.
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
    .replace(classes, '[<classes>]')
    .replace(quotedName, (quoted, quote: string, name: string) =>
      name !== operator && name.includes(operator) ? `${quote}<name>${quote}` : quoted,
    )
    .replace(wordOf(operator), '<operator>')
    .replace(template, '<template>')
    .replace(dtype, '<dtype>')
    .replace(hexadecimal, '#')
    .replace(decimal, '#')
    .replace(numbers, '#')
    .replace(/\s+/g, ' ');
  return reason.length > maxLength ? `${reason.slice(0, maxLength)}…` : reason;
}

/** A reason without the name of one more operator. */
export const withoutOperator = (reason: string, operator: string): string =>
  reason.replace(wordOf(operator), '<operator>');

type Parameters = Pick<CaseResult, 'id' | 'operator' | 'message' | 'atFault'>;

const maxLength = 300;

/** What is said to be a name. */
const nodeName = /\bName:'[^']*'/g;

/** Lists of them in Python. */
const names = /\[(?:'[^']*'(?:, )?)+\]/g;

/** Lists of inputs or outputs with their types, as C++ runtimes write them: one attribute is refused whatever they are. */
const typedNames = /\((?:"[^"]*"(?:: \w+\((?:[^()]|\([^()]*\))*\))?,\s*)+\)/g;

/** Lists of the classes of arguments in Python. */
const classes = /\[(?:<class '[^']*'>(?:, )?)+\]/g;

/** A name in quotes: runtimes make the names of their nodes from those of the model. */
const quotedName = /(["'`])([^\s"'`]+)\1/g;

/** A string is a word of messages, too. */
const dtypeNames = dtypes.filter((name) => name !== 'string');

/** `tensor(float)` and `tensor(double)` are how ONNX writes float32 and float64. */
const dtype = new RegExp(
  `(?<![a-z\\d])(?:${dtypeNames.join('|')}|(?<=tensor\\()(?:float|double|string)(?=\\)))(?![a-z\\d])`,
  'gi',
);

/** What a template of C++ was made for, in words and as a mangled name. */
const template = /\[(?:with )?T = [^\]]*\]|\bN\d+[a-z]\w*E\b/gi;

/** Addresses, hashes and UUIDs. */
const hexadecimal =
  /\b0x[\da-f]+\b|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{8,}\b/gi;

/** A number that is not part of a word (`SSE2`, `E1001`) and does not say which error it is. */
const decimal =
  /(?<![a-z\d.])(?<!\b(?:code|status|errno|signal|exit)\W{1,2})[-+]?\d+(?:[.x×]\d+)*(?:\.(?=[\s,\]]))?(?:e[-+]?\d+)?/gi;

/** Lists of numbers differ in length. */
const numbers = /#(?:\s*[,×]\s*#)+/g;

const words = new Map<string, RegExp>();

function wordOf(operator: string): RegExp {
  let word = words.get(operator);
  if (!word) {
    word = new RegExp(`(?<![A-Za-z\\d])${operator.replace(/\W/g, '\\$&')}(?![A-Za-z\\d])`, 'g');
    words.set(operator, word);
  }
  return word;
}

/** An error without what stands before its message: the step of a session, paths, lines of code and stack traces. */
export function essence(message: string): string {
  return message
    .replace(/\s+/g, ' ')
    .replace(step, '')
    .replace(/^.*?\bstatus message: /i, '')
    .replace(nodeWithTypes, '')
    .replace(/^exception during initialization: */i, '')
    .replace(/(?:\/[\w.@+-]+){2,}(?::\d+)*:?/g, '')
    .replace(/ (?:Stack: |stack trace|at \S+ \().*$/i, '')
    .replace(/^[\s,;:]+|[\s,;:]+$/g, '')
    .replace(signature, '')
    .replace(status, '')
    .replace(line, '')
    .replace(/in function '[^']*\([^']*'(?: > )?/, '')
    .trim();
}

/** Which run of a session it was: `step 2 of 5, first run of model 2, with another model: `. */
const step = /^step \d+ of \d+, \w+ run of model \d+(?:, with [^:]*)?: /;

/** The status of an error: `[ONNXRuntimeError] : 1 : FAIL : `. */
const status = /^(?:\[\w+\] : )?\d+ : [A-Z_]+ : /;

/** The line of code that it came from: `tensor.cc:57 `. */
const line = /^[\w-]+\.\w+:\d+ /;

/** What ONNX says before the reason: `This is an invalid model. In Node, ("", Add, "", -1) : ("A": tensor(float),) -> ("C": tensor(float),) , Error `. */
const nodeWithTypes = /^.*?\bIn Node, .*? -> \(.*?,\) ?, (?:Error )?/;

/** A function of C++ in which a check failed, as compilers name it: `void a::B<T>::run(const C&) const [with T = int] `. */
const signature =
  /(?<=^|: +)(?:[\w:<>*&~]+ +)*[*&]?[\w:<>~]*::[\w:<>~]+(?:\(\))?\([^()]*(?:\([^()]*\)[^()]*)*\)(?:::<lambda\(\)>)?(?: const)?(?: \[(?:with )?\w+ = [^\]]*\])? /;
