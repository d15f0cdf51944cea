import type { MergedContract } from './apply-entries.ts';
import { chunksOf } from './match-chunks.ts';

/** The comment above a chunk. */
interface ChunkComment {
  /** The lines without their indent. */
  readonly lines: readonly string[];
  /** The index of the line of the chunk. */
  readonly at: number;
}

export interface CommentVersions {
  /** What the import makes of the plan that was imported last, with the ids of the plan now; `undefined` if it is unknown. */
  readonly base: MergedContract | undefined;
  readonly theirs: MergedContract;
}

/**
 * Updates the comments that the import writes above chunks: the place of a task in the plan, and what is open about it. Those of
 * a chunk that was dropped are removed. Comments of a person stay, and a comment that a person removed is not written again.
 */
export function updatePlanComments(contract: MergedContract, { base, theirs }: CommentVersions): void {
  const before = base === undefined ? undefined : commentsOf(base);
  const now = commentsOf(theirs);
  const ids = new Set(chunksOf(contract.data).map(({ id }) => id));
  const dropped = [...(before ?? [])].flatMap(([id, { lines }]) => (ids.has(id) ? [] : lines));
  contract.replaceComments(withoutLines(contract.text, new Set(dropped.filter(isPlace))));
  const lines = contract.text.split('\n');
  const end = contract.text.includes('\r\n') ? '\r' : '';
  for (const [id, { lines: written, at }] of [...commentsOf(contract)].reverse()) {
    const generated = now.get(id)?.lines;
    const earlier = before === undefined ? written.filter(isPlace) : before.get(id)?.lines;
    if (generated === undefined || (earlier !== undefined && !written.some((line) => earlier.includes(line)))) continue;
    const own = written.filter((line) => !(earlier ?? []).includes(line) && !generated.includes(line));
    const shown = before === undefined ? generated.filter(isPlace) : generated;
    const first = at - written.length;
    const indent = /^\s*/.exec(lines[at] ?? '')?.[0] ?? '';
    const isApart = earlier === undefined && /^\s+\S/.test(lines[first - 1] ?? '');
    const comment = [...shown, ...own].map((line) => `${indent}${line}${end}`);
    lines.splice(first, written.length, ...(isApart ? [end] : []), ...comment);
  }
  contract.replaceComments(lines.join('\n'));
}

/** A text without some lines. An empty line before one goes too, if another one follows. */
function withoutLines(text: string, removed: ReadonlySet<string>): string {
  const kept: string[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (!removed.has(line.trim())) kept.push(line);
    else if (kept.at(-1)?.trim() === '' && (lines[index + 1] ?? '').trim() === '') kept.pop();
  }
  return kept.join('\n');
}

/** The line of a comment that names the place in the plan. */
function isPlace(line: string): boolean {
  return /^# From .+(?::\d+| to line \d+)\.$/.test(line);
}

function commentsOf(contract: MergedContract): ReadonlyMap<string, ChunkComment> {
  const lines = contract.text.split('\n').map((line) => line.trim());
  const comments = new Map<string, ChunkComment>();
  for (const [index, { id }] of chunksOf(contract.data).entries()) {
    const line = contract.lineOf(['chunks', index]);
    if (typeof id !== 'string' || line === undefined || !(lines[line - 1] ?? '').startsWith('-')) continue;
    const first = lines.slice(0, line - 1).findLastIndex((one) => !one.startsWith('#')) + 1;
    comments.set(id, { lines: lines.slice(first, line - 1), at: line - 1 });
  }
  return comments;
}
