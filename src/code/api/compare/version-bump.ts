import { combineCompatibility } from '../../impact/modified/difference.ts';
import type { ApiMember } from '../model/api-type.ts';
import type { ApiComparison, ApiDifference, VersionBump } from './api-difference.ts';

/** What the differences of a package mean together. */
export function summarizeDifferences(
  differences: readonly ApiDifference[],
  versionBefore: string | undefined,
): Pick<ApiComparison, 'differences' | 'compatibility' | 'bump'> {
  const compatibility = differences.length === 0 ? undefined : combineCompatibility(differences);
  return { differences, compatibility, bump: findBump(differences, versionBefore) };
}

/** [CHANGE-2] What is unknown asks for nothing: it is for a person to decide. Unstable names ask for no version. */
export function findBump(
  differences: readonly Pick<ApiDifference, 'name' | 'compatibility' | 'release'>[],
  version: string | undefined,
): VersionBump {
  const stable = differences.filter(({ release, name }) => release === undefined && !isUnderscored(name));
  const isEarly = version?.startsWith('0.') === true;
  if (stable.some(({ compatibility }) => compatibility === 'breaking')) return isEarly ? 'minor' : 'major';
  if (stable.some(({ compatibility }) => compatibility === 'compatible')) return isEarly ? 'patch' : 'minor';
  return 'none';
}

/** Whether callers must not rely on a member: its documentation or its name says so. */
export function promisesNothing({ name, isUnstable }: Pick<ApiMember, 'name' | 'isUnstable'>): boolean {
  return isUnstable === true || isUnderscored(name);
}

/** Whether a name, or one on its way, says that it promises nothing: `_name`, `name_`, `unstable_name`. */
export function isUnderscored(name: string): boolean {
  return name.split(/[./]/).some((part) => /^_|_$|^(?:unstable|experimental|internal)_/i.test(part));
}
