import type { ModuleGraph } from './export-graph.ts';

const nothing: ReadonlySet<string> = new Set();

/** Who imports whom, seen from the imported side. */
export class ModuleLinks {
  readonly #graph: ModuleGraph;
  readonly #importers = new Map<string, Set<string>>();
  /** Files that pass on all that another gives (`export *`, `export = require(…)`). */
  readonly #forwarders = new Map<string, Set<string>>();
  readonly #targets = new Map<
    string,
    { readonly imported: readonly string[]; readonly forwarded: readonly string[] }
  >();

  constructor(graph: ModuleGraph, files: Iterable<string>) {
    this.#graph = graph;
    for (const file of files) this.add(file);
  }

  add(file: string): void {
    const record = this.#graph.moduleOf(file);
    if (record === undefined) return;
    const resolveAll = (specifiers: Iterable<string>): string[] => [
      ...new Set([...specifiers].flatMap((specifier) => this.#graph.resolve(file, specifier) ?? [])),
    ];
    const imported = resolveAll(record.imports.map(({ specifier }) => specifier));
    const passesOnWhole = record.exports.some(({ name }) => name === 'export=');
    const forwarded = passesOnWhole ? imported : resolveAll(record.starFrom.map(({ specifier }) => specifier));
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

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}
