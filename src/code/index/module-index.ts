import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { loadTypeScript, loadedTypeScript } from '../language/typescript-parser.ts';
import type { ImportResolver, LanguageEntry } from '../languages/interface/code-language.ts';
import {
  codeLanguageOf,
  configuresImports,
  isIndexedPath,
  loadedReader,
  loadReader,
} from '../languages/language-table.ts';
import type { AmbientExtent } from '../modules/ambient-extent.ts';
import type { ModuleGraph } from '../modules/module-graph.ts';
import type { ModuleRecord } from '../modules/module-record.ts';
import { exportsOf, findExport, type ResolvedExport } from '../modules/resolved-exports.ts';
import { ModuleResolver } from '../resolution/module-resolver.ts';
import { isConfigurationName } from '../resolution/projects.ts';
import type { EntryFiles } from '../api/entries/package-entries.ts';
import type { WorkspacePackage } from '../resolution/workspace-packages.ts';
import { specifierFor } from './import-specifier.ts';
import { ImporterIndex } from './importer-index.ts';
import { ModuleStore } from './module-store.ts';
import { NameIndex } from './name-index.ts';
import { readTree, tryReadUnlistedText, type ReadOptions } from './read-tree.ts';

export type { ResolvedExport } from '../modules/resolved-exports.ts';

/** The packages of a tree, and what finds their entry points. */
export interface PackageFiles extends EntryFiles {
  readonly packages: readonly WorkspacePackage[];
  /** The texts of the files that configure resolution, by path. */
  readonly configuration: ReadonlyMap<string, string>;
}

/** A changed file; `text` is `undefined` if the file was deleted. */
export interface ModuleUpdate {
  readonly file: string;
  readonly text: string | undefined;
}

export interface BuildOptions extends Pick<ReadOptions, 'signal' | 'beforeRead' | 'onProgress'> {
  /** An index of another tree, and whether a module of this tree has the same text there. */
  readonly earlier?: { readonly index: ModuleIndex; readonly isSame: (file: string) => boolean } | undefined;
}

/**
 * An in-memory index of the exports and imports of every module of a tree. It answers queries of tier 1 (the text of one
 * file) and tier 2 (the module graph). Build it once and call `update` for changed files.
 */
export class ModuleIndex implements ModuleGraph {
  #tree: SourceTree;
  /** Every file of the tree, because imports can resolve to files that are not modules. */
  readonly #files: Set<string>;
  readonly #modules: ModuleStore;
  /** Texts that need the full parser and are not parsed yet. */
  readonly #unparsed = new Map<string, string>();
  /** The texts of the files that configure resolution. */
  readonly #configuration = new Map<string, string>();
  /** The texts of extended configurations outside the listed files, for example in node_modules; `undefined` if missing. */
  readonly #extended = new Map<string, string | undefined>();
  /** Paths of extended configurations that are not read yet. */
  readonly #unread = new Set<string>();
  #resolver: ModuleResolver | undefined;
  /** The resolvers of languages other than TypeScript and JavaScript. */
  readonly #otherResolvers = new Map<LanguageEntry, ImportResolver>();
  #names: NameIndex | undefined;
  #importers: ImporterIndex | undefined;

  private constructor(tree: SourceTree, files: readonly string[], modules: ModuleStore) {
    this.#tree = tree;
    this.#files = new Set(files);
    this.#modules = modules;
  }

  /** Reads every module of a tree. Throws a CancelledError when the signal is aborted. */
  static async build(tree: SourceTree, { earlier, ...options }: BuildOptions = {}): Promise<ModuleIndex> {
    const listed = tree.listFiles();
    // The constructor of the store compiles the lexer while the files are being listed.
    const modules = new ModuleStore();
    const files = await listed;
    const index = new ModuleIndex(tree, files, modules);
    const adopt =
      earlier && ((file: string): boolean => earlier.isSame(file) && modules.adopt(file, earlier.index.#modules));
    await readTree(tree, files, modules, index.#configuration, { ...options, adopt });
    await index.whenSettled();
    return index;
  }

  /** Continues as the index of another tree, whose differences the next `update` applies. The first tree is given up. */
  async moveTo(tree: SourceTree): Promise<void> {
    this.#tree = tree;
    let differs = false;
    for (const [path, text] of this.#extended) {
      const now = await tryReadUnlistedText(tree, path);
      if (now === text) continue;
      this.#extended.set(path, now);
      differs = true;
    }
    if (differs) this.#forgetResolution();
  }

  /** Applies changes. Changes that require the parser or other files are complete when `whenSettled` resolves. */
  update(changes: readonly ModuleUpdate[]): void {
    for (const { file, text } of changes) {
      const existed = this.#files.has(file);
      if (text === undefined) this.#files.delete(file);
      else this.#files.add(file);
      if (configuresImports(file)) {
        if (text === undefined) this.#configuration.delete(file);
        else this.#configuration.set(file, text);
        this.#forgetResolution();
      } else if (this.#extended.has(file)) {
        this.#extended.set(file, text);
        this.#forgetResolution();
      } else if (existed !== (text !== undefined)) this.#forgetResolution();
      if (isIndexedPath(file)) this.#replace(file, text);
    }
  }

  /** Resolves when all updates are complete. Rejects if the parser or a file of the tree cannot be loaded. */
  async whenSettled(): Promise<void> {
    while (this.#unparsed.size > 0) {
      for (const language of new Set([...this.#unparsed.keys()].map(codeLanguageOf))) {
        await (language === undefined ? loadTypeScript() : loadReader(language));
      }
      for (const [file, text] of this.#unparsed) if (this.#parse(file, text)) this.#unparsed.delete(file);
    }
    // Reading a project can find another extended configuration, so this repeats until all of them are read.
    for (;;) {
      const { projects } = this.#getResolver();
      for (const path of this.#configuration.keys()) if (isConfigurationName(path)) projects.project(path);
      const unread = [...this.#unread];
      if (unread.length === 0) return;
      for (const path of unread) this.#extended.set(path, await tryReadUnlistedText(this.#tree, path));
      this.#forgetResolution();
    }
  }

  /** Whether a file outside of the listed configurations is one that a configuration extends: its text is needed. */
  isExtended(file: string): boolean {
    return this.#extended.has(file);
  }

  /** The number of modules. */
  get size(): number {
    return this.#modules.size;
  }

  /** The path of every module. */
  files(): Iterable<string> {
    return this.#modules.files();
  }

  /** The TypeScript files that may affect files that do not import them. All others certainly do not. */
  ambientFiles(): ReadonlyMap<string, AmbientExtent> {
    return this.#modules.ambientFiles();
  }

  /** Whether a statement of a script may throw when the module is loaded. */
  mayThrow(file: string): boolean {
    return this.#modules.mayThrow(file);
  }

  moduleOf(file: string): ModuleRecord | undefined {
    return this.#modules.get(file);
  }

  /** Resolves an exported name of a file, from its own text (tier 1) or through re-exports (tier 2). */
  findExport(file: string, name: string): ResolvedExport | undefined {
    return findExport(this, file, name);
  }

  /** All exports of a file. `export *` does not re-export `default`. */
  exportsOf(file: string): readonly ResolvedExport[] {
    return exportsOf(this, file);
  }

  /** The files from which a name can be imported: declaring files first, then sorted by path. */
  filesExporting(name: string): readonly string[] {
    const direct = this.#getNameIndex().directExporters(name);
    // A name that no module declares is re-exported by none. Chunks often ask for names that are not written yet.
    if (direct.size === 0) return [];
    const exporting = name === 'default' ? direct : this.#getImporters().reexportersOf(direct);
    const ranked = [...exporting].flatMap((file) => {
      const resolved = this.findExport(file, name);
      return resolved === undefined ? [] : [{ file, reexports: resolved.file === file ? 0 : 1 }];
    });
    return ranked.sort((a, b) => a.reexports - b.reexports || (a.file < b.file ? -1 : 1)).map(({ file }) => file);
  }

  /** Every exported name of the tree. */
  allExportNames(): Iterable<string> {
    return this.#getNameIndex().names();
  }

  /** The file that an import resolves to, as in TypeScript; `undefined` if it is not a file of the tree. */
  resolve(fromFile: string, specifier: string): string | undefined {
    return (this.#otherResolver(fromFile) ?? this.#getResolver()).resolve(fromFile, specifier);
  }

  /** The package of the tree that a package name means in a file; without a name, the package that the file belongs to. */
  packageFor(file: string, name?: string): WorkspacePackage | undefined {
    const { packages } = this.#getResolver();
    return name === undefined ? packages.packageOf(file) : packages.find(name, file);
  }

  /** The packages of the tree with what finds their entry points. */
  packageEntries(): PackageFiles {
    const resolver = this.#getResolver();
    const files = this.#files;
    return {
      files,
      packages: [...resolver.packages.all()],
      configuration: this.#configuration,
      has: (path) => files.has(path),
      resolve: (owner, target) => resolver.packageTarget(owner, target),
      conventionalEntry: (owner) => resolver.conventionalEntry(owner),
    };
  }

  packageFilesOf(file: string): readonly string[] {
    const files = this.#otherResolver(file)?.packageFilesOf?.(file) ?? [];
    return files.filter((one) => one !== file && this.#modules.get(one) !== undefined);
  }

  /** Every path in the tree that a relative import can resolve to, existing or not; none for a path outside the tree. */
  candidatesFor(fromFile: string, specifier: string): readonly string[] {
    return (this.#otherResolver(fromFile) ?? this.#getResolver()).candidatesFor(fromFile, specifier);
  }

  /** The files that import a file, re-exports included, sorted. */
  importersOf(file: string): readonly string[] {
    return [...this.#getImporters().importersOf(file)].sort();
  }

  /** Returns a specifier for importing a file or one of its exports. */
  specifierFor(file: string, exportName?: string): string {
    const other = this.#otherResolver(file);
    if (other !== undefined) return other.specifierFor(file);
    return specifierFor({ graph: this, resolver: this.#getResolver() }, file, exportName);
  }

  #replace(file: string, text: string | undefined): void {
    const isOther = codeLanguageOf(file) !== undefined;
    const packageName = isOther ? this.#modules.get(file)?.packageName : undefined;
    const previous = this.#names === undefined ? undefined : this.#modules.get(file);
    if (previous !== undefined) this.#names?.remove(previous);
    this.#importers?.remove(file);
    this.#modules.delete(file);
    this.#unparsed.delete(file);
    if (text === undefined) return;
    if (!isOther && this.#modules.lexText(file, text)) this.#index(file);
    else if (!this.#parse(file, text)) this.#unparsed.set(file, text);
    // The importers of the other files of a package change with the files that belong to it.
    if (isOther && this.#modules.get(file)?.packageName !== packageName) this.#importers = undefined;
  }

  /** Parses a text that the lexer cannot read. @returns false if the parser is not loaded yet */
  #parse(file: string, text: string): boolean {
    const language = codeLanguageOf(file);
    if (language === undefined) {
      const ts = loadedTypeScript();
      if (ts === undefined) return false;
      this.#modules.parse(ts, file, text);
    } else {
      const reader = loadedReader(language);
      if (reader === undefined) return false;
      this.#modules.readWith(reader, file, text);
    }
    this.#index(file);
    return true;
  }

  #index(file: string): void {
    const record = this.#names === undefined ? undefined : this.#modules.get(file);
    if (record !== undefined) this.#names?.add(record);
    this.#importers?.add(file);
  }

  #forgetResolution(): void {
    this.#resolver = undefined;
    this.#otherResolvers.clear();
    this.#unread.clear();
    this.#importers = undefined;
  }

  #getNameIndex(): NameIndex {
    if (this.#names === undefined) {
      this.#names = new NameIndex();
      for (const file of this.#modules.files()) {
        const record = this.#modules.get(file);
        if (record !== undefined) this.#names.add(record);
      }
    }
    return this.#names;
  }

  #getImporters(): ImporterIndex {
    if (this.#importers === undefined) {
      const resolver = this.#getResolver();
      this.#importers = new ImporterIndex(
        {
          modulesReferencedBy: (file) => this.#modules.modulesReferencedBy(file),
          packageFilesFor: (file) =>
            codeLanguageOf(file) === undefined ? undefined : (target): readonly string[] => this.packageFilesOf(target),
          resolverFor: (file) => {
            const other = this.#otherResolver(file);
            return other === undefined
              ? resolver.resolverFor(file)
              : (specifier): string | undefined => other.resolve(file, specifier);
          },
        },
        this.#modules.files(),
      );
    }
    return this.#importers;
  }

  /** The resolver of a module of another language, whose reader is loaded because it is a module. */
  #otherResolver(file: string): ImportResolver | undefined {
    const language = codeLanguageOf(file);
    if (language === undefined) return undefined;
    let resolver = this.#otherResolvers.get(language);
    if (resolver === undefined) {
      resolver = loadedReader(language)?.createResolver(this.#files, this.#configuration, (path) =>
        this.moduleOf(path),
      );
      if (resolver !== undefined) this.#otherResolvers.set(language, resolver);
    }
    return resolver;
  }

  #getResolver(): ModuleResolver {
    this.#resolver ??= new ModuleResolver(this.#files, this.#configuration, (path) => {
      if (!this.#extended.has(path)) this.#unread.add(path);
      return this.#extended.get(path);
    });
    return this.#resolver;
  }
}
