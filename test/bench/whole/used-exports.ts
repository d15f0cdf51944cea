import { directExport } from '../../../src/code/modules/resolved-exports.ts';
import type { ModuleIndex } from '../../../src/code/index/module-index.ts';

const EVERY = '*';

/** The exports that at least one import uses, directly or through re-exports. */
export class UsedExports {
  readonly #index: ModuleIndex;
  readonly #used = new Map<string, Set<string>>();

  constructor(index: ModuleIndex) {
    this.#index = index;
  }

  has(file: string, name: string): boolean {
    const names = this.#used.get(file);
    return names !== undefined && (names.has(name) || names.has(EVERY));
  }

  addImportsOf(file: string): void {
    for (const { specifier, kind, names } of this.#index.moduleOf(file)?.imports ?? []) {
      if (kind === 'reexport' || kind === 'reference') continue;
      const target = this.#index.resolve(file, specifier);
      if (target === undefined) continue;
      const used = this.#namesOf(target);
      // A dynamic import does not list the names that are used.
      if (names.length === 0 && kind !== 'static' && kind !== 'type') this.#add(target, used, EVERY);
      for (const { imported } of names) this.#add(target, used, imported === 'export=' ? EVERY : imported);
    }
  }

  #namesOf(file: string): Set<string> {
    let names = this.#used.get(file);
    if (names === undefined) this.#used.set(file, (names = new Set<string>()));
    return names;
  }

  #add(file: string, used: Set<string>, name: string): void {
    if (used.has(name)) return;
    used.add(name);
    const record = this.#index.moduleOf(file);
    if (!record) return;
    const isEvery = name === EVERY;
    const one = isEvery ? undefined : directExport(record, name);
    for (const { from, importedName, localName } of isEvery ? record.exports : one ? [one] : []) {
      if (from !== undefined) this.#follow(file, from, importedName ?? name);
      else if (localName !== undefined) this.#addLocal(file, localName);
    }
    if (one === undefined) for (const { specifier } of record.starExports) this.#follow(file, specifier, name);
  }

  /** Marks an imported name that the file exports again. */
  #addLocal(file: string, localName: string): void {
    for (const { specifier, kind, names } of this.#index.moduleOf(file)?.imports ?? []) {
      if (kind === 'reexport') continue;
      for (const { imported, local } of names) if (local === localName) this.#follow(file, specifier, imported);
    }
  }

  #follow(file: string, specifier: string, name: string): void {
    const target = this.#index.resolve(file, specifier);
    if (target !== undefined) this.#add(target, this.#namesOf(target), name === 'export=' ? EVERY : name);
  }
}
