import { deriveNames } from '../../contract/templates/template-names.ts';
import { splitText } from '../../contract/specifications/markdown-outline.ts';
import type { SpecifiedTask, TaskGroup } from '../../contract/specifications/task-list.ts';
import { readStatements, type TaskStatements } from '../../contract/specifications/task-statements.ts';
import { ChunkNames } from './chunk-names.ts';
import type { ImportUnit } from './authoring-types.ts';
import type { Specification } from './read-specification.ts';

/** A task with what it says. */
export interface ReadTask {
  readonly task: SpecifiedTask;
  readonly statements: TaskStatements;
}

/** The tasks of one chunk. */
export interface DraftUnit {
  /** The id of the chunk. */
  readonly id: string;
  readonly group: TaskGroup;
  /** Whether the chunk is the whole group. */
  readonly isGroup: boolean;
  readonly tasks: readonly ReadTask[];
  /** Tasks that only run checks. Their commands are acceptance commands of the chunk. */
  readonly checks: readonly ReadTask[];
  /** Ids of chunks that come earlier in the list. */
  readonly dependsOn: readonly string[];
}

/**
 * Combines tasks to chunks: each task is a chunk, or each group. Tasks that are done are left out, and what depends on
 * them depends on what they depend on. Tasks that only run checks belong to the chunk before them.
 *
 * @param dependencies the ids of the tasks that each task depends on
 */
export function draftUnits(
  { tasks: { groups } }: Specification,
  dependencies: ReadonlyMap<string, readonly string[]>,
  { unit, withDone }: { readonly unit: ImportUnit; readonly withDone: boolean },
): readonly DraftUnit[] {
  const names = new ChunkNames();
  const drafts: { id: string; group: TaskGroup; tasks: ReadTask[]; checks: ReadTask[] }[] = [];
  const chunkOf = new Map<string, string>();
  for (const group of groups) {
    const open = group.tasks
      .filter(({ isDone }) => withDone || !isDone)
      .map((task): ReadTask => ({ task, statements: readStatements(task.text) }));
    const parts = unit === 'group' ? (open.length === 0 ? [] : [open]) : open.map((one) => [one]);
    for (const part of parts) {
      const last = drafts.at(-1);
      if (last !== undefined && part.every(({ statements }) => isCheck(statements))) {
        last.checks.push(...part);
        for (const { task } of part) chunkOf.set(task.id, last.id);
        continue;
      }
      const id = unit === 'group' ? names.create(nameOf(group.title)) : taskChunkId(part[0]?.task);
      for (const { task } of part) chunkOf.set(task.id, id);
      drafts.push({ id, group, tasks: part, checks: [] });
    }
  }
  const ids = drafts.map(({ id }) => id);
  const direct = new Map(
    drafts.map(({ id, tasks }) => {
      const found = tasks.flatMap(({ task }) => chunksBefore(task.id, dependencies, chunkOf));
      return [id, [...new Set(found)].filter((one) => ids.indexOf(one) < ids.indexOf(id))];
    }),
  );
  const reduced = withoutIndirect(direct);
  return drafts.map((draft) => ({ ...draft, isGroup: unit === 'group', dependsOn: reduced.get(draft.id) ?? [] }));
}

function isCheck({ isOnlyCommands, commands }: TaskStatements): boolean {
  return isOnlyCommands && commands.length > 0;
}

/** The chunks that a task depends on. A task without a chunk is replaced by its dependencies. */
function chunksBefore(
  task: string,
  dependencies: ReadonlyMap<string, readonly string[]>,
  chunkOf: ReadonlyMap<string, string>,
): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...(dependencies.get(task) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const chunk = chunkOf.get(next);
    if (chunk === undefined) waiting.push(...(dependencies.get(next) ?? []));
    else found.add(chunk);
  }
  return [...found];
}

/** Removes dependencies that follow from others. Each chunk depends only on earlier ones in the map. */
export function withoutIndirect(
  direct: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, ReadonlySet<string>>();
  for (const [id, before] of direct) all.set(id, new Set(before.flatMap((one) => [one, ...(all.get(one) ?? [])])));
  const order = [...direct.keys()];
  return new Map(
    [...direct].map(([id, before]) => {
      const kept = before.filter((one) => !before.some((other) => other !== one && all.get(other)?.has(one) === true));
      return [id, kept.sort((a, b) => order.indexOf(a) - order.indexOf(b))];
    }),
  );
}

/**
 * The id of a task with words of its text: `T016-user-model`. Ids that are only numbered would be a series, in which a task
 * that is left out is a gap.
 */
function taskChunkId(task: SpecifiedTask | undefined): string {
  const plain = splitText(task?.text ?? '')
    .map(({ value }) => value)
    .join('');
  // What follows the file is about its content: "Create TokenService in src/token.ts with issue(user)".
  const subject = /^(?<subject>\S+\s+\S.*?)\s+(?:in|at|to)\s+\S*\/\S/.exec(plain)?.groups?.['subject'] ?? plain;
  const words = deriveNames(subject).id.split('-').slice(0, 3).join('-');
  return `${task?.id ?? 'task'}-${words === 'change' ? 'task' : words}`;
}

/** A heading as the source of an id: without its number, at most five words. */
function nameOf(title: string): string {
  const words = title
    .replace(/^(?:phase\s+)?\d+(?:\.\d+)*[.:)]?\s*/i, '')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .slice(0, 5);
  return words.join('-') || 'tasks';
}
