import type { ExportLookup } from '../../modules/module-graph.ts';

/** A name that a file declares or imports at top level. */
export interface LocalName {
  /** Relative to the root. */
  readonly file: string;
  readonly name: string;
}

/** Whether a file exports a name: its local name, `absent`, or `unknown` if this is uncertain. */
export type ExportedName = LocalName | 'absent' | 'unknown';

/** A search stops after this many modules. */
const MAX_MODULES = 500;

export interface ExportSearch {
  readonly exports: ExportLookup;
  /** The file that a module specifier certainly refers to; `undefined` if this is uncertain. */
  readonly resolve: (fromFile: string, specifier: string) => string | undefined;
  /** Whether an augmentation may add a name to a module. */
  readonly isAugmented: (name: string) => boolean;
}

/** Finds the local name behind an export, through re-exports that certainly resolve. */
export function findExportedName(search: ExportSearch, file: string, name: string): ExportedName {
  const { exports, resolve, isAugmented } = search;
  const seen = new Set<string>();
  return find(file, name);

  function find(from: string, exportedName: string): ExportedName {
    const key = `${exportedName} ${from}`;
    if (seen.has(key)) return 'absent';
    if (seen.size === MAX_MODULES || isAugmented(exportedName)) return 'unknown';
    seen.add(key);
    const record = exports.moduleOf(from);
    if (!record || record.isUnreadable || record.isCommonJs) return 'unknown';
    if (record.exports.some((one) => one.name === 'export=')) return 'unknown';
    const direct = record.exports.filter((one) => one.name === exportedName);
    if (direct.length > 1) return 'unknown';
    for (const { from: specifier, importedName = exportedName, localName } of direct) {
      if (specifier === undefined) return localName === undefined ? 'unknown' : { file: from, name: localName };
      const target = importedName === '*' ? undefined : resolve(from, specifier);
      return target === undefined ? 'unknown' : find(target, importedName);
    }
    return exportedName === 'default' ? 'absent' : findInStars(from, exportedName);
  }

  function findInStars(from: string, exportedName: string): ExportedName {
    let found: LocalName | undefined;
    for (const { specifier } of exports.moduleOf(from)?.starExports ?? []) {
      const target = resolve(from, specifier);
      const one = target === undefined ? 'unknown' : find(target, exportedName);
      if (one === 'unknown' || (typeof one === 'object' && found)) return 'unknown';
      if (typeof one === 'object') found = one;
    }
    return found ?? 'absent';
  }
}
