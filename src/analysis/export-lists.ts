import type { ModuleIndex } from '../code/module-index.ts';
import { normalizeRelative } from '../workspace/safe-path.ts';
import type { ModuleExports, OwnExports } from './analysis.ts';

/** What can be imported from files, with the specifiers to import it from. */
export function importableExports(index: ModuleIndex, files: readonly string[]): readonly ModuleExports[] {
  return files.flatMap((file) => {
    if (!index.moduleOf(file)) return [];
    const exports = index.exportsOf(file).map(({ name, kind, line }) => ({
      name,
      kind,
      line,
      specifier: index.specifierFor(file, name),
    }));
    return [{ file, exports }];
  });
}

/** What modules give by their own text: of one file, of those below a folder, or of all. */
export function ownExports(index: ModuleIndex, path: string | undefined): readonly OwnExports[] {
  const wanted = path === undefined ? '' : normalizeRelative(path);
  const files = [...index.files()].filter((file) => wanted === '' || file === wanted || file.startsWith(`${wanted}/`));
  return files.sort().flatMap((file) => {
    const record = index.moduleOf(file);
    if (!record) return [];
    return [
      {
        file,
        exports: record.exports.map(({ name, kind, line, from }) => ({
          name,
          kind: kind === 'unknown' ? (index.findExport(file, name)?.kind ?? kind) : kind,
          line,
          ...(from === undefined ? {} : { from }),
        })),
        starFrom: record.starFrom.map(({ specifier }) => specifier),
      },
    ];
  });
}
