import { hasBehavioralCheck, hasDecidingCommand } from '../facts/behavioral-checks.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanFix } from '../fix/plan-fix.ts';
import type { PlanRule } from './plan-rule.ts';

/** Not in the source documents: exports, types and texts can be right in code that does not work. */
export const behaviorCheck: PlanRule = {
  id: 'behavior-check',
  title: 'The contract checks what the code does',
  explanation:
    'Exports, signatures, types and texts can be as required in code that does not work. A contract checks behavior with a ' +
    'verify command, with acceptance commands or with gates that run tests. Commands that only compile, lint or format do ' +
    'not count.',
  severity: 'warning',
  runEffect: 'none',
  structural: false,
  check: (facts) => (hasBehavioralCheck(facts) ? [] : [describe(facts)]),
};

function describe(facts: PlanFacts): RuleFinding {
  const { verify, acceptanceCommands } = facts.keyNames;
  const commands = hasDecidingCommand(facts) ? ' Its commands only compile, lint, format or look at files.' : '';
  const testCommand = usableTestCommand(facts);
  const tests = testCommand === undefined ? '' : ` (${testCommand})`;
  return {
    at: ['spec', 'title'],
    message: `Nothing in this contract checks what the code does.${commands} An attempt can pass although its code does not work.`,
    satisfiedBy: `Add a ${verify} that runs the tests${tests}, or ${acceptanceCommands} that fail if the behavior is wrong.`,
    ...(testCommand === undefined ? {} : { choices: [addVerify(testCommand)] }),
  };
}

/** A test script can consist of a linter. */
function usableTestCommand({ testCommand, readingOf }: PlanFacts): string | undefined {
  return testCommand === undefined || readingOf(testCommand).isStatic ? undefined : testCommand;
}

/** A choice, not a fix: a person decides whether all tests of the repository run after every chunk. */
function addVerify(command: string): PlanFix {
  return {
    action: { kind: 'verify-with-tests', command },
    edits: [{ path: ['verify'], value: { command } }],
  };
}
