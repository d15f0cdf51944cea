import { readNested, throwIfCancelled } from '../../foundation/errors.ts';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import type { ExportLookup } from '../modules/module-graph.ts';
import { affectsResolution } from '../resolution/configuration-files.ts';
import type { TypeEngine } from './engines/type-engine.ts';
import { locateDeclaration } from './files/locate-declaration.ts';
import { BatchReads, QueriedFiles } from './files/queried-files.ts';
import type { DeclarationRef } from './files/queried-files.ts';
import type { FileTextChange, WorkspaceTexts } from './files/workspace-texts.ts';
import { EditAnalysis } from './incremental/edit-analysis.ts';
import { receiveImports } from './imports/received-imports.ts';
import { IncrementalAnswers } from './incremental/incremental-answers.ts';
import type { ImportQuery, ReceivedImport } from './queries/import-query.ts';
import { undecidedAnswer } from './queries/type-checker.ts';
import type { QueryKind, TypeAnswer, TypeQuery, WorkspaceTypeChecker } from './queries/type-checker.ts';
import type { ExportComparisonRequest, ExportVerdicts } from './queries/export-comparison.ts';
import { compareExportTypes } from './versions/compare-export-types.ts';
import { WorkspacePrograms } from './workspace-programs.ts';
import type { FileQueryGroup } from './workspace-programs.ts';
import { createWrittenSignatures } from './written/written-signatures.ts';

export interface EngineTypeCheckerOptions {
  /** Parses queried files and expected texts, independent of the engine. */
  readonly typescript: TypeScript;
  readonly engine: TypeEngine;
  readonly texts: WorkspaceTexts;
  readonly exports: ExportLookup | undefined;
}

/** The type checker of a tree on top of one engine. It answers one batch of queries at a time. */
export class EngineTypeChecker implements WorkspaceTypeChecker {
  readonly title: string;
  readonly #typescript: TypeScript;
  readonly #engine: TypeEngine;
  readonly #texts: WorkspaceTexts;
  readonly #exports: ExportLookup | undefined;
  readonly #files: QueriedFiles;
  readonly #answers: IncrementalAnswers;
  readonly #programs: WorkspacePrograms;
  /** The files that `update` reported since the last query. */
  #changed = new Set<string>();
  /** Whether `update` reported that any file may have changed. */
  #invalidateAll = false;
  readonly #queue = new SerialQueue();

  constructor({ typescript, engine, texts, exports }: EngineTypeCheckerOptions) {
    this.title = engine.title;
    this.#typescript = typescript;
    this.#engine = engine;
    this.#texts = texts;
    this.#exports = exports;
    this.#files = new QueriedFiles(typescript, texts, exports);
    const textOf = (file: string): string | undefined => texts.textOf(texts.absolutePath(file));
    this.#answers = new IncrementalAnswers(exports, exports && new EditAnalysis(typescript, exports, textOf));
    this.#programs = new WorkspacePrograms({ typescript, engine, texts, exports, answers: this.#answers });
  }

  checkSignatures(queries: readonly TypeQuery[], signal?: AbortSignal): Promise<readonly TypeAnswer[]> {
    return this.#queue.add(() => this.#answer('signatures', queries, signal));
  }

  checkTypes(queries: readonly TypeQuery[], signal?: AbortSignal): Promise<readonly TypeAnswer[]> {
    return this.#queue.add(() => this.#answer('types', queries, signal));
  }

  receiveImports(queries: readonly ImportQuery[], signal?: AbortSignal): Promise<readonly ReceivedImport[]> {
    return this.#queue.add(async () => {
      throwIfCancelled(signal, 'checking types');
      const changes = await this.#readChanges();
      const reads = new BatchReads((file) => this.#read(file, changes));
      await Promise.all(queries.map(({ file }) => reads.read(file)));
      this.#answers.applyChanges(changes);
      throwIfCancelled(signal, 'checking types');
      const names = queries.map(({ file }) => file).join(', ');
      return readNested(`a module that ${names} uses`, () =>
        receiveImports(queries, this.#texts, (files) => this.#programs.viewsWithProbes(files)),
      );
    });
  }

  compareExportTypes(request: ExportComparisonRequest, signal?: AbortSignal): Promise<ExportVerdicts> {
    return this.#queue.add(async () => {
      throwIfCancelled(signal, 'comparing types');
      const changes = await this.#readChanges();
      await this.#read(request.file, changes);
      this.#answers.applyChanges(changes);
      throwIfCancelled(signal, 'comparing types');
      const absolute = this.#texts.absolutePath(request.file);
      return compareExportTypes(request, {
        typescript: this.#typescript,
        graph: this.#exports,
        texts: this.#texts,
        view: (path, text) => this.#programs.viewsWithProbes([{ importer: absolute, path, text }]).get(path),
      });
    });
  }

  update(files: readonly string[] | 'all'): void {
    if (files === 'all') this.#invalidateAll = true;
    else for (const file of files) this.#changed.add(file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.idle();
    this.#engine[Symbol.dispose]();
  }

  async #answer(
    kind: QueryKind,
    queries: readonly TypeQuery[],
    signal: AbortSignal | undefined,
  ): Promise<readonly TypeAnswer[]> {
    throwIfCancelled(signal, 'checking types');
    const changes = await this.#readChanges();
    const reads = new BatchReads((file) => this.#read(file, changes));
    const declaringFiles = queries.flatMap((query) => this.#answers.get(kind, query)?.declaredIn ?? []);
    await Promise.all([...new Set([...declaringFiles, ...queries.map(({ file }) => file)])].map(reads.read));
    this.#answers.applyChanges(changes);
    const appliedCount = changes.length;
    const answers = queries.map((query) =>
      this.#answers.mayHaveMoved(kind, query) ? undefined : this.#answers.get(kind, query)?.answer,
    );
    const groups = new Map<string, FileQueryGroup>();
    for (const [index, query] of queries.entries()) {
      if (answers[index]) continue;
      const declaration = await this.#files.findDeclaration(query, reads.read);
      if (typeof declaration === 'string') {
        answers[index] = undecidedAnswer(query, declaration);
        continue;
      }
      answers[index] = this.#relocatedAnswer(kind, query, declaration);
      if (answers[index]) continue;
      const { file, name } = declaration;
      const group = groups.get(file.absolute) ?? { file, queries: [] };
      group.queries.push({ index, name, expected: query.expected });
      groups.set(file.absolute, group);
    }
    throwIfCancelled(signal, 'checking types');
    if (changes.length > appliedCount) {
      // Finding a declaration read a file that changed without a call of `update`.
      this.#answers.clear();
      return this.#answer(kind, queries, signal);
    }
    const groupsByConfiguration = this.#programs.groupByConfiguration(groups.values());
    if (kind === 'signatures' && !this.#programs.isLoaded) {
      const written = this.#answerAsWritten(queries, groupsByConfiguration);
      for (const [index, answer] of written ?? []) answers[index] = answer;
      if (written) groupsByConfiguration.clear();
    }
    for (const [configuration, members] of groupsByConfiguration) {
      const names = members.map(({ file }) => file.file).join(', ');
      const checked = readNested(`a module that ${names} uses`, () =>
        this.#programs.check(kind, configuration, members, signal),
      );
      for (const { file, queries: batchedQueries } of members) {
        for (const { index, name } of batchedQueries) {
          const [query, answer] = [queries[index], checked.get(index)];
          if (!query || !answer) continue;
          answers[index] = answer;
          this.#answers.set({ kind, query, declaredIn: file.file, declaredName: name, answer });
        }
      }
    }
    return queries.map(
      (query, index) =>
        answers[index] ?? undecidedAnswer(query, `Failed to check ${query.name}: the type checker returned no answer`),
    );
  }

  /**
   * Answers all queries without a program, from the types as written. If one of them needs a program, then all use it, so
   * that their answers are cached.
   * @returns the answers by query index; `undefined` if a program is necessary
   */
  #answerAsWritten(
    queries: readonly TypeQuery[],
    groupsByConfiguration: ReadonlyMap<string | undefined, readonly FileQueryGroup[]>,
  ): ReadonlyMap<number, TypeAnswer> | undefined {
    const answers = new Map<number, TypeAnswer>();
    for (const [configuration, members] of groupsByConfiguration) {
      const [typescript, texts, exports] = [this.#typescript, this.#texts, this.#exports];
      if (exports === undefined) return undefined;
      const configurationFiles = this.#programs.filesOf(configuration);
      const written = createWrittenSignatures({ typescript, texts, exports, configuration, configurationFiles });
      for (const { file, queries: batchedQueries } of members) {
        for (const { index, name } of batchedQueries) {
          const query = queries[index];
          const answer = query && written.answer(query, { file, name });
          if (answer === undefined) return undefined;
          answers.set(index, answer);
        }
      }
    }
    return answers;
  }

  /** The cached answer with the current location, if the declaration only moved inside its file. */
  #relocatedAnswer(kind: QueryKind, query: TypeQuery, { file, name }: DeclarationRef): TypeAnswer | undefined {
    const cached = this.#answers.get(kind, query);
    if (cached === undefined || cached.declaredIn !== file.file || cached.declaredName !== name) return undefined;
    const answer = { ...cached.answer, location: locateDeclaration(file, kind, name) };
    this.#answers.set({ ...cached, answer });
    return answer;
  }

  /** Reads the files that `update` marked as changed. */
  async #readChanges(): Promise<FileTextChange[]> {
    const changes: FileTextChange[] = [];
    const changed = this.#invalidateAll ? new Set([...this.#changed, ...this.#texts.cachedFiles()]) : this.#changed;
    if (this.#invalidateAll) {
      this.#programs.invalidateAll();
      this.#answers.clear();
    }
    this.#changed = new Set();
    this.#invalidateAll = false;
    for (const file of changed) {
      try {
        await this.#read(file, changes);
      } catch {
        // A query about an unreadable file reads it again and reports the error.
      }
    }
    return changes;
  }

  /** Reads a file through the tree and records its change. Throws if the file cannot be read. */
  async #read(file: string, changes: FileTextChange[]): Promise<void> {
    const change = await this.#texts.refresh(file);
    if (change === undefined) return;
    const absolute = this.#texts.absolutePath(file);
    // The engine may have read a file that was never queried.
    const before = change.before === undefined ? this.#engine.textOf(absolute) : change.before;
    changes.push({ ...change, before });
    this.#programs.invalidate(absolute);
    if (!affectsResolution(absolute)) return;
    this.#programs.forgetConfigurations();
    this.#answers.clear();
  }
}
