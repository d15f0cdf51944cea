import { acceptanceCommandsOf } from '../../../contract/acceptance-commands.ts';
import type { DataPath } from '../../../contract/document.ts';
import type { Chunk } from '../../../contract/model.ts';
import type { CommandNeed } from '../commands/command-reading.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import { isVerifyExempt } from '../facts/verify-exempt.ts';
import { moveProviderBefore } from '../findings/chunk-fixes.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanFix } from '../fix/plan-fix.ts';
import { addDependency } from '../findings/fixes.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R5] */
export const commandDependencies: PlanRule = {
  id: 'R5',
  title: 'Commands depend only on existing files',
  explanation:
    'A command that imports, runs or tests a file that does not exist fails in every attempt. The initial tree and the ' +
    'postconditions of the chunk and of earlier chunks must provide the files that an acceptance command needs. The ' +
    'verify command first runs after the first chunk that is not exempt from it; the files that it needs must exist ' +
    'then. Unknown commands are ignored. If a command that runs before can generate the file, it is a warning.',
  severity: 'error',
  runEffect: 'stop-chunk',
  structural: false,
  check: (facts) => [...checkAcceptanceCommands(facts), ...checkVerifyCommand(facts)],
};

function checkAcceptanceCommands(facts: PlanFacts): RuleFinding[] {
  return facts.chunks.flatMap(({ chunk, position, at }) =>
    acceptanceCommandsOf(chunk).flatMap((command, index) =>
      findUnmetNeeds(facts, command, position).map((need) => ({
        chunk: chunk.id,
        ...toFinding(facts, need, position, [...at, 'acceptanceCommands', index], 'The acceptance command'),
        ...severityOf(need, () => mayGenerateFiles(facts, commandsBefore(facts, chunk, index))),
      })),
    ),
  );
}

/** The verify command first runs when the first chunk that is not exempt from it is complete. */
function checkVerifyCommand(facts: PlanFacts): RuleFinding[] {
  const { verify } = facts.contract;
  const first = facts.order.sequence.find((position) => !isVerifyExempt(facts, position));
  if (verify === undefined || first === undefined) return [];
  return findUnmetNeeds(facts, verify.command, first).map((need) => {
    const id = facts.chunks[first]?.chunk.id ?? '';
    const subject = `The verify command, which first runs after ${id},`;
    return {
      chunk: id,
      ...toFinding(facts, need, first, ['verify', 'command'], subject),
      ...severityOf(need, () => mayGenerateFiles(facts, preparationOf(facts))),
    };
  });
}

/** A need is certainly unmet unless a command that runs before can generate the file. */
function severityOf(need: CommandNeed, isGeneratedBefore: () => boolean): Pick<RuleFinding, 'severity'> {
  if (need.isDoubtful === true) return { severity: 'warning' };
  if (need.canBeGenerated !== true) return {};
  return need.isPreceded === true || isGeneratedBefore() ? { severity: 'warning' } : {};
}

/** The commands that prepare the tree of an attempt. */
function preparationOf({ contract, setup }: PlanFacts): readonly string[] {
  return [...setup, ...[contract.attempt?.setup ?? []].flat(), ...(contract.build ? [contract.build.command] : [])];
}

/** The commands that run before an acceptance command of a chunk. */
function commandsBefore(facts: PlanFacts, chunk: Chunk, index: number): readonly string[] {
  const { verify } = facts.contract;
  return [...preparationOf(facts), ...(verify ? [verify.command] : []), ...acceptanceCommandsOf(chunk).slice(0, index)];
}

/** Programs that only check the tree. */
const CHECKERS: ReadonlySet<string> = new Set(['vitest', 'jest', 'mocha', 'pytest', 'eslint', 'test']);

function mayGenerateFiles({ readingOf }: PlanFacts, commands: readonly string[]): boolean {
  return commands.some((command) => {
    const [program = '', ...words] = readingOf(command).canonical;
    return !CHECKERS.has(program) && !words.includes('--noEmit') && !words.includes('--test');
  });
}

function toFinding(facts: PlanFacts, need: CommandNeed, position: number, at: DataPath, subject: string): RuleFinding {
  const { path, purpose, missingContent, files } = need;
  if (missingContent !== undefined) {
    return {
      path,
      at,
      message: `${subject} ${purpose}, but ${missingContent}.`,
      satisfiedBy: `Use a script that ${path} defines, or let an earlier chunk add the script.`,
    };
  }
  const others = files.length === 2 && files[1] !== path ? ` (or ${files[1] ?? ''})` : '';
  return {
    path,
    at,
    message: `${subject} ${purpose}: it depends on "${path}"${others}, which does not exist at that point.`,
    satisfiedBy:
      need.remedy ??
      `Add the postcondition file_exists "${path}" to ${facts.chunks[position]?.chunk.id ?? 'the chunk'} or an earlier chunk.`,
    fix: findDependencyFix(facts, need, position),
  };
}

function findDependencyFix(facts: PlanFacts, { files }: CommandNeed, position: number): PlanFix | undefined {
  for (const creator of files.flatMap((file) => facts.files.creatorsOf(file))) {
    const fix = addDependency(facts, position, creator) ?? moveProviderBefore(facts, position, creator);
    if (fix) return fix;
  }
  return undefined;
}

/** The needs of a command that are certainly not met when a chunk is complete, without duplicates. */
function findUnmetNeeds(facts: PlanFacts, command: string, position: number): CommandNeed[] {
  const seen = new Set<string>();
  return facts.readingOf(command).needs.filter((need) => {
    const identity = need.missingContent ?? need.path;
    if (seen.has(identity) || isMet(facts, need, position)) return false;
    seen.add(identity);
    return true;
  });
}

function isMet(
  facts: PlanFacts,
  { files, prefixes = [], endings = [], missingContent }: CommandNeed,
  position: number,
): boolean {
  if (missingContent !== undefined) return false;
  const mayExist = (path: string): boolean =>
    facts.files.statedExistenceAfter(path, position) ??
    (facts.files.existsInitially(path) || facts.possibleFiles.mayExistAfter(path, position));
  if (files.some(mayExist)) return true;
  // A need with an ending is met if any initial or planned file has that ending, regardless of the order of the chunks.
  if (endings.some((ending) => facts.initialPaths.hasEnding(ending) || facts.plannedPaths.hasEnding(ending)))
    return true;
  return prefixes.some((prefix) => {
    if (facts.possibleFiles.mayExistBelow(prefix, position)) return true;
    for (const paths of [facts.initialPaths, facts.plannedPaths]) {
      for (const path of paths.beginningWith(prefix)) if (mayExist(path)) return true;
    }
    return false;
  });
}
