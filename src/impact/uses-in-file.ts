import { throwIfCancelled } from '../shared/errors.ts';
import type { FileReach } from './export-reach.ts';
import type { CodeLocation, ImpactSources } from './impact.ts';

/**
 * Finds the uses of an export in one file, in text order.
 *
 * @param reach the names through which the file can refer to it
 */
export async function findUsesInFile(
  sources: ImpactSources,
  file: string,
  reach: FileReach,
): Promise<readonly CodeLocation[]> {
  throwIfCancelled(sources.signal, 'looking for uses');
  const cached = await sources.cache.read(file, sources.readText);
  if (cached === undefined) return [];
  const { scripts, lines } = cached;
  const offsets = new Set<number>();
  const add = (found: readonly number[]): void => {
    for (const offset of found) offsets.add(offset);
  };
  for (const script of scripts) {
    for (const { record, names } of reach.clauseNames) {
      add(await script.findNamesInClause(lines.offsetAt(record.line, record.column), names));
    }
    for (const { local, path } of reach.boundNames) {
      add(path.length === 0 ? await script.findUsesOfName(local) : await script.findUsesOfMember(local, path));
    }
    for (const { path, specifiers } of groupByPath(reach)) add(await script.findUsesOfInlineImport(specifiers, path));
  }
  return [...offsets]
    .sort((a, b) => a - b)
    .map((offset) => {
      const { line, column } = lines.positionAt(offset);
      return { file, line, column };
    });
}

/** Groups the inline imports by path, because one search covers all specifiers of a path. */
function groupByPath({
  inlineImports,
}: FileReach): readonly { path: readonly string[]; specifiers: ReadonlySet<string> }[] {
  const groups = new Map<string, { path: readonly string[]; specifiers: Set<string> }>();
  for (const { specifier, path } of inlineImports) {
    const key = path.join('\0');
    const group = groups.get(key) ?? { path, specifiers: new Set<string>() };
    groups.set(key, group);
    group.specifiers.add(specifier);
  }
  return [...groups.values()];
}
