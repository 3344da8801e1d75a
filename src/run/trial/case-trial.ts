import { versionName } from '../../../generators/cases/case.ts';
import { runsOf } from '../../../generators/sessions/runs.ts';
import type { Case } from '../../../generators/suite/cases.ts';
import { opsetRange } from '../../../oracles/operators.ts';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { isDrawn } from '../../../oracles/spec/combinations.ts';
import { isOfSessions } from '../../../oracles/spec/sessions.ts';
import { notDrawn } from '../../../reports/schema.ts';
import { describeCase } from './description.ts';
import { type Requirements, resultOf } from './judge.ts';
import { modelNeeds } from './model-needs.ts';
import { prepareCase, prepareModel } from './prepare-case.ts';
import { settle } from './settle.ts';
import { type Traits, type Trial, UnjudgedTrial } from './trial.ts';

/** Returns the trial of a case of the suite: a model, a session, or an invalid model. */
export function caseTrial(testCase: Case, requirements: Requirements): Trial {
  const { id, cell } = testCase;
  const isInvalid = cell.expects === 'rejection';
  const { isGraph = false } = cell.operator;
  return {
    id,
    models: () => modelNeeds(testCase),
    // graphs are not alike in support; the control of an invalid model may be of another version
    ...(!isGraph && { kind: isInvalid ? cell.operator.name : versionName(cell) }),
    // a session is not supported either where its first model is not
    ...(!isInvalid && !isGraph && !isOfSessions(cell.clause) && { traits: () => traitsOf(testCase) }),
    settle: async (ask) => {
      try {
        return await settle(prepareCase(testCase), requirements, ask);
      } catch (error) {
        // only the oracle shows whether the text defines the result of a drawn call
        throw error instanceof NotJudged && isDrawn(cell.clause) ? new UnjudgedTrial() : error;
      }
    },
    skipped: (message) => {
      const about = { ...describeCase(testCase), dataClass: notDrawn, size: 0 };
      return resultOf(about, { outcome: 'unsupported', ...(isInvalid && { isInvalid }), message });
    },
    ...(!isInvalid && { probe: () => prepareModel(runsOf(testCase)[0]!.testCase).request }),
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
    // some runtimes without a kernel run the function body of a version, but only for certain opsets
    forms: [
      `inputs: ${names(inputs)} at ${isFirst ? 'its first opset' : 'a later one'}`,
      `constants: ${names(constants)}`,
      `rank ${measures.rank}`,
      `opset ${opset}`,
    ],
    words: [cell.clause.id, ...words, ...Object.entries(measures).map(([name, size]) => `${name} ${size}`)],
  };
}
