import { versionName } from '../../../generators/cases/case.ts';
import { runsOf } from '../../../generators/sessions/runs.ts';
import type { Case } from '../../../generators/suite/cases.ts';
import { opsetRange } from '../../../oracles/operators.ts';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { isDrawn } from '../../../oracles/spec/combinations.ts';
import { isOfSessions } from '../../../oracles/spec/sessions.ts';
import { undrawn } from '../../../reports/schema.ts';
import { caseResult, type Requirements } from './case-result.ts';
import { describeCase } from './description.ts';
import { modelNeeds } from './model-needs.ts';
import { prepareCase, prepareModel } from './prepare-case.ts';
import { settle } from './settle.ts';
import { LeftOut, type Traits, type Trial } from './trial.ts';

/** The trial of a case of the suite: of a model, of a session, or of an invalid model. */
export function caseTrial(question: Case, requirements: Requirements): Trial {
  const { id, cell } = question;
  const isInvalid = cell.expects === 'rejection';
  const { isGraph = false } = cell.operator;
  return {
    id,
    models: () => modelNeeds(question),
    // a graph shares its fate with no other; the control of an invalid model may be of another version
    ...(!isGraph && { kind: isInvalid ? cell.operator.name : versionName(cell) }),
    // a session is not supported either where its first model is not
    ...(!isInvalid && !isGraph && !isOfSessions(cell.clause) && { traits: () => traitsOf(question) }),
    settle: async (ask) => {
      try {
        return await settle(prepareCase(question), requirements, ask);
      } catch (error) {
        // whether the text has an answer to a call that is drawn is seen when it is asked
        throw error instanceof NotJudged && isDrawn(cell.clause) ? new LeftOut() : error;
      }
    },
    skipped: (message) => {
      const about = { ...describeCase(question), dataClass: undrawn, size: 0 };
      return caseResult(about, { outcome: 'unsupported', ...(isInvalid && { isInvalid }), message });
    },
    ...(!isInvalid && { probe: () => prepareModel(runsOf(question)[0]!.question).request }),
  };
}

function traitsOf({ cell, opset, summary, facts: { words, measures } }: Case): Traits {
  // "X int64[2,3] mixed, min int64[] (5) constant; axis=1"
  const parts = summary.split(/[,;] /);
  const inputs = parts.filter((part) => /^\S+ \w+\[/.test(part));
  const constants = [...parts, ...words].filter((part) => part.endsWith(' constant'));
  const names = (some: readonly string[]) => some.map((part) => part.split(' ', 1)[0]).join();
  const isFirst = opset === opsetRange(cell.operator, cell.version).first;
  return {
    // some runtimes lack a kernel, and have the function body of a version from one opset on, or up to one
    forms: [
      `inputs: ${names(inputs)} at ${isFirst ? 'its first opset' : 'a later one'}`,
      `constants: ${names(constants)}`,
      `rank ${measures.rank}`,
      `opset ${opset}`,
    ],
    words: [cell.clause.id, ...words, ...Object.entries(measures).map(([name, size]) => `${name} ${size}`)],
  };
}
