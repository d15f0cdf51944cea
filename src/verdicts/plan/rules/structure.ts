import { acceptanceCommandsOf } from '../../../contract/acceptance-commands.ts';
import { isGlob } from '../../../contract/globs/glob-syntax.ts';
import type { DataPath } from '../../../contract/document.ts';
import { parseNumberedId } from '../facts/numbered-ids.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-STRUCT] */
export const structure: PlanRule = {
  id: 'STRUCT',
  title: 'The plan has a valid structure',
  explanation:
    'Ids are unique, and numbered ids have no gaps. dependsOn names existing chunks and has no cycles. Commands are ' +
    'programs with arguments, because they run without a shell, and inline JavaScript and Python have no syntax errors. A manifest ' +
    'contains paths, not patterns, and each of its work orders says which files it may write and which commands accept it.',
  severity: 'error',
  runEffect: 'none',
  structural: true,
  claims: () => true,
  check: (facts) => [
    ...findIdGaps(facts),
    ...checkCommands(facts),
    ...findManifestGlobs(facts),
    ...findMissingKeys(facts),
  ],
};

/** Ids with the same prefix and a number at the end are a series, which must have no gaps. */
function findIdGaps({ chunks, document, contract }: PlanFacts): readonly RuleFinding[] {
  // The numbers are those of a plan, of which done or dropped tasks are left out.
  if (document.form === 'plan' || contract.source !== undefined) return [];
  const numbers = chunks.map(({ chunk }) => parseNumberedId(chunk.id));
  const [first] = numbers;
  if (!first || numbers.some((one) => one?.prefix !== first.prefix)) return [];
  // A manifest's series starts with 1. A contract can continue the series of another one.
  const start =
    document.form === 'manifest' || chunks.length < 2 ? 1 : Math.min(...numbers.map((one) => Number(one?.digits)));
  if (document.form !== 'manifest' && chunks.length < 2) return [];
  const ids = new Set(chunks.map(({ chunk }) => chunk.id));
  if (ids.size < chunks.length) return [];
  const expectedIds = chunks.map(
    (_, index) => `${first.prefix}${String(start + index).padStart(first.digits.length, '0')}`,
  );
  const wrong = chunks.findIndex((_, index) => Number(numbers[index]?.digits) !== start + index);
  const planned = chunks[wrong];
  if (!planned) return [];
  const renamed = new Map(chunks.map(({ chunk }, index) => [chunk.id, expectedIds[index] ?? chunk.id]));
  return [
    {
      chunk: planned.chunk.id,
      at: [...planned.at, 'id'],
      message: `The numbered ids are not contiguous: expected "${expectedIds[wrong] ?? ''}", found "${planned.chunk.id}".`,
      satisfiedBy: `Number the ids from ${start} without gaps, in the order of the list.`,
      fix: { action: { kind: 'renumber-ids' }, edits: createRenamingEdits(chunks, renamed) },
    },
  ];
}

function createRenamingEdits(chunks: PlanFacts['chunks'], renamed: ReadonlyMap<string, string>) {
  return chunks.flatMap(({ chunk, at }) => [
    ...(renamed.get(chunk.id) === chunk.id ? [] : [{ path: [...at, 'id'], value: renamed.get(chunk.id) }]),
    ...chunk.dependsOn.flatMap((id, index) =>
      renamed.has(id) && renamed.get(id) !== id ? [{ path: [...at, 'dependsOn', index], value: renamed.get(id) }] : [],
    ),
  ]);
}

function checkCommands(facts: PlanFacts): readonly RuleFinding[] {
  const { contract, chunks } = facts;
  const setup = contract.attempt?.setup;
  return [
    ...checkCommand(facts, contract.build?.command, ['build', 'command'], { runEffect: 'stop-run' }),
    ...checkCommand(facts, contract.verify?.command, ['verify', 'command'], { runEffect: 'stop-run' }),
    ...(typeof setup === 'string'
      ? checkCommand(facts, setup, ['attempt', 'setup'])
      : (setup ?? []).flatMap((command, index) => checkCommand(facts, command, ['attempt', 'setup', index]))),
    ...contract.steps.flatMap(({ command }, index) => checkCommand(facts, command, ['steps', index, 'command'])),
    ...contract.gates.flatMap(({ command }, index) => checkCommand(facts, command, ['gates', index, 'command'])),
    ...chunks.flatMap(({ chunk, at }) =>
      acceptanceCommandsOf(chunk).flatMap((command, index) =>
        checkCommand(facts, command, [...at, 'acceptanceCommands', index], {
          chunk: chunk.id,
          runEffect: 'stop-chunk',
        }),
      ),
    ),
  ];
}

/** @param effect The chunk of the command, and what a run does if each attempt would fail because of it. */
function checkCommand(
  { readingOf }: PlanFacts,
  command: string | undefined,
  at: DataPath,
  effect: Pick<RuleFinding, 'chunk' | 'runEffect'> = {},
): RuleFinding[] {
  const refusal = command === undefined ? undefined : readingOf(command).refusal;
  if (!refusal) return [];
  const message = `The command ${JSON.stringify(command)} cannot be run: ${refusal.reason}.`;
  return [{ ...effect, at, message, satisfiedBy: refusal.hint }];
}

/** The file lists of a work order contain paths only. */
function findManifestGlobs({ document, chunks, keyNames }: PlanFacts): readonly RuleFinding[] {
  if (document.form !== 'manifest') return [];
  return chunks.flatMap(({ chunk, at }) =>
    (['allowedFiles', 'contextFiles'] as const).flatMap((key) =>
      chunk[key].flatMap((path, index): RuleFinding[] =>
        isGlob(path)
          ? [
              {
                chunk: chunk.id,
                path,
                at: [...at, key, index],
                message: `"${path}" in ${keyNames[key]} is a pattern. A work order must list each file.`,
                satisfiedBy: 'Replace the pattern with the paths of the files.',
              },
            ]
          : [],
      ),
    ),
  );
}

const REQUIRED_KEYS = [
  ['allowedFiles', 'it may write any file', 'List the files that it may write.'],
  ['acceptanceCommands', 'nothing shows that its work is right', 'Add a command that fails until the work is done.'],
] as const;

/**
 * [COMP-KEYS] The source document's schema requires the files and the acceptance commands of a work order. Holdfast can run one
 * without them, so it is a warning, which a run reports too.
 */
function findMissingKeys({ document, chunks, keyNames }: PlanFacts): readonly RuleFinding[] {
  if (document.form !== 'manifest') return [];
  return chunks.flatMap(({ chunk, at }) =>
    REQUIRED_KEYS.flatMap(([key, consequence, satisfiedBy]): RuleFinding[] =>
      chunk[key].length > 0
        ? []
        : [
            {
              chunk: chunk.id,
              at,
              severity: 'warning',
              runEffect: 'warn',
              message: `The work order has no ${keyNames[key]}, so that ${consequence}.`,
              satisfiedBy,
            },
          ],
    ),
  );
}
