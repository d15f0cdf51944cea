import type { RuleFinding } from '../finding.ts';
import type { PlanFacts } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';
import { conditionPath } from '../tree-spelling.ts';

/** [COMP-R7] */
export const verifyNotInAcceptance: PlanRule = {
  id: 'R7',
  title: 'The verify command is no acceptance command',
  explanation:
    'The verify command is run by itself, once the tree satisfies the verify contract. As an acceptance command it is ' +
    'redundant at best; at worst it asks for files that only later chunks create, and no attempt can pass.',
  severity: 'error',
  structural: false,
  check: (facts) => {
    const verifying = verifyingCommands(facts);
    if (verifying.size === 0) return [];
    return facts.chunks.flatMap(({ chunk, at }) =>
      chunk.acceptanceCommands.flatMap((command, index): RuleFinding[] => {
        const { canonical } = facts.readingOf(command);
        if (canonical.length === 0 || !verifying.has(identity(canonical))) return [];
        const path = [...at, 'acceptanceCommands', index];
        return [
          {
            chunk: chunk.id,
            at: path,
            message: `The verify command must not appear in ${facts.words.acceptanceCommands}: ${JSON.stringify(command)} is run by itself once it is due.`,
            satisfiedBy: "An acceptance command of the chunk's own, or none.",
            fix: { title: 'Remove the verify command', edits: [{ path, operation: 'remove' }] },
          },
        ];
      }),
    );
  },
};

/** The source document's name of the script that the verify contract is about. */
const VERIFY_SCRIPT = 'scripts/verify.sh';

function verifyingCommands({ contract, document, readingOf }: PlanFacts): ReadonlySet<string> {
  const { verify } = contract;
  const verifying = new Set<string>();
  const canonical = verify === undefined ? [] : readingOf(verify.command).canonical;
  if (canonical.length > 0) verifying.add(identity(canonical));
  const requires = (verify?.requires ?? []).some(({ path }) => conditionPath(path) === VERIFY_SCRIPT);
  if (document.form === 'manifest' || requires) verifying.add(identity(['script', VERIFY_SCRIPT]));
  return verifying;
}

function identity(words: readonly string[]): string {
  return JSON.stringify(words);
}
