import { dirname } from 'node:path/posix';
import { throwIfCancelled } from '../../foundation/errors.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import type { ExportLookup } from '../modules/module-graph.ts';
import type { TypeEngine, TypeView } from './engines/type-engine.ts';
import type { CommentTypes } from './expected/jsdoc-spelling.ts';
import { FileQueries } from './file-queries.ts';
import type { BatchedQuery } from './file-queries.ts';
import { AmbientFiles } from './files/ambient-files.ts';
import { readCompilerOptions } from './files/compiler-options.ts';
import { ConfigurationSearch } from './files/configuration-search.ts';
import { isJavaScript } from './files/queried-files.ts';
import type { QueriedFile } from './files/queried-files.ts';
import type { WorkspaceTexts } from './files/workspace-texts.ts';
import type { ProbeFile } from './imports/received-imports.ts';
import type { IncrementalAnswers } from './incremental/incremental-answers.ts';
import { MissingPackages } from './packages/missing-packages.ts';
import type { QueryKind, TypeAnswer } from './queries/type-checker.ts';
import { UnresolvedTypes } from './unresolved-types.ts';

export interface WorkspaceProgramsOptions {
  /** Parses queried files and expected texts, independent of the engine. */
  readonly typescript: TypeScript;
  readonly engine: TypeEngine;
  readonly texts: WorkspaceTexts;
  readonly exports: ExportLookup | undefined;
  /** Receives the files of each program. */
  readonly answers: IncrementalAnswers;
}

/** The queries about one file. */
export interface FileQueryGroup {
  readonly file: QueriedFile;
  readonly queries: BatchedQuery[];
}

interface LastQueries {
  readonly key: string;
  readonly queries: FileQueries;
}

/** From this version on, `strict` is on by default. */
const FIRST_STRICT_VERSION = 6;
/** From this version on, `function(string): number` in a comment is `Function`, and `object` is never `any`. */
const FIRST_NATIVE_VERSION = 7;

const NO_IMPORTS: ReadonlyMap<string, string> = new Map();

/**
 * The programs that answer queries, one per configuration. The roots of a program are its ambient files and all files
 * queried so far.
 */
export class WorkspacePrograms {
  readonly #options: WorkspaceProgramsOptions;
  readonly #ambient: AmbientFiles;
  readonly #unresolved: UnresolvedTypes;
  readonly #missing: MissingPackages;
  /** The last queries about each file: edits of other files are often followed by the same queries. */
  readonly #lastQueries = new Map<string, LastQueries>();
  /** The probe files of all queries so far, by configuration. */
  readonly #roots = new Map<string, Set<string>>();
  #configurations: ConfigurationSearch;
  #isLoaded = false;

  constructor(options: WorkspaceProgramsOptions) {
    const { typescript, engine, texts, exports } = options;
    this.#options = options;
    this.#ambient = new AmbientFiles(texts.overlay);
    this.#unresolved = new UnresolvedTypes({
      typescript,
      exports,
      textOf: (absolute) => texts.textOf(absolute) ?? engine.textOf(absolute),
      absolutePath: (file) => texts.absolutePath(file),
    });
    const configurationOf = (absolute: string): string | undefined => this.#configurations.configurationOf(absolute);
    this.#missing = new MissingPackages({ typescript, texts, exports, configurationOf });
    this.#configurations = this.#createSearch();
  }

  /** Whether a program was created. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** The files of a configuration that may affect files that do not import them, as absolute paths. */
  ambientFilesOf(configuration: string | undefined): readonly string[] {
    return this.#ambient.filter(this.filesOf(configuration));
  }

  /** Every file that a configuration includes, as absolute paths. */
  filesOf(configuration: string | undefined): Iterable<string> {
    return configuration === undefined ? [] : this.#configurations.filesOf(configuration);
  }

  /** Marks one file as changed. */
  invalidate(absolute: string): void {
    this.#ambient.forget(absolute);
    this.#options.engine.invalidate([absolute]);
  }

  invalidateAll(): void {
    this.#options.engine.invalidate('all');
    this.#ambient.forgetAll();
    this.forgetConfigurations();
  }

  /** Must be called when a configuration file changes. */
  forgetConfigurations(): void {
    this.#configurations = this.#createSearch();
    this.#lastQueries.clear();
  }

  /** Groups files that are checked with the same configuration. */
  groupByConfiguration(groups: Iterable<FileQueryGroup>): Map<string | undefined, readonly FileQueryGroup[]> {
    const byConfiguration = new Map<string | undefined, FileQueryGroup[]>();
    for (const group of groups) {
      const configuration = this.#configurations.configurationOf(group.file.absolute);
      const members = byConfiguration.get(configuration);
      if (members) members.push(group);
      else byConfiguration.set(configuration, [group]);
    }
    return byConfiguration;
  }

  /** Answers the queries about files of one configuration. @returns the answers by query index */
  check(
    kind: QueryKind,
    configuration: string | undefined,
    groups: readonly FileQueryGroup[],
    signal: AbortSignal | undefined,
  ): ReadonlyMap<number, TypeAnswer> {
    let batches = groups.map(({ file, queries }) => this.#fileQueries(kind, file, queries));
    let view = this.#viewWithProbes(configuration, batches);
    const withImports = batches.map((batch, index) => {
      const unknown = batch.unknownNames(view);
      const group = groups[index];
      if (unknown.size === 0 || !group) return batch;
      const imports = this.#findImports(batch.file, [...unknown, ...batch.imports.keys()]);
      return imports.size === 0 ? batch : this.#fileQueries(kind, batch.file, group.queries, imports);
    });
    throwIfCancelled(signal, 'checking types');
    if (withImports.some((batch, index) => batch !== batches[index])) {
      batches = withImports;
      view = this.#viewWithProbes(configuration, batches);
    }
    const answers = new Map<number, TypeAnswer>();
    for (const batch of batches) {
      for (const [index, answer] of batch.answers(view, this.#unresolved, this.#missing)) answers.set(index, answer);
    }
    return answers;
  }

  /**
   * The programs of files, each extended by a file that does not exist on disk, by the paths of these files. Files of one
   * configuration share a program.
   */
  viewsWithProbes(probes: readonly ProbeFile[]): ReadonlyMap<string, TypeView> {
    const { texts, engine } = this.#options;
    for (const { path, text } of probes) if (texts.setProbeText(path, text)) engine.invalidate([path]);
    const views = new Map<string, TypeView>();
    const configurationOf = ({ importer }: ProbeFile): string | undefined =>
      this.#configurations.configurationOf(importer);
    for (const configuration of new Set(probes.map(configurationOf))) {
      const members = probes.filter((probe) => configurationOf(probe) === configuration);
      const roots = [
        ...(this.#roots.get(configuration ?? '') ?? []),
        ...members.flatMap((one) => [one.importer, one.path]),
      ];
      const hasJavaScript = members.some(({ importer }) => isJavaScript(importer));
      const view = this.#createView(configuration, roots, hasJavaScript);
      for (const { path } of members) views.set(path, view);
    }
    return views;
  }

  #fileQueries(
    kind: QueryKind,
    file: QueriedFile,
    queries: readonly BatchedQuery[],
    imports?: ReadonlyMap<string, string>,
  ): FileQueries {
    const lastKey = `${kind} ${file.absolute}`;
    const key = JSON.stringify(queries);
    const last = this.#lastQueries.get(lastKey);
    const isSame = last?.key === key && last.queries.file === file;
    if (isSame && imports === undefined) return last.queries;
    const { typescript, engine } = this.#options;
    const comments: CommentTypes = {
      allowsImplicitAny: () => this.#allowsImplicitAny(file.absolute),
      hasFunctionTypes: engine.majorVersion < FIRST_NATIVE_VERSION,
    };
    const created = new FileQueries(typescript, file, kind, queries, imports ?? NO_IMPORTS, comments);
    this.#lastQueries.set(lastKey, { key, queries: created });
    return created;
  }

  /** Whether `noImplicitAny` is off for a file. Its default is `strict`, whose default depends on the compiler. */
  #allowsImplicitAny(absolute: string): boolean {
    const { typescript, texts, engine } = this.#options;
    const read = readCompilerOptions(typescript, texts, this.#configurations.configurationOf(absolute));
    const { noImplicitAny, strict = engine.majorVersion >= FIRST_STRICT_VERSION } = read?.options ?? {};
    return !(noImplicitAny ?? strict);
  }

  /** The files from which names that are not in scope can be imported; the file itself is preferred. */
  #findImports(file: QueriedFile, unknownNames: readonly string[]): ReadonlyMap<string, string> {
    const { exports, texts } = this.#options;
    const imports = new Map<string, string>();
    for (const name of unknownNames) {
      const files = exports?.filesExporting(name) ?? [];
      const from = files.includes(file.file) ? file.file : files[0];
      if (from !== undefined) imports.set(name, texts.absolutePath(from));
    }
    return imports;
  }

  #viewWithProbes(configuration: string | undefined, batches: readonly FileQueries[]): TypeView {
    const { answers, engine, texts } = this.#options;
    const key = configuration ?? '';
    let roots = this.#roots.get(key);
    if (!roots) this.#roots.set(key, (roots = new Set<string>()));
    const rootsBefore = roots.size;
    for (const { file, text } of batches) {
      roots.add(file.probeFile);
      if (file.copy !== undefined && texts.setProbeText(file.copy, file.text)) engine.invalidate([file.copy]);
      if (texts.setProbeText(file.probeFile, text)) engine.invalidate([file.probeFile]);
    }
    const hasJavaScript = batches.some(({ file }) => isJavaScript(file.file));
    const view = this.#createView(configuration, roots, hasJavaScript);
    if (roots.size > rootsBefore || answers.isProgramUnknown(key)) {
      answers.recordProgram(
        key,
        view.files().map((file) => texts.relativePath(file) ?? file),
      );
    }
    return view;
  }

  #createView(configuration: string | undefined, roots: Iterable<string>, hasJavaScript: boolean): TypeView {
    const ambient = this.ambientFilesOf(configuration);
    this.#isLoaded = true;
    return this.#options.engine.view({
      folder: configuration === undefined ? this.#options.texts.root : dirname(configuration),
      configuration,
      roots: [...new Set([...ambient, ...roots])].sort(),
      hasJavaScript,
    });
  }

  #createSearch(): ConfigurationSearch {
    const { texts, engine } = this.#options;
    return new ConfigurationSearch(texts.root, engine, (file) => texts.textOf(file));
  }
}
