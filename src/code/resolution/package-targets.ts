import type { PackageTarget } from './package-manifest.ts';

/** Whether a condition applies. `types` and `default` always apply. `any`: the targets of all conditions. */
export type ConditionFilter = ((condition: string) => boolean) | 'any';

type TargetTable = Readonly<Record<string, PackageTarget>>;

/** The targets of `exports` for a subpath (`.` or `./sub`), in order of preference. */
export function exportTargets(exports: PackageTarget, subpath: string, isActive: ConditionFilter): string[] {
  if (isTable(exports) && Object.keys(exports).some((key) => key.startsWith('.'))) {
    return tableTargets(exports, subpath, isActive);
  }
  return subpath === '.' ? collect(exports, '', isActive) : [];
}

/** The targets of an `imports` table for a specifier that starts with `#`, in order of preference. */
export function importTargets(imports: TargetTable, specifier: string, isActive: ConditionFilter): string[] {
  return tableTargets(imports, specifier, isActive);
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: PackageTarget | undefined): value is readonly PackageTarget[] {
  return Array.isArray(value);
}

function isTable(value: PackageTarget | undefined): value is TargetTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tableTargets(table: TargetTable, key: string, isActive: ConditionFilter): string[] {
  const exact = table[key];
  if (exact !== undefined && !key.includes('*')) return collect(exact, '', isActive);
  let best: { pattern: string; matched: string; prefixLength: number } | undefined;
  for (const pattern of Object.keys(table)) {
    const matched = matchPattern(pattern, key);
    if (matched === undefined) continue;
    const prefixLength = pattern.endsWith('/') ? pattern.length : pattern.indexOf('*');
    if (best === undefined || prefixLength > best.prefixLength) best = { pattern, matched, prefixLength };
  }
  return best === undefined ? [] : collect(table[best.pattern], best.matched, isActive);
}

/** The part of a key that `*` (or a trailing `/`) of a pattern matches; `undefined` if the key does not match. */
export function matchPattern(pattern: string, key: string): string | undefined {
  if (pattern.endsWith('/')) return key.startsWith(pattern) ? key.slice(pattern.length) : undefined;
  const star = pattern.indexOf('*');
  if (star < 0) return undefined;
  const prefix = pattern.slice(0, star);
  const suffix = pattern.slice(star + 1);
  if (key.length < pattern.length - 1 || !key.startsWith(prefix) || !key.endsWith(suffix)) return undefined;
  return key.slice(prefix.length, key.length - suffix.length);
}

/** A target with the part of the key that its pattern matched. */
export function fillTarget(target: string, matched: string): string {
  if (target.includes('*')) return target.replaceAll('*', matched);
  return target.endsWith('/') ? target + matched : target;
}

function collect(target: PackageTarget | undefined, matched: string, isActive: ConditionFilter): string[] {
  if (typeof target === 'string') return [fillTarget(target, matched)];
  if (isList(target)) return target.flatMap((alternative) => collect(alternative, matched, isActive));
  if (!isTable(target)) return [];
  if (isActive === 'any') return Object.values(target).flatMap((nested) => collect(nested, matched, isActive));
  for (const [condition, nested] of Object.entries(target)) {
    if (condition !== 'default' && condition !== 'types' && !isActive(condition)) continue;
    const found = collect(nested, matched, isActive);
    if (found.length > 0) return found;
  }
  return [];
}
