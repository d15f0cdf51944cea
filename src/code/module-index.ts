import type { SourceTree } from '../workspace/source-tree.ts';
import { exportsOf, findExport, type ModuleGraph, type ResolvedExport } from './export-graph.ts';
import { ModuleLinks } from './module-links.ts';
import type { ModuleRecord } from './module-record.ts';
import { NameIndex } from './name-index.ts';
import { ModuleStore } from './module-store.ts';
import { decidesResolution } from './resolution/configuration-files.ts';
import { isConfigurationName } from './resolution/projects.ts';
import { ModuleResolver } from './resolution/module-resolver.ts';
import { isIndexed } from './source-language.ts';
import { specifierFor } from './specifier-for.ts';
import { readableText, readTree, type ReadingOptions } from './tree-reading.ts';
import { loadTypeScript, loadedTypeScript } from './typescript-parser.ts';

export type { ResolvedExport } from './export-graph.ts';

/** A file whose text is another now; undefined text: the file is gone. */
export interface FileChange {
  readonly file: string;
  readonly text: string | undefined;
}

/**
 * What every module of a tree exports and imports, in memory: tier 1 (a file's own text) and tier 2 (the module
 * graph). Built once, kept current by `update`.
 */
export class ModuleIndex implements ModuleGraph {
  readonly #tree: SourceTree;
  /** Every file of the tree: imports may mean files that are no modules. */
  readonly #files: Set<string>;
  readonly #modules: ModuleStore;
  /** Texts that the lexer is in doubt about and nobody has parsed yet. */
  readonly #unparsed = new Map<string, string>();
  readonly #configuration = new Map<string, string>();
  /** Configurations outside the listing (in node_modules) that others extend; undefined: there is none. */
  readonly #extended = new Map<string, string | undefined>();
  /** Paths of extended configurations that nobody has looked for yet. */
  readonly #missing = new Set<string>();
  #resolver: ModuleResolver | undefined;
  #names: NameIndex | undefined;
  #links: ModuleLinks | undefined;

  private constructor(tree: SourceTree, files: readonly string[], modules: ModuleStore) {
    this.#tree = tree;
    this.#files = new Set(files);
    this.#modules = modules;
  }

  /** Reads every module of a tree. Throws a CancelledError when the signal is aborted. */
  static async build(tree: SourceTree, options: ReadingOptions = {}): Promise<ModuleIndex> {
    const listed = tree.listFiles();
    // The lexer is compiled while the files are listed.
    const modules = new ModuleStore();
    const files = await listed;
    const index = new ModuleIndex(tree, files, modules);
    await readTree(tree, files, modules, index.#configuration, options);
    await index.settled();
    return index;
  }

  /** Takes changes in. What needs more than the given texts is read before `settled` resolves. */
  update(changes: readonly FileChange[]): void {
    for (const { file, text } of changes) {
      const existed = this.#files.has(file);
      if (text === undefined) this.#files.delete(file);
      else this.#files.add(file);
      if (decidesResolution(file)) {
        if (text === undefined) this.#configuration.delete(file);
        else this.#configuration.set(file, text);
        this.#forgetResolution();
      } else if (this.#extended.has(file)) {
        this.#extended.set(file, text);
        this.#forgetResolution();
      } else if (existed !== (text !== undefined)) this.#forgetResolution();
      if (isIndexed(file)) this.#replace(file, text);
    }
  }

  /** Resolves once everything that updates asked for has been read. Rejects with what went wrong. */
  async settled(): Promise<void> {
    if (this.#unparsed.size > 0) {
      const ts = await loadTypeScript();
      for (const [file, text] of this.#unparsed) {
        this.#modules.parse(ts, file, text);
        this.#enter(file);
      }
      this.#unparsed.clear();
    }
    for (;;) {
      const { projects } = this.#moduleResolver();
      for (const path of this.#configuration.keys()) if (isConfigurationName(path)) projects.project(path);
      const missing = [...this.#missing];
      if (missing.length === 0) return;
      for (const path of missing) this.#extended.set(path, await readableText(this.#tree, path));
      this.#forgetResolution();
    }
  }

  /** How many modules there are. */
  get size(): number {
    return this.#modules.size;
  }

  /** The path of every module. */
  files(): Iterable<string> {
    return this.#modules.files();
  }

  moduleOf(file: string): ModuleRecord | undefined {
    return this.#modules.get(file);
  }

  /** What a name means in a file: its own export (tier 1), or one that comes through re-exports (tier 2). */
  findExport(file: string, name: string): ResolvedExport | undefined {
    return findExport(this, file, name);
  }

  /** Everything that can be imported from a file; `export *` passes on no `default`. */
  exportsOf(file: string): readonly ResolvedExport[] {
    return exportsOf(this, file);
  }

  /** The files through which a name can be imported: those that declare it first, then by path. */
  filesExporting(name: string): readonly string[] {
    const naming = this.#nameIndex().filesNaming(name);
    const reached = name === 'default' ? naming : this.#moduleLinks().forwardersOf(naming);
    const ranked = [...reached].flatMap((file) => {
      const resolved = this.findExport(file, name);
      return resolved === undefined ? [] : [{ file, passedOn: resolved.file === file ? 0 : 1 }];
    });
    return ranked.sort((a, b) => a.passedOn - b.passedOn || (a.file < b.file ? -1 : 1)).map(({ file }) => file);
  }

  /** Every name that some file exports. */
  allExportNames(): Iterable<string> {
    return this.#nameIndex().names();
  }

  /** The file that an import means, as TypeScript resolves it; undefined where that is no file of the tree. */
  resolve(fromFile: string, specifier: string): string | undefined {
    return this.#moduleResolver().resolve(fromFile, specifier);
  }

  /** Every path of the tree at which a relative import looks, files that are not listed included; none where it leaves it. */
  candidatesFor(fromFile: string, specifier: string): readonly string[] {
    return this.#moduleResolver().candidatesFor(fromFile, specifier);
  }

  /** The files that import a file, re-exports included, sorted. */
  importersOf(file: string): readonly string[] {
    return [...this.#moduleLinks().importersOf(file)].sort();
  }

  /** What to write in an import of a file, or of one of its exports; see `specifierFor`. */
  specifierFor(file: string, exportName?: string): string {
    return specifierFor({ graph: this, resolver: this.#moduleResolver() }, file, exportName);
  }

  #replace(file: string, text: string | undefined): void {
    const before = this.#names === undefined ? undefined : this.#modules.get(file);
    if (before !== undefined) this.#names?.remove(before);
    this.#links?.remove(file);
    this.#modules.delete(file);
    this.#unparsed.delete(file);
    if (text === undefined) return;
    const ts = loadedTypeScript();
    if (this.#modules.lexText(file, text)) this.#enter(file);
    else if (ts === undefined) this.#unparsed.set(file, text);
    else {
      this.#modules.parse(ts, file, text);
      this.#enter(file);
    }
  }

  #enter(file: string): void {
    const record = this.#names === undefined ? undefined : this.#modules.get(file);
    if (record !== undefined) this.#names?.add(record);
    this.#links?.add(file);
  }

  #forgetResolution(): void {
    this.#resolver = undefined;
    this.#missing.clear();
    this.#links = undefined;
  }

  #nameIndex(): NameIndex {
    if (this.#names === undefined) {
      this.#names = new NameIndex();
      for (const file of this.#modules.files()) {
        const record = this.#modules.get(file);
        if (record !== undefined) this.#names.add(record);
      }
    }
    return this.#names;
  }

  #moduleLinks(): ModuleLinks {
    if (this.#links === undefined) {
      const resolver = this.#moduleResolver();
      this.#links = new ModuleLinks(
        {
          modulesNamedBy: (file) => this.#modules.modulesNamedBy(file),
          resolverFor: (file) => resolver.resolverFor(file),
        },
        this.#modules.files(),
      );
    }
    return this.#links;
  }

  #moduleResolver(): ModuleResolver {
    this.#resolver ??= new ModuleResolver(this.#files, this.#configuration, (path) => {
      if (!this.#extended.has(path)) this.#missing.add(path);
      return this.#extended.get(path);
    });
    return this.#resolver;
  }
}
