import type { CodeLanguage } from '../../languages/interface/code-language.ts';
import type { DeclaredExport } from '../../languages/interface/declared-export.ts';
import { compareDeclaredExports } from './compare-declared-exports.ts';
import { toAddedExport, toChangedExport, toRemovedExport, toRenamedExport } from './modified-export.ts';
import type { ModifiedExport } from './modified-export.ts';
import type { TextVersions } from './modified-exports.ts';

/**
 * [LANG-1] Finds the exports that differ between two versions of a file of a language without a type checker. Ignores
 * comments, white space and documentation. The order is that of the later version, followed by the removed exports.
 *
 * @param enforcesTypes whether a compiler checks types, so that a different type is certainly breaking
 */
export function findModifiedDeclarations(
  language: CodeLanguage,
  enforcesTypes: boolean,
  file: string,
  versions: TextVersions,
): readonly ModifiedExport[] {
  const [before, after] = [versions.before, versions.after].map((text) => text?.replaceAll('\r\n', '\n'));
  if (before === after) return [];
  const read = (text: string | undefined): readonly DeclaredExport[] =>
    text === undefined ? [] : language.declaredExports(file, text.replace(/^\uFEFF/, ''));
  const earlier = new Map(read(before).map((one) => [one.name, one]));
  const later = read(after);
  const removed = new Map([...earlier].filter(([name]) => !later.some((one) => one.name === name)));
  const modified = later.flatMap((one): readonly ModifiedExport[] => {
    const previous = earlier.get(one.name);
    if (previous !== undefined) {
      return isUnchanged(previous, one)
        ? []
        : [toChangedExport(one, compareDeclaredExports(previous, one, enforcesTypes))];
    }
    const renamed = [...removed.values()].find((candidate) => candidate.text !== '' && isUnchanged(candidate, one));
    if (renamed === undefined) return [toAddedExport(one)];
    removed.delete(renamed.name);
    return [toRenamedExport(renamed, one)];
  });
  return [...modified, ...[...removed.values()].map(toRemovedExport)];
}

function isUnchanged(before: DeclaredExport, after: DeclaredExport): boolean {
  return before.kind === after.kind && before.text === after.text && before.from === after.from;
}
