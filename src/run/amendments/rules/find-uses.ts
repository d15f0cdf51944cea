import type { Analysis } from '../../../verdicts/analysis/analysis.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { ChangedName } from './changed-names.ts';

/** A use of a changed name in the workspace. */
export interface NameUse {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly symbol: string;
}

/** [ENF-AMEND-2] The uses of the changed names in the tree at `root`. A name that does not exist has no uses. */
export async function findUses(
  names: readonly ChangedName[],
  { analysis, root, signal }: { readonly analysis: Analysis; readonly root: string; readonly signal: AbortSignal },
): Promise<readonly NameUse[]> {
  const known = names.flatMap(({ before, file }) => (before === undefined ? [] : [{ name: before, file }]));
  const filesByName = await analysis.findExports(
    root,
    known.filter(({ file }) => file === undefined).map(({ name }) => name),
    [],
  );
  const uses: NameUse[] = [];
  for (const { name, file = filesByName[name] } of known) {
    if (file !== undefined) uses.push(...(await findUsesOfName(name, file, { analysis, root, signal })));
  }
  return uses;
}

async function findUsesOfName(
  name: string,
  file: string,
  { analysis, root, signal }: { readonly analysis: Analysis; readonly root: string; readonly signal: AbortSignal },
): Promise<readonly NameUse[]> {
  try {
    const impact = await analysis.impact(root, { file, exportName: name }, { signal });
    const uses = [
      ...impact.functionsAffected.flatMap(({ callers }) => callers),
      ...impact.typesAffected.flatMap(({ usages }) => usages),
    ];
    return uses.map(({ file: usedIn, line, column }) => ({ file: usedIn, line, column, symbol: name }));
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'not-found') return [];
    throw thrown;
  }
}
