import type { DataPath } from '../../contract/document.ts';
import type { CommandNeed } from '../commands/command-reading.ts';
import type { PlanFix, RuleFinding } from '../finding.ts';
import { moveBefore } from '../chunk-fixes.ts';
import { dependOn } from '../fixes.ts';
import type { PlanFacts } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';
import { isVerifyExempt } from '../verify-exempt.ts';

/** [COMP-R5] */
export const commandDependencies: PlanRule = {
  id: 'R5',
  title: 'What commands depend on exists by then',
  explanation:
    'A command that imports, runs or tests a file which nobody has created fails whatever the model does. The files ' +
    'that an acceptance command depends on, and those of the verify command once it is due, follow from the initial ' +
    'tree and the postconditions up to and with the chunk. A command that is not understood is passed over.',
  severity: 'error',
  structural: false,
  check: (facts) => [...acceptance(facts), ...verification(facts)],
};

function acceptance(facts: PlanFacts): RuleFinding[] {
  return facts.chunks.flatMap(({ chunk, position, at }) =>
    chunk.acceptanceCommands.flatMap((command, index) =>
      missing(facts, command, position).map((need) => ({
        chunk: chunk.id,
        ...finding(facts, need, position, [...at, 'acceptanceCommands', index], 'The acceptance command'),
      })),
    ),
  );
}

/** The verify command is due with the first chunk that is not exempt from it. */
function verification(facts: PlanFacts): RuleFinding[] {
  const { verify } = facts.contract;
  const first = facts.order.sequence.find((position) => !isVerifyExempt(facts, position));
  if (verify === undefined || first === undefined) return [];
  return missing(facts, verify.command, first).map((need) => {
    const id = facts.chunks[first]?.chunk.id ?? '';
    return finding(facts, need, first, ['verify', 'command'], `The verify command, which is due once ${id} is done,`);
  });
}

function finding(facts: PlanFacts, need: CommandNeed, position: number, at: DataPath, subject: string): RuleFinding {
  const { shown, because, lacking, files } = need;
  if (lacking !== undefined) {
    return {
      path: shown,
      at,
      message: `${subject} ${because}, and ${lacking}.`,
      satisfiedBy: `Name one that ${shown} has, or let a chunk add it.`,
    };
  }
  const others = files.length === 2 && files[1] !== shown ? ` (or ${files[1] ?? ''})` : '';
  return {
    path: shown,
    at,
    message: `${subject} ${because}: it depends on "${shown}"${others}, which is not guaranteed to exist by then.`,
    satisfiedBy: `The postcondition file_exists "${shown}" of this chunk or an earlier one.`,
    fix: waitForCreator(facts, need, position),
  };
}

function waitForCreator(facts: PlanFacts, { files }: CommandNeed, position: number): PlanFix | undefined {
  for (const creator of files.flatMap((file) => facts.files.creatorsOf(file))) {
    const fix = dependOn(facts, position, creator) ?? moveBefore(facts, position, creator);
    if (fix) return fix;
  }
  return undefined;
}

/** Each need of a command that surely is not met once a chunk is done, each said once. */
function missing(facts: PlanFacts, command: string, position: number): CommandNeed[] {
  const seen = new Set<string>();
  return facts.readingOf(command).needs.filter((need) => {
    const identity = need.lacking ?? need.shown;
    if (seen.has(identity) || isMet(facts, need, position)) return false;
    seen.add(identity);
    return true;
  });
}

function isMet(
  facts: PlanFacts,
  { files, prefixes = [], endings = [], lacking }: CommandNeed,
  position: number,
): boolean {
  if (lacking !== undefined) return false;
  const exists = (path: string): boolean =>
    facts.files.saidAfter(path, position) ??
    (facts.files.existsNow(path) || facts.possible.mayExistAfter(path, position));
  if (files.some(exists)) return true;
  // Test files that are found by the end of their paths are judged as if they were there for good.
  if (endings.some((ending) => facts.initialPaths.hasEnding(ending) || facts.plannedPaths.hasEnding(ending)))
    return true;
  return prefixes.some((prefix) => {
    if (facts.possible.mayExistBelow(prefix, position)) return true;
    for (const paths of [facts.initialPaths, facts.plannedPaths]) {
      for (const path of paths.beginningWith(prefix)) if (exists(path)) return true;
    }
    return false;
  });
}
