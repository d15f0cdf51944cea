import type { ModuleIndex } from '../index/module-index.ts';
import { isRelative } from '../resolution/tree-path.ts';

/**
 * The given files and every module that imports one of them, directly or indirectly, sorted; for a language whose packages
 * are imported as a whole, with the other files of each package. A file that does not exist
 * is imported by the modules whose relative imports could resolve to it.
 */
export function findAllDependents(
  index: Pick<ModuleIndex, 'files' | 'importersOf' | 'packageFilesOf' | 'moduleOf' | 'resolve' | 'candidatesFor'>,
  files: readonly string[],
  isMissing: (file: string) => boolean,
): readonly string[] {
  const missing = new Set(files.filter(isMissing));
  const reached = new Set([...files, ...(missing.size === 0 ? [] : findUnresolvedImporters(index, missing))]);
  for (const file of reached) {
    for (const importer of index.importersOf(file)) reached.add(importer);
    // The files of a Go package use each other without an import.
    for (const other of index.packageFilesOf(file)) reached.add(other);
  }
  return [...reached].sort();
}

/** The modules with a relative import that resolves to no file, but would resolve to one of the missing files. */
function findUnresolvedImporters(
  index: Pick<ModuleIndex, 'files' | 'moduleOf' | 'resolve' | 'candidatesFor'>,
  missing: ReadonlySet<string>,
): readonly string[] {
  const importers: string[] = [];
  for (const file of index.files()) {
    const { imports = [], starExports = [] } = index.moduleOf(file) ?? {};
    const isImporter = [...imports, ...starExports].some(
      ({ specifier }) =>
        isRelative(specifier) &&
        index.resolve(file, specifier) === undefined &&
        index.candidatesFor(file, specifier).some((candidate) => missing.has(candidate)),
    );
    if (isImporter) importers.push(file);
  }
  return importers;
}
