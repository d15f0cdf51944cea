import { throwIfCancelled } from '../shared/errors.ts';
import type { FileReach } from './export-reach.ts';
import type { ImpactSources } from './impact.ts';

/** One place; line and column count from 1, columns in UTF-16 code units. `file` is relative to the tree's root. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The places of one file that use what it can reach, in the order of its text. */
export async function placesIn(sources: ImpactSources, file: string, reach: FileReach): Promise<readonly Place[]> {
  throwIfCancelled(sources.signal, 'looking for uses');
  const scanned = await sources.cache.of(file, sources.readText);
  if (scanned === undefined) return [];
  const { scripts, lines } = scanned;
  const offsets = new Set<number>();
  const add = (found: readonly number[]): void => {
    for (const offset of found) offsets.add(offset);
  };
  for (const script of scripts) {
    for (const { at, names } of reach.taken) {
      add(await script.ofClause(lines.offsetAt(at.line, at.column), names));
    }
    for (const { local, path } of reach.bound) {
      add(path.length === 0 ? await script.ofName(local) : await script.ofMember(local, path));
    }
    for (const { path, specifiers } of byPath(reach)) add(await script.ofMentioned(specifiers, path));
  }
  return [...offsets]
    .sort((a, b) => a - b)
    .map((offset) => {
      const { line, column } = lines.positionAt(offset);
      return { file, line, column };
    });
}

function byPath({ mentioned }: FileReach): readonly { path: readonly string[]; specifiers: ReadonlySet<string> }[] {
  const groups = new Map<string, { path: readonly string[]; specifiers: Set<string> }>();
  for (const { specifier, path } of mentioned) {
    const group = groups.get(path.join('\0')) ?? { path, specifiers: new Set<string>() };
    groups.set(path.join('\0'), group);
    group.specifiers.add(specifier);
  }
  return [...groups.values()];
}
