import { isGlob } from '../../contract/tree-path.ts';
import type { DataPath } from '../../contract/document.ts';
import type { RuleFinding } from '../finding.ts';
import { numberOf } from '../chunk-series.ts';
import type { PlanFacts } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';

/** [COMP-STRUCT] */
export const structure: PlanRule = {
  id: 'STRUCT',
  title: 'The plan has the right shape',
  explanation:
    'Ids are unique, and contiguous where they are numbered; dependsOn names chunks that exist and leads into no ' +
    'circle; commands are plain programs with arguments, since they run without a shell; inline JavaScript parses. ' +
    'A manifest names files, not patterns.',
  severity: 'error',
  structural: true,
  claims: () => true,
  check: (facts) => [...numbering(facts), ...refusedCommands(facts), ...manifestGlobs(facts)],
};

/** Ids that all end in a number after the same beginning are a series, and a series has no holes. */
function numbering({ chunks, document }: PlanFacts): readonly RuleFinding[] {
  const numbers = chunks.map(({ chunk }) => numberOf(chunk.id));
  const [first] = numbers;
  if (!first || numbers.some((one) => one?.prefix !== first.prefix)) return [];
  // The source document's series begin with 1; elsewhere a series may go on from another plan's.
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
      message: `The ids are numbered and not contiguous: "${planned.chunk.id}" stands where "${expectedIds[wrong] ?? ''}" is expected.`,
      satisfiedBy: `Number the ids from ${start} without holes, in the order of the list.`,
      fix: { title: 'Number the ids anew', edits: renamings(chunks, renamed) },
    },
  ];
}

function renamings(chunks: PlanFacts['chunks'], renamed: ReadonlyMap<string, string>) {
  return chunks.flatMap(({ chunk, at }) => [
    ...(renamed.get(chunk.id) === chunk.id ? [] : [{ path: [...at, 'id'], value: renamed.get(chunk.id) }]),
    ...chunk.dependsOn.flatMap((id, index) =>
      renamed.has(id) && renamed.get(id) !== id ? [{ path: [...at, 'dependsOn', index], value: renamed.get(id) }] : [],
    ),
  ]);
}

function refusedCommands(facts: PlanFacts): readonly RuleFinding[] {
  const { contract, chunks } = facts;
  const setup = contract.attempt?.setup;
  return [
    ...refused(facts, contract.build?.command, ['build', 'command']),
    ...refused(facts, contract.verify?.command, ['verify', 'command']),
    ...(typeof setup === 'string'
      ? refused(facts, setup, ['attempt', 'setup'])
      : (setup ?? []).flatMap((command, index) => refused(facts, command, ['attempt', 'setup', index]))),
    ...contract.steps.flatMap(({ command }, index) => refused(facts, command, ['steps', index, 'command'])),
    ...contract.gates.flatMap(({ command }, index) => refused(facts, command, ['gates', index, 'command'])),
    ...chunks.flatMap(({ chunk, at }) =>
      chunk.acceptanceCommands.flatMap((command, index) =>
        refused(facts, command, [...at, 'acceptanceCommands', index], chunk.id),
      ),
    ),
  ];
}

function refused({ readingOf }: PlanFacts, command: string | undefined, at: DataPath, chunk?: string): RuleFinding[] {
  const refusal = command === undefined ? undefined : readingOf(command).refusal;
  if (!refusal) return [];
  const message = `The command ${JSON.stringify(command)} cannot be run: ${refusal.reason}.`;
  return [{ ...(chunk === undefined ? {} : { chunk }), at, message, satisfiedBy: refusal.hint }];
}

/** Work orders name the files that they write and read one by one. */
function manifestGlobs({ document, chunks, words }: PlanFacts): readonly RuleFinding[] {
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
                message: `"${path}" in ${words[key]} is a pattern: a work order names files one by one.`,
                satisfiedBy: 'Name each file.',
              },
            ]
          : [],
      ),
    ),
  );
}
