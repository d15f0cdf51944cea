import { compareDeclaredExports } from '../../impact/modified/compare-declared-exports.ts';
import type { Difference } from '../../impact/modified/difference.ts';
import type { ApiDeclaration, PackageApi } from '../model/package-api.ts';

/** The differences of a declaration of Python or Go, as its text states it. */
export function compareWrittenDeclarations(
  before: ApiDeclaration,
  after: ApiDeclaration,
  language: PackageApi['language'],
  declarations: readonly PackageApi['declarations'][],
): readonly Difference[] {
  const [earlier, now] = [before.declared, after.declared];
  if (earlier === undefined || now === undefined || earlier.text === now.text) return [];
  const isAlias = (name: string): boolean => declarations.some((list) => isAliasIn(list, name));
  const differences = compareDeclaredExports(earlier, now, language === 'go', isAlias);
  return differences.filter(({ reason }) => !/^its body changed/.test(reason));
}

/** Whether a package declares a name as that of another type. */
function isAliasIn(declarations: PackageApi['declarations'], name: string): boolean {
  return Object.values(declarations).some(
    ({ id, declared }) => id.replace(/@.*$/, '') === name && declared?.type?.head.startsWith('= ') === true,
  );
}
