const nothing: ReadonlySet<string> = new Set();

/** What a module names of other modules, by specifier. */
export interface NamedModules {
  /** Of everything that its ModuleRecord lists as an import. */
  readonly imports: readonly string[];
  /** Of its `export *`. */
  readonly starFrom: readonly string[];
  /** Whether it has an `export =`: what it imports may be what it gives. */
  readonly givesWhole: boolean;
}

/** The modules of a tree, as far as their links are asked for. */
export interface LinkedModules {
  modulesNamedBy(file: string): NamedModules | undefined;
  /** Resolves the specifiers of one file; undefined where one means no file of the tree. */
  resolverFor(file: string): (specifier: string) => string | undefined;
}

/** Who imports whom, seen from the imported side. */
export class ModuleLinks {
  readonly #modules: LinkedModules;
  readonly #importers = new Map<string, Set<string>>();
  /** Files that pass on all that another gives (`export *`, `export = require(…)`). */
  readonly #forwarders = new Map<string, Set<string>>();
  readonly #targets = new Map<
    string,
    { readonly imported: readonly string[]; readonly forwarded: readonly string[] }
  >();

  constructor(modules: LinkedModules, files: Iterable<string>) {
    this.#modules = modules;
    for (const file of files) this.add(file);
  }

  add(file: string): void {
    const named = this.#modules.modulesNamedBy(file);
    if (named === undefined) return;
    const resolve = this.#modules.resolverFor(file);
    const imported = targetsOf(named.imports, resolve);
    const forwarded = named.givesWhole ? imported : targetsOf(named.starFrom, resolve);
    for (const target of imported) addTo(this.#importers, target, file);
    for (const target of forwarded) addTo(this.#forwarders, target, file);
    this.#targets.set(file, { imported, forwarded });
  }

  remove(file: string): void {
    const targets = this.#targets.get(file);
    for (const target of targets?.imported ?? []) this.#importers.get(target)?.delete(file);
    for (const target of targets?.forwarded ?? []) this.#forwarders.get(target)?.delete(file);
    this.#targets.delete(file);
  }

  importersOf(file: string): ReadonlySet<string> {
    return this.#importers.get(file) ?? nothing;
  }

  /** The files that pass on all that these give, through any number of files; these included. */
  forwardersOf(files: Iterable<string>): ReadonlySet<string> {
    const reached = new Set(files);
    for (const file of reached) {
      for (const forwarder of this.#forwarders.get(file) ?? []) reached.add(forwarder);
    }
    return reached;
  }
}

/** The files that specifiers mean; one twice where two specifiers mean it. */
function targetsOf(
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
