import type { Analysis } from '../analysis/analysis.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { ChangedName } from './changed-names.ts';

/** A place in the code of the workspace that uses what a change is about. */
export interface UsingPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly symbol: string;
}

/** [ENF-AMEND-2] Who uses, in the tree at `root`, the names that a change concerns. A name that is not there has no users. */
export async function usersOf(
  names: readonly ChangedName[],
  { analysis, root, signal }: { readonly analysis: Analysis; readonly root: string; readonly signal: AbortSignal },
): Promise<readonly UsingPlace[]> {
  const known = names.flatMap(({ before, file }) => (before === undefined ? [] : [{ name: before, file }]));
  const found = await analysis.findExports(
    root,
    known.filter(({ file }) => file === undefined).map(({ name }) => name),
  );
  const places: UsingPlace[] = [];
  for (const { name, file = found[name] } of known) {
    if (file !== undefined) places.push(...(await placesUsing(name, file, { analysis, root, signal })));
  }
  return places;
}

async function placesUsing(
  name: string,
  file: string,
  { analysis, root, signal }: { readonly analysis: Analysis; readonly root: string; readonly signal: AbortSignal },
): Promise<readonly UsingPlace[]> {
  try {
    const impact = await analysis.impact(root, { file, exportName: name }, signal);
    const places = [
      ...impact.functionsAffected.flatMap(({ callers }) => callers),
      ...impact.typesAffected.flatMap(({ usages }) => usages),
    ];
    return places.map((place) => ({ file: place.file, line: place.line, column: place.column, symbol: name }));
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'not-found') return [];
    throw thrown;
  }
}
