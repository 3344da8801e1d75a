import { formatChoices } from '../../../generators/did-you-mean.ts';
import { findSubject, subjects } from '../../../generators/suite/subjects.ts';
import { findPolicy, policies } from '../../../oracles/judge/policy.ts';
import { isTier, tiers, tierTexts } from '../../../oracles/judge/tier.ts';
import { newestOpset, opsetRange, versionAt } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { formatTypes } from '../../../oracles/spec/excuse.ts';
import type { Clause, Operator, OperatorVersion } from '../../../oracles/spec/operator.ts';
import { domainOf } from '../../../oracles/spec/operator-name.ts';
import { rulesOf } from '../../../oracles/spec/rules.ts';
import { unjudgedTypes } from '../../../oracles/spec/schemas/declaration.ts';
import { operatorNames, schemaOf } from '../../../oracles/spec/schemas/schemas.ts';
import { formatSource } from '../../../oracles/spec/source.ts';
import { clauseIds, printClause } from './clause.ts';
import { explanationIds, printFinding } from './explain-finding.ts';
import { describeLevel, headline, indented } from './format-topic.ts';
import { printHistory } from './history.ts';
import { printPolicy } from './policies.ts';
import { resolveTopic } from './resolve-topic.ts';
import { signature } from './schema.ts';

/** The options of `explain`. */
export interface ExplainArguments {
  /** an operator, a policy, a clause, a rule, or the id of a case */
  readonly op: string;
  readonly clause: string | undefined;
  readonly opset: number | undefined;
  readonly history: boolean;
}

/**
 * Prints all clauses, or one, of the operator version in force at an opset; or a policy; or a clause or rule of any operator.
 * @throws BadInput for an unknown operator, clause or opset
 */
export function explain({ op, history, ...args }: ExplainArguments): void {
  const { name, ...inId } = resolveTopic(op);
  const clauseId = args.clause ?? inId.clause;
  const asked = args.opset ?? inId.opset;
  const opset = asked ?? newestOpset;
  const operator = findSubject(name);
  const names = subjects.map((known) => known.name);
  if (!operator) {
    if (history) throw new BadInput(`--history shows the history of one operator's clauses: ${names.join(', ')}`);
    const policy = findPolicy(name);
    if (policy) {
      printPolicy(name, policy, [clauseId, asked?.toString()]);
      return;
    }
    const clauses = clauseIds();
    if (clauses.includes(name)) {
      printClause(name, [clauseId, asked?.toString()]);
      return;
    }
    if (isTier(name)) {
      process.stdout.write(`${[`${name} (a tier)`, ...indented(tierTexts[name])].join('\n')}\n`);
      return;
    }
    if (printFinding(name)) return;
    const known = [...operatorNames, ...Object.keys(policies), ...clauses, ...explanationIds()];
    const others = `policies ('list policies'), clauses and rules ('list --clauses'), tiers (${tiers.join(', ')})`;
    const remedy = formatChoices(name, known, `known are operators ('list operators'), ${others}`);
    throw new BadInput(`'${name}' is not known; ${remedy}`);
  }
  const version = versionAt(operator, opset);
  const rules = rulesOf(operator, version);
  const clause = clauseId === undefined ? undefined : clauseOf(operator, version, clauseId);
  if (history) {
    printHistory(operator, version, clause ? [clause] : [...version.clauses, ...rules]);
    return;
  }
  const { first, last } = opsetRange(operator, version);
  const domain = domainOf(operator.name);
  const imported = domain === '' ? '' : ` of ai.onnx, with version ${version.since} of ${domain}`;
  const others = operator.versions.filter((other) => other !== version).map((other) => other.since);
  const lines = [
    ...headline(`${operator.name}-${version.since}: ${operator.definition}`),
    `In force at ${first === last ? `opset ${first}` : `opsets ${first} to ${last}`}${imported}`,
    ...(others.length > 0
      ? headline(
          `Other versions differ: ${others.join(', ')}; --opset ${others.at(-1)} shows that of opset ${others.at(-1)}`,
        )
      : []),
    '',
    ...(clauseId === undefined && !operator.isGraph
      ? [...signature(schemaOf(name, version.since)), ...excuses(version), ...unjudged(operator, version), '']
      : []),
    ...(clause ? [clause] : [...version.clauses, ...rules]).flatMap((each) => {
      const { id, text, source, dtypes } = each;
      const kind = describeLevel(
        each,
        rules.some((rule) => rule.id === id),
      );
      return [
        ...headline(
          `${id} (${kind}${dtypes ? `; ${dtypes.filter((dtype) => version.dtypes.includes(dtype)).join(' ')}` : ''})`,
        ),
        ...indented(text),
        ...indented(`Source: ${formatSource(source)}`),
        ...(source.before ?? []).flatMap((reading) => indented(reading.text)),
      ];
    }),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Returns the reasons why models of a version may be refused with any data. */
const excuses = ({ withdrawn, illTyped }: OperatorVersion): readonly string[] => [
  ...(withdrawn ? ['A runtime may refuse it: its schema is marked deprecated.'] : []),
  ...(illTyped
    ? headline(
        `A runtime may refuse types for which its function body is ill-typed: ${illTyped.map(formatTypes).join('; ')}`,
      )
    : []),
];

/** Returns the types that the schema admits and the suite does not try. */
function unjudged({ ofValues }: Operator, version: OperatorVersion): readonly string[] {
  const types = unjudgedTypes(version, ofValues !== undefined);
  return types.length > 0 ? ['Not judged', ...indented(types.join(' '))] : [];
}

function clauseOf(operator: Operator, version: OperatorVersion, id: string): Clause {
  const all = (of: OperatorVersion) => [...of.clauses, ...rulesOf(operator, of)];
  const found = all(version).find((clause) => clause.id === id);
  if (found) return found;
  const name = `${operator.name}-${version.since}`;
  const others = operator.versions.filter((other) => all(other).some((clause) => clause.id === id));
  if (others.length > 0) {
    const since = others.map((other) => other.since);
    throw new BadInput(
      `${name} has no clause '${id}'; version ${since.join(', ')} has it: add --opset ${since.at(-1)}`,
    );
  }
  const ids = all(version).map((clause) => clause.id);
  throw new BadInput(`${name} has no clause '${id}'; ${formatChoices(id, ids, `it has ${ids.join(', ')}`)}`);
}
