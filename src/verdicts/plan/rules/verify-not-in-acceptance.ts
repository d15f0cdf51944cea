import { acceptanceCommandsOf } from '../../../contract/acceptance-commands.ts';
import { verificationsOf } from '../../../contract/verifications.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R7] */
export const verifyNotInAcceptance: PlanRule = {
  id: 'R7',
  title: 'The verify command is not an acceptance command',
  explanation:
    'The verify command runs automatically when the tree satisfies the verify contract, and the verify script of a ' +
    'manifest (scripts/verify.sh) when it exists. As an acceptance command it is ' +
    'redundant, or it needs files that only later chunks create, so that no attempt can pass.',
  severity: 'error',
  runEffect: 'warn',
  structural: true,
  check: (facts) => {
    const verifyCommands = findVerifyCommands(facts);
    if (verifyCommands.size === 0) return [];
    return facts.chunks.flatMap(({ chunk, at }) =>
      acceptanceCommandsOf(chunk).flatMap((command, index): RuleFinding[] => {
        const { canonical } = facts.readingOf(command);
        if (canonical.length === 0 || !verifyCommands.has(toIdentity(canonical))) return [];
        const path = [...at, 'acceptanceCommands', index];
        return [
          {
            chunk: chunk.id,
            at: path,
            message: `The verify command must not appear in ${facts.keyNames.acceptanceCommands}: ${JSON.stringify(command)} runs automatically.`,
            satisfiedBy: 'Remove it, or use a command that checks only this chunk.',
            fix: { action: { kind: 'remove-verify-command' }, edits: [{ path, operation: 'remove' }] },
          },
        ];
      }),
    );
  },
};

/** The identities of the commands that run automatically. */
function findVerifyCommands({ document, readingOf }: PlanFacts): ReadonlySet<string> {
  const commands = new Set<string>();
  for (const { command } of verificationsOf(document)) {
    const { canonical } = readingOf(command);
    if (canonical.length > 0) commands.add(toIdentity(canonical));
  }
  return commands;
}

function toIdentity(canonical: readonly string[]): string {
  return JSON.stringify(canonical);
}
