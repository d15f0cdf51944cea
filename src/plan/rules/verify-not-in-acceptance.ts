import type { PlanFacts } from '../facts/plan-facts.ts';
import { conditionPath } from '../facts/plan-path.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R7] */
export const verifyNotInAcceptance: PlanRule = {
  id: 'R7',
  title: 'The verify command is not an acceptance command',
  explanation:
    'The verify command runs automatically when the tree satisfies the verify contract. As an acceptance command it is ' +
    'redundant, or it needs files that only later chunks create, so that no attempt can pass.',
  severity: 'error',
  runEffect: 'warn',
  structural: false,
  check: (facts) => {
    const verifyCommands = findVerifyCommands(facts);
    if (verifyCommands.size === 0) return [];
    return facts.chunks.flatMap(({ chunk, at }) =>
      chunk.acceptanceCommands.flatMap((command, index): RuleFinding[] => {
        const { canonical } = facts.readingOf(command);
        if (canonical.length === 0 || !verifyCommands.has(toIdentity(canonical))) return [];
        const path = [...at, 'acceptanceCommands', index];
        return [
          {
            chunk: chunk.id,
            at: path,
            message: `The verify command must not appear in ${facts.keyNames.acceptanceCommands}: ${JSON.stringify(command)} runs automatically.`,
            satisfiedBy: 'Remove it, or use a command that checks only this chunk.',
            fix: { title: 'Remove the verify command', edits: [{ path, operation: 'remove' }] },
          },
        ];
      }),
    );
  },
};

/** The verify script of the requirements' source document. In a manifest, it always counts as a verify command. */
const VERIFY_SCRIPT = 'scripts/verify.sh';

/** The identities of the verify command and of the verify script. */
function findVerifyCommands({ contract, document, readingOf }: PlanFacts): ReadonlySet<string> {
  const { verify } = contract;
  const commands = new Set<string>();
  const canonical = verify === undefined ? [] : readingOf(verify.command).canonical;
  if (canonical.length > 0) commands.add(toIdentity(canonical));
  const requiresScript = (verify?.requires ?? []).some(({ path }) => conditionPath(path) === VERIFY_SCRIPT);
  if (document.form === 'manifest' || requiresScript) commands.add(toIdentity(['script', VERIFY_SCRIPT]));
  return commands;
}

function toIdentity(canonical: readonly string[]): string {
  return JSON.stringify(canonical);
}
