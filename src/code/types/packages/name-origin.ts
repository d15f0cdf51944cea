import type { TypeName } from '../../declarations/type-names.ts';
import type { ExportLookup } from '../../modules/module-graph.ts';

/** A specifier outside the tree and the file that imports it, relative to the root. */
export interface OutsideImport {
  readonly file: string;
  readonly specifier: string;
}

/** Re-exports are followed through this many modules. */
const MAX_MODULES = 50;

/** Finds the import outside the tree that a type name refers to, through re-exports of the tree. */
export function findOutsideImport(exports: ExportLookup, file: string, name: TypeName): OutsideImport | undefined {
  const search = new OriginSearch(exports);
  const [first = '', second] = name.name.split('.');
  if (name.specifier !== undefined) return search.imported(file, name.specifier, first);
  return search.local(file, name.firstIdentifier, second);
}

class OriginSearch {
  readonly #exports: ExportLookup;
  readonly #seen = new Set<string>();

  constructor(exports: ExportLookup) {
    this.#exports = exports;
  }

  /** @param member the name in the module, if the local name is a whole module */
  local(file: string, name: string, member: string | undefined): OutsideImport | undefined {
    for (const { specifier, names } of this.#exports.moduleOf(file)?.imports ?? []) {
      const binding = names.find(({ local }) => local === name);
      if (binding === undefined) continue;
      const isWhole = binding.imported === '*' || binding.imported === 'export=';
      return this.imported(file, specifier, isWhole ? member : binding.imported);
    }
    return undefined;
  }

  imported(file: string, specifier: string, name: string | undefined): OutsideImport | undefined {
    const target = this.#exports.resolve(file, specifier);
    if (target === undefined) return { file, specifier };
    return name === undefined ? undefined : this.#exported(target, name);
  }

  #exported(file: string, name: string): OutsideImport | undefined {
    const key = `${name} ${file}`;
    if (this.#seen.has(key) || this.#seen.size >= MAX_MODULES) return undefined;
    this.#seen.add(key);
    const record = this.#exports.moduleOf(file);
    const entry = record?.exports.find((one) => one.name === name);
    if (entry?.from !== undefined) return this.imported(file, entry.from, entry.importedName);
    if (entry !== undefined) return entry.localName === undefined ? undefined : this.local(file, entry.localName, name);
    for (const { specifier } of record?.starExports ?? []) {
      const origin = this.imported(file, specifier, name);
      if (origin !== undefined) return origin;
    }
    return undefined;
  }
}
