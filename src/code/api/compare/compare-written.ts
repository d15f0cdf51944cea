import { compareDeclaredExports } from '../../impact/modified/compare-declared-exports.ts';
import type { Difference } from '../../impact/modified/difference.ts';
import type { ApiDeclaration, PackageApi } from '../model/package-api.ts';

/** The differences of a declaration of Python or Go, as its text states it. */
export function compareWrittenDeclarations(
  before: ApiDeclaration,
  after: ApiDeclaration,
  language: PackageApi['language'],
): readonly Difference[] {
  const [earlier, now] = [before.declared, after.declared];
  if (earlier === undefined || now === undefined || earlier.text === now.text) return [];
  const differences = compareDeclaredExports(earlier, now, language === 'go');
  return differences.filter(({ reason }) => !/^its body changed/.test(reason));
}
