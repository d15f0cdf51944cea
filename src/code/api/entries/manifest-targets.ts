import type { PackageManifest, PackageTarget } from '../../resolution/package-manifest.ts';

/** A target of a manifest, with what an importer has to write to reach it. */
export interface ManifestTarget {
  /** `.`, `./sub` or a pattern. */
  readonly subpath: string;
  /** The conditions on the way to it, from the outside. */
  readonly conditions: readonly string[];
  readonly target: string;
  readonly kind: 'module' | 'bin';
  /** Whether only `types` outside of `exports` leads to the declarations, which some importers do not read. */
  readonly isTypedByManifest?: true;
}

/** The conditions that lead to declarations. What is next to them is not read. */
const TYPE_CONDITIONS = ['types', 'typings'];

/** What a manifest offers. Without `exports`, that is `types`, `main` and `bin` alone. */
export function listManifestTargets(manifest: PackageManifest): {
  readonly targets: readonly ManifestTarget[];
  /** Subpaths and patterns that `exports` closes with null. */
  readonly closed: readonly string[];
} {
  const closed: string[] = [];
  const targets = [...listExports(manifest, closed), ...listCommands(manifest)];
  return { targets, closed };
}

function listExports(manifest: PackageManifest, closed: string[]): readonly ManifestTarget[] {
  const { exports, types, typings, main, module } = manifest;
  if (exports === undefined || exports === null) {
    const entry = types ?? typings ?? main ?? module ?? 'index.js';
    return [{ subpath: '.', conditions: [], target: entry, kind: 'module' }];
  }
  const table =
    isTable(exports) && Object.keys(exports).some((key) => key.startsWith('.')) ? exports : { '.': exports };
  return Object.entries(table).flatMap(([subpath, target]) => {
    if (target === null) closed.push(subpath);
    const found = listLeaves(subpath, target, []);
    // `types` outside of `exports` describes the main entry if no condition does.
    const declared = types ?? typings;
    const isDescribed = found.some(({ conditions, target: file }) => isTypes(conditions) || file.endsWith('ts'));
    if (subpath !== '.' || declared === undefined || isDescribed || found.length === 0) return found;
    return [{ subpath, conditions: ['types'], target: declared, kind: 'module', isTypedByManifest: true } as const];
  });
}

function isTypes(conditions: readonly string[]): boolean {
  return conditions.some((one) => TYPE_CONDITIONS.includes(one) || one.startsWith('types@'));
}

function listLeaves(subpath: string, target: PackageTarget, conditions: readonly string[]): readonly ManifestTarget[] {
  if (target === null) return [];
  if (typeof target === 'string') return [{ subpath, conditions, target, kind: 'module' }];
  if (isList(target)) {
    const [first = []] = target.map((one) => listLeaves(subpath, one, conditions)).filter(({ length }) => length > 0);
    return first;
  }
  const entries = Object.entries(target);
  const typed = entries.filter(([condition]) => TYPE_CONDITIONS.includes(condition));
  const leaves = (list: typeof entries): readonly ManifestTarget[] =>
    list.flatMap(([condition, one]) =>
      listLeaves(subpath, one, condition === 'default' ? conditions : [...conditions, condition]),
    );
  return leaves(typed.length > 0 ? typed : entries);
}

function listCommands({ name, bin }: PackageManifest): readonly ManifestTarget[] {
  if (bin === undefined) return [];
  const commands = typeof bin === 'string' ? { [name?.replace(/^@[^/]+\//, '') ?? 'bin']: bin } : bin;
  return Object.entries(commands).map(([command, target]) => ({
    subpath: command,
    conditions: [],
    target,
    kind: 'bin' as const,
  }));
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: PackageTarget): value is readonly PackageTarget[] {
  return Array.isArray(value);
}

function isTable(value: PackageTarget): value is { readonly [condition: string]: PackageTarget } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
