import { codeLanguageOf } from '../languages/language-table.ts';
import { findBrokenGo } from './broken-go.ts';
import type { BrokenImport, ComparedIndexes } from './broken-imports.ts';
import { findBrokenPython } from './broken-python.ts';

/** The trees, and what is needed beyond their indexes. */
export interface ComparedSources extends ComparedIndexes {
  /** The paths before the change of the files that it touches. */
  readonly changedBefore: readonly string[];
  /** The text of a file after the change. */
  readonly readText: (file: string) => Promise<string | undefined>;
  /** The text of a file before the change. */
  readonly readTextBefore: (file: string) => Promise<string | undefined>;
  /** The names of the files of a folder on disk, also those that git ignores. */
  readonly listOnDisk: (folder: string) => Promise<readonly string[]>;
}

/**
 * [CHANGE-1] The uses of names of Python and Go that a change removed, at the place of the use. What another build, an installed
 * package or a running program can provide is left out.
 */
export async function findBrokenNames(sources: ComparedSources): Promise<readonly BrokenImport[]> {
  const changed = new Set(sources.changedBefore.map((file) => codeLanguageOf(file)?.id));
  return [
    ...(changed.has('python') ? await findBrokenPython(sources) : []),
    ...(changed.has('go') ? await findBrokenGo(sources) : []),
  ];
}
