import type { ModuleIndex } from '../code/index/module-index.ts';
import { normalizeRelative } from '../workspace/files/safe-path.ts';
import type { ModuleExports, OwnExports } from './analysis.ts';

/** The exports of files, with the specifiers to import them from. */
export function listImportableExports(index: ModuleIndex, files: readonly string[]): readonly ModuleExports[] {
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

/** The exports that modules state in their own text: one file, the files below a folder, or every module. */
export function listOwnExports(index: ModuleIndex, path: string | undefined): readonly OwnExports[] {
  const scope = path === undefined ? '' : normalizeRelative(path);
  const files = [...index.files()].filter((file) => scope === '' || file === scope || file.startsWith(`${scope}/`));
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
        starFrom: record.starExports.map(({ specifier }) => specifier),
      },
    ];
  });
}
