import { isRecord } from '../../../foundation/is-record.ts';
import { isSame } from './merge-values.ts';

export type ContractData = Readonly<Record<string, unknown>>;

export function chunksOf({ chunks }: ContractData): readonly ContractData[] {
  return Array.isArray(chunks) ? chunks.filter(isRecord) : [];
}

/**
 * The ids of chunks that the plan numbers or names otherwise now, by their earlier id. A task is the same if its title is, or
 * else if its id is. A chunk whose id belongs to another task now gets a free one, so that no two chunks have one id.
 */
export function findRenamedChunks(
  base: ContractData,
  mine: ContractData,
  theirs: ContractData,
): ReadonlyMap<string, string> {
  const before = chunksOf(base);
  const after = chunksOf(theirs);
  const renamed = new Map<string, string>();
  const isUnique = (list: readonly ContractData[], title: unknown): boolean =>
    list.filter((one) => isSame(one['title'], title)).length === 1;
  for (const { id, title } of before) {
    if (typeof id !== 'string' || !isUnique(before, title) || !isUnique(after, title)) continue;
    const now = after.find((one) => isSame(one['title'], title))?.['id'];
    if (typeof now === 'string' && now !== id) renamed.set(id, now);
  }
  const taken = new Set(renamed.values());
  const used = new Set([base, mine, theirs].flatMap((data) => chunksOf(data).map(({ id }) => id)));
  for (const { id } of [...before, ...chunksOf(mine)]) {
    if (typeof id !== 'string' || renamed.has(id) || !taken.has(id)) continue;
    let free = `${id}-earlier`;
    for (let number = 2; used.has(free); number++) free = `${id}-earlier-${number}`;
    used.add(free);
    renamed.set(id, free);
  }
  return renamed;
}

/** The data with other ids of chunks, and of the references to them. */
export function renameChunks(data: ContractData, renamed: ReadonlyMap<string, string>): ContractData {
  if (renamed.size === 0) return data;
  const toNew = (id: unknown): unknown => (typeof id === 'string' ? (renamed.get(id) ?? id) : id);
  const chunks = chunksOf(data).map((chunk) => ({
    ...chunk,
    id: toNew(chunk['id']),
    ...Object.fromEntries(
      ['dependsOn', 'supersedes'].flatMap((key) => {
        const list = chunk[key];
        return Array.isArray(list) ? [[key, list.map(toNew)]] : [];
      }),
    ),
  }));
  return { ...data, chunks };
}
