import type { FileShape } from './file-shape.ts';
import { cachedIdentifiersIn } from './identifiers.ts';

/** A wildcard that matches every name. */
export const ALL_NAMES = '*';
/** The placeholder for the inline imports of a file: `import('…')`, as a type or as a call. */
export const INLINE_IMPORT = 'import';

/** The names of one file whose meaning an edit may have changed. */
export interface FileAffectedNames {
  /** Names that the file declares or imports. */
  readonly local: Set<string>;
  /** Exported names, which importers use. */
  readonly exported: Set<string>;
}

export function createAffectedNames(): FileAffectedNames {
  return { local: new Set(), exported: new Set() };
}

/** Whether a set contains a name or the wildcard. */
export function includesName(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name) || names.has(ALL_NAMES);
}

/** Adds the names of the declarations that depend on an affected name, directly or transitively, and their exports. */
export function propagateInFile(shape: FileShape, { local, exported }: FileAffectedNames): void {
  if (shape.isIndivisible && local.size > 0) local.add(ALL_NAMES);
  for (let before = -1; before !== local.size && !local.has(ALL_NAMES);) {
    before = local.size;
    if (mentions(shape, shape.statements, local)) local.add(ALL_NAMES);
    for (const [name, text] of shape.declarations) {
      if (!local.has(name) && mentions(shape, text, local)) local.add(name);
    }
  }
  for (const binding of shape.exports) {
    const isAffected = local.has(ALL_NAMES) || (binding.local !== undefined && local.has(binding.local));
    if (isAffected) exported.add(binding.exported);
  }
  if (local.has(ALL_NAMES)) exported.add(ALL_NAMES);
}

function mentions(shape: FileShape, text: string, names: ReadonlySet<string>): boolean {
  const identifiers = cachedIdentifiersIn(shape, text);
  for (const name of names) if (identifiers.has(name)) return true;
  return false;
}

/** The names that differ between two shapes of one file. Both shapes must have the same dependencies. */
export function findChangedNames(before: FileShape, after: FileShape): FileAffectedNames {
  const changed = createAffectedNames();
  for (const name of changedKeys(before.declarations, after.declarations, (text) => text)) changed.local.add(name);
  for (const name of changedKeys(before.imports, after.imports, (binding) => JSON.stringify(binding))) {
    changed.local.add(name);
  }
  const [exportsBefore, exportsAfter] = [exportedNamesByKey(before), exportedNamesByKey(after)];
  for (const key of changedKeys(exportsBefore, exportsAfter, (name) => name)) {
    changed.exported.add(exportsBefore.get(key) ?? exportsAfter.get(key) ?? ALL_NAMES);
  }
  const isOtherwiseChanged =
    before.statements !== after.statements || before.starExports.join('\n') !== after.starExports.join('\n');
  if (isOtherwiseChanged || (changed.local.size > 0 && after.isIndivisible)) changed.local.add(ALL_NAMES);
  return changed;
}

function exportedNamesByKey(shape: FileShape): ReadonlyMap<string, string> {
  return new Map(shape.exports.map((binding) => [JSON.stringify(binding), binding.exported]));
}

function changedKeys<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  textOf: (value: T) => string,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => {
    const [valueBefore, valueAfter] = [before.get(key), after.get(key)];
    return valueBefore === undefined || valueAfter === undefined || textOf(valueBefore) !== textOf(valueAfter);
  });
}
