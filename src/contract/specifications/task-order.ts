import type { SpecificationFormat, TaskGroup, TaskList } from './task-list.ts';

/** A reference in the text that cannot be a dependency. */
export interface OrderNote {
  readonly line: number;
  readonly message: string;
}

export interface TaskOrder {
  /** The ids of the tasks that each task depends on. They come earlier in the list. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly OrderNote[];
}

/**
 * The order of tasks. Without markers, a task depends on the one before it. Tasks with `[P]` in a row depend on the task
 * before the row, and the task after the row depends on all of them. The phase of a user story depends on the last phase
 * that belongs to no story, and not on other stories. "depends on …" in a task or in the section about dependencies adds
 * dependencies; in a task, it replaces the ones from its position in the phase.
 */
export function orderTasks(list: TaskList, format: SpecificationFormat): TaskOrder {
  const dependencies = new Map<string, readonly string[]>();
  const notes: OrderNote[] = [];
  const ids = list.groups.flatMap(({ tasks }) => tasks.map(({ id }) => id));
  const stated = format === 'spec-kit' ? statedGroupOrder(list) : new Map<number, ReadonlySet<number>>();
  const exits: (readonly string[])[] = [];
  for (const [index, group] of list.groups.entries()) {
    const entry = entryGroups(list.groups, index, stated.get(index)).flatMap((before) => exits[before] ?? []);
    exits.push(orderGroup(group, [...new Set(entry)], ids, dependencies, notes));
  }
  return { dependencies, notes };
}

/** Orders the tasks of a group, and returns those that no other task of the group depends on. */
function orderGroup(
  { tasks }: TaskGroup,
  entry: readonly string[],
  ids: readonly string[],
  dependencies: Map<string, readonly string[]>,
  notes: OrderNote[],
): readonly string[] {
  const own = new Set(tasks.map(({ id }) => id));
  let base = entry;
  let row: string[] = [];
  for (const { id, isParallel, text, line } of tasks) {
    const { found, unusable } = statedTasks(text, id, ids);
    notes.push(...unusable.map((message) => ({ line, message })));
    const byPosition = isParallel || row.length === 0 ? base : row;
    const isInGroup = found.some((one) => own.has(one));
    dependencies.set(id, found.length === 0 ? byPosition : [...new Set([...(isInGroup ? [] : entry), ...found])]);
    if (isParallel) row.push(id);
    else {
      base = [id];
      row = [];
    }
  }
  const isUsed = new Set(tasks.flatMap(({ id }) => dependencies.get(id) ?? []));
  const open = tasks.map(({ id }) => id).filter((id) => !isUsed.has(id));
  return open.length === 0 ? entry : open;
}

/** The groups that a group waits for by its position. */
function entryGroups(
  groups: readonly TaskGroup[],
  index: number,
  stated: ReadonlySet<number> = new Set(),
): readonly number[] {
  const before = groups.slice(0, index);
  const shared = before.findLastIndex((group) => storiesOf(group).length === 0);
  const isStory = storiesOf(groups[index]).length > 0;
  const byPosition = isStory
    ? shared < 0
      ? []
      : [shared]
    : before.map((_, position) => position).filter((position) => position >= shared && position >= 0);
  return [...new Set([...byPosition, ...stated])].sort((a, b) => a - b);
}

/** The user stories of a phase: those in its heading, else the markers of its tasks if all of them have one. */
function storiesOf(group: TaskGroup | undefined): readonly string[] {
  if (group === undefined) return [];
  const named = [...group.title.matchAll(/\b(?:User Story |US)(\d+)\b/gi)].map(([, number = '']) => `US${number}`);
  if (named.length > 0) return named;
  return group.tasks.every(({ stories }) => stories.length > 0) ? group.tasks.flatMap(({ stories }) => stories) : [];
}

/** Which groups wait for which, by the statements of the section about dependencies: `US2 (Phase 4): Depends on US1`. */
function statedGroupOrder({ groups, orders }: TaskList): ReadonlyMap<number, ReadonlySet<number>> {
  const result = new Map<number, Set<number>>();
  for (const { text } of orders) {
    const [, label = '', rest = ''] = /^\**([^:*]+?)\**\s*:\**\s*([^]*)$/.exec(text) ?? [];
    const subjects = referredGroups(label, groups);
    for (const clause of dependencyClauses(rest)) {
      const targets = referredGroups(clause, groups);
      for (const subject of subjects) {
        const earlier = targets.filter((target) => target < subject);
        result.set(subject, new Set([...(result.get(subject) ?? []), ...earlier]));
      }
    }
  }
  return result;
}

function referredGroups(text: string, groups: readonly TaskGroup[]): readonly number[] {
  const phases = [...text.matchAll(/\bPhase (\d+)\b/gi)].map(([, number]) => number ?? '');
  const stories = [...text.matchAll(/\b(?:User Story |US)(\d+)\b/gi)].map(([, number]) => `US${number ?? ''}`);
  return groups.flatMap((group, index) => {
    const phase = /\bPhase (\d+)\b/i.exec(group.title)?.[1];
    const isNamed =
      (phase !== undefined && phases.includes(phase)) || storiesOf(group).some((one) => stories.includes(one));
    return isNamed ? [index] : [];
  });
}

/** What follows "depends on" up to the end of the clause, without "no dependencies on". */
function dependencyClauses(text: string): readonly string[] {
  return [...text.matchAll(/\bdepend(?:s|ing)? on\s+([^.;()—–]*)/gi)].map(([, clause = '']) => clause);
}

/** The tasks that the text of a task names as its dependencies. */
function statedTasks(
  text: string,
  own: string,
  ids: readonly string[],
): { readonly found: readonly string[]; readonly unusable: readonly string[] } {
  const named = [
    ...text.matchAll(
      /\b(?:depend(?:s|ing)? on|requires|blocked by|after)\s+((?:tasks?\s+)?(?:T\d{3,}|\d+\.\d+)[^.;)\n]*(?:\.\d[^.;)\n]*)*)/gi,
    ),
  ]
    .flatMap(([, clause = '']) => expandReferences(clause, ids))
    .filter((id) => id !== own);
  const position = ids.indexOf(own);
  const found = named.filter((id) => ids.includes(id) && ids.indexOf(id) < position);
  const unusable = named.flatMap((id) => {
    if (!ids.includes(id)) return [`${own} depends on ${id}, which is not in the list`];
    return ids.indexOf(id) > position ? [`${own} depends on ${id}, which comes later in the list`] : [];
  });
  return { found: [...new Set(found)], unusable: [...new Set(unusable)] };
}

/** The ids in a clause. `T012-T014` and `T012–T014` are ranges. */
function expandReferences(clause: string, ids: readonly string[]): readonly string[] {
  const pattern =
    /(T\d{3,}[a-z]?|\b\d+(?:\.\d+)+)(?:\s*(?:-|–|—|\.\.|\bto\b|\bthrough\b)\s*(T\d{3,}[a-z]?|\d+(?:\.\d+)+))?/g;
  return [...clause.matchAll(pattern)].flatMap(([, from = '', to]) => {
    const start = ids.indexOf(from);
    const end = to === undefined ? -1 : ids.indexOf(to);
    if (start >= 0 && end > start) return ids.slice(start, end + 1);
    return to === undefined ? [from] : [from, to];
  });
}
