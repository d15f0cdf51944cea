import { codeLanguageOf } from '../languages/language-table.ts';
import { findBrokenGo } from './broken-go.ts';
import type { BrokenImport, ComparedSources } from './broken-imports.ts';
import { findBrokenPython } from './broken-python.ts';

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
