import type { PackageTarget } from './package-manifest.ts';

/** Which conditions hold. `types` and `default` always do. */
export type Conditions = (condition: string) => boolean;

type TargetTable = Readonly<Record<string, PackageTarget>>;

/** The targets of `exports` for a subpath (`.` or `./sub`), best first. */
export function exportTargets(exports: PackageTarget, subpath: string, conditions: Conditions): string[] {
  if (isTable(exports) && Object.keys(exports).some((key) => key.startsWith('.'))) {
    return tableTargets(exports, subpath, conditions);
  }
  return subpath === '.' ? collect(exports, '', conditions) : [];
}

/** The targets of an `imports` table for a specifier that starts with `#`, best first. */
export function importTargets(imports: TargetTable, specifier: string, conditions: Conditions): string[] {
  return tableTargets(imports, specifier, conditions);
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: PackageTarget | undefined): value is readonly PackageTarget[] {
  return Array.isArray(value);
}

function isTable(value: PackageTarget | undefined): value is TargetTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tableTargets(table: TargetTable, key: string, conditions: Conditions): string[] {
  const exact = table[key];
  if (exact !== undefined && !key.includes('*')) return collect(exact, '', conditions);
  let best: { pattern: string; matched: string; prefix: number } | undefined;
  for (const pattern of Object.keys(table)) {
    const matched = matchPattern(pattern, key);
    if (matched === undefined) continue;
    const prefix = pattern.endsWith('/') ? pattern.length : pattern.indexOf('*');
    if (best === undefined || prefix > best.prefix) best = { pattern, matched, prefix };
  }
  return best === undefined ? [] : collect(table[best.pattern], best.matched, conditions);
}

/** What `*` (or a trailing `/`) stands for where a key matches a pattern of the table. */
export function matchPattern(pattern: string, key: string): string | undefined {
  if (pattern.endsWith('/')) return key.startsWith(pattern) ? key.slice(pattern.length) : undefined;
  const star = pattern.indexOf('*');
  if (star < 0) return undefined;
  const prefix = pattern.slice(0, star);
  const suffix = pattern.slice(star + 1);
  if (key.length < pattern.length - 1 || !key.startsWith(prefix) || !key.endsWith(suffix)) return undefined;
  return key.slice(prefix.length, key.length - suffix.length);
}

function collect(target: PackageTarget | undefined, matched: string, conditions: Conditions): string[] {
  if (typeof target === 'string') {
    return [target.includes('*') ? target.replaceAll('*', matched) : target.endsWith('/') ? target + matched : target];
  }
  if (isList(target)) return target.flatMap((alternative) => collect(alternative, matched, conditions));
  if (!isTable(target)) return [];
  for (const [condition, nested] of Object.entries(target)) {
    if (condition !== 'default' && condition !== 'types' && !conditions(condition)) continue;
    const found = collect(nested, matched, conditions);
    if (found.length > 0) return found;
  }
  return [];
}
