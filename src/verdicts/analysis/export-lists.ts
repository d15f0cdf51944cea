import type { ModuleIndex } from '../../code/index/module-index.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { LocatedExport, ModuleExports, OwnExports } from './analysis.ts';

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

/** The exports whose names begin with a text, then those that contain it, sorted by name. */
export function searchExports(index: ModuleIndex, text: string, limit: number): readonly LocatedExport[] {
  const searched = text.toLowerCase();
  const starting: string[] = [];
  const containing: string[] = [];
  for (const name of index.allExportNames()) {
    const at = name.toLowerCase().indexOf(searched);
    if (at === 0) starting.push(name);
    else if (at > 0) containing.push(name);
  }
  const names = [...starting.sort(), ...containing.sort()].filter((name) => /^[\p{ID_Start}$_]/u.test(name));
  return names.slice(0, limit).flatMap((name) => locateExport(index, name, null) ?? []);
}

/**
 * The file to import a name from: of several files that declare it, the one that shares the most parent folders with a
 * file of `near`.
 */
export function preferredExporter(index: ModuleIndex, name: string, near: readonly string[]): string | undefined {
  const [first, ...others] = index.filesExporting(name);
  if (first === undefined || others.length === 0) return first;
  const closeness = (file: string): number => Math.max(0, ...near.map((other) => countSharedFolders(file, other)));
  return [first, ...others]
    .filter((file) => file === first || index.findExport(file, name)?.file === file)
    .reduce((best, file) => (closeness(file) > closeness(best) ? file : best));
}

function countSharedFolders(one: string, other: string): number {
  const folders = one.split('/').slice(0, -1);
  const others = other.split('/').slice(0, -1);
  const different = folders.findIndex((folder, at) => folder !== others[at]);
  return different < 0 ? folders.length : different;
}

/** The declaration of an export of a file, or of the preferred file that exports the name. */
export function locateExport(index: ModuleIndex, name: string, file: string | null): LocatedExport | null {
  const exporter = file ?? index.filesExporting(name)[0];
  const found = exporter === undefined ? undefined : index.findExport(exporter, name);
  if (!found) return null;
  const { kind, file: declaredIn, line, column } = found;
  return { name, kind, file: declaredIn, line, column };
}
