import type { ReferencedModules } from '../modules/module-record.ts';

const NO_FILES: ReadonlySet<string> = new Set();

/** The references between the modules of a tree. */
export interface ReferenceSource {
  /** `undefined` if the file is not a module. */
  modulesReferencedBy(file: string): ReferencedModules | undefined;
  /** Returns a function that lists the files of a package besides a target; `undefined` if each file is a module. */
  packageFilesFor(file: string): ((target: string) => readonly string[]) | undefined;
  /** Returns a resolver for the imports of a file. The resolver returns `undefined` for a target outside the tree. */
  resolverFor(file: string): (specifier: string) => string | undefined;
}

/** An index from every module to its importers. */
export class ImporterIndex {
  readonly #modules: ReferenceSource;
  readonly #importers = new Map<string, Set<string>>();
  /** The files that re-export everything from a module with `export *`, or may do so with `export =`. */
  readonly #reexporters = new Map<string, Set<string>>();
  /** The targets of the references of each file, which `remove` needs. */
  readonly #targets = new Map<
    string,
    { readonly imported: readonly string[]; readonly reexported: readonly string[] }
  >();

  constructor(modules: ReferenceSource, files: Iterable<string>) {
    this.#modules = modules;
    for (const file of files) this.add(file);
  }

  add(file: string): void {
    const referenced = this.#modules.modulesReferencedBy(file);
    if (referenced === undefined) return;
    const resolve = this.#modules.resolverFor(file);
    const resolved = resolveTargets(referenced.imports, resolve);
    const packageFiles = this.#modules.packageFilesFor(file);
    const imported = packageFiles === undefined ? resolved : [...resolved, ...resolved.flatMap(packageFiles)];
    const reexported = referenced.hasExportAssignment ? imported : resolveTargets(referenced.starExports, resolve);
    for (const target of imported) addTo(this.#importers, target, file);
    for (const target of reexported) addTo(this.#reexporters, target, file);
    this.#targets.set(file, { imported, reexported });
  }

  remove(file: string): void {
    const targets = this.#targets.get(file);
    for (const target of targets?.imported ?? []) this.#importers.get(target)?.delete(file);
    for (const target of targets?.reexported ?? []) this.#reexporters.get(target)?.delete(file);
    this.#targets.delete(file);
  }

  importersOf(file: string): ReadonlySet<string> {
    return this.#importers.get(file) ?? NO_FILES;
  }

  /** The given files, and the files that may re-export everything from one of them, directly or transitively. */
  reexportersOf(files: Iterable<string>): ReadonlySet<string> {
    const result = new Set(files);
    for (const file of result) {
      for (const reexporter of this.#reexporters.get(file) ?? []) result.add(reexporter);
    }
    return result;
  }
}

/** Resolves specifiers to files of the tree. The result can contain duplicates. */
function resolveTargets(
  specifiers: readonly string[],
  resolve: (specifier: string) => string | undefined,
): readonly string[] {
  const targets: string[] = [];
  for (const specifier of specifiers) {
    const target = resolve(specifier);
    if (target !== undefined) targets.push(target);
  }
  return targets;
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}
