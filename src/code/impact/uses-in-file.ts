import { throwIfCancelled } from '../../foundation/errors.ts';
import type { FileReach } from './export-reach.ts';
import type { ImpactSources, Use, UseKind } from './impact.ts';

/** A name that is called: `load(`, `load?.(`, `load<Row>(`. Nested type arguments are not recognized. */
const CALLED_NAME = /[\w$\u0080-\uffff]+\s*(?:\?\.\s*)?(?:<[^<>(){};]*>\s*)?\(/uy;

/**
 * Finds the uses of an export in one file, in text order.
 *
 * @param reach the names through which the file can refer to it
 */
export async function findUsesInFile(sources: ImpactSources, file: string, reach: FileReach): Promise<readonly Use[]> {
  throwIfCancelled(sources.signal, 'looking for uses');
  const cached = await sources.cache.read(file, sources.readText);
  if (cached === undefined) return [];
  const { scripts, lines } = cached;
  const kinds = new Map<number, UseKind>();
  for (const script of scripts) {
    for (const { record, names } of reach.clauseNames) {
      const found = await script.findNamesInClause(lines.offsetAt(record.line, record.column), names);
      for (const offset of found) kinds.set(offset, 'import');
    }
    const add = (found: readonly number[]): void => {
      for (const offset of found)
        if (!kinds.has(offset)) kinds.set(offset, isCall(script.text, offset) ? 'call' : 'other');
    };
    for (const { local, path } of reach.boundNames) {
      add(path.length === 0 ? await script.findUsesOfName(local) : await script.findUsesOfMember(local, path));
    }
    for (const { path, specifiers } of groupByPath(reach)) add(await script.findUsesOfInlineImport(specifiers, path));
  }
  return [...kinds]
    .sort(([a], [b]) => a - b)
    .map(([offset, kind]) => {
      const { line, column } = lines.positionAt(offset);
      return { file, line, column, kind };
    });
}

function isCall(text: string, offset: number): boolean {
  CALLED_NAME.lastIndex = offset;
  return CALLED_NAME.test(text);
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
