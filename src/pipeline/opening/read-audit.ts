import type { PipelineParts } from './pipeline-parts.ts';
import { readState } from './stored-state.ts';

type AuditLine = Readonly<Record<string, unknown>>;

/**
 * The audit of an item, or of all items, in the order of time: what the log has, and what a process that ended early left in
 * the states.
 */
export async function readAudit(
  { audit, store }: Pick<PipelineParts, 'audit' | 'store'>,
  item: string | undefined,
  signal: AbortSignal,
): Promise<readonly AuditLine[]> {
  // The states are read first: an entry that is delivered meanwhile is found in the log.
  const undelivered: AuditLine[] = [];
  for (const id of item === undefined ? await store.list(signal) : [item]) {
    const state = await readState(store, id, signal);
    for (const entry of state?.audit?.pending ?? []) undelivered.push({ item: id, ...entry });
  }
  const logged = await audit.read(item);
  const known = new Set(logged.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
  const lines = [...logged, ...undelivered.filter(({ id }) => !known.has(textOf(id)))];
  return lines
    .map((line) => ({ line, at: textOf(line.at), sequence: typeof line.sequence === 'number' ? line.sequence : 0 }))
    .sort((a, b) => a.at.localeCompare(b.at) || a.sequence - b.sequence)
    .map(({ line }) => line);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
