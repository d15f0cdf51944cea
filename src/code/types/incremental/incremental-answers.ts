import { isInstalled } from '../../language/source-language.ts';
import type { ImportGraph } from '../../modules/module-graph.ts';
import { isAmbient } from '../files/ambient-files.ts';
import { isSeparateProbe } from '../files/queried-files.ts';
import type { FileTextChange } from '../files/workspace-texts.ts';
import type { QueryKind, TypeQuery } from '../queries/type-checker.ts';
import { AnswerCache } from './answer-cache.ts';
import type { CachedAnswer } from './answer-cache.ts';
import type { EditAnalysis, FileEdit } from './edit-analysis.ts';

/**
 * Caches answers, and after edits keeps the answers that the edits cannot have changed. It drops all answers if this is
 * uncertain: files were added or deleted, an edited file has global effects, or a program contains files that the import
 * graph does not contain.
 */
export class IncrementalAnswers {
  readonly #graph: ImportGraph | undefined;
  readonly #analysis: EditAnalysis | undefined;
  readonly #answers = new AnswerCache();
  /** The files of each program, by configuration. Paths of files in the tree are relative to its root. */
  readonly #programs = new Map<string, ReadonlySet<string>>();
  #hasUnknownFiles = false;

  /** @param analysis `undefined` if there is no import graph: every edit then affects every answer */
  constructor(graph: ImportGraph | undefined, analysis: EditAnalysis | undefined) {
    this.#graph = graph;
    this.#analysis = analysis;
  }

  get(kind: QueryKind, query: TypeQuery): CachedAnswer | undefined {
    return this.#answers.get(kind, query);
  }

  /** Whether the declaration of a cached answer may have moved inside its file. */
  mayHaveMoved(kind: QueryKind, query: TypeQuery): boolean {
    return this.#answers.mayHaveMoved(kind, query);
  }

  /** Caches an answer. An undecided answer is not cached, because its cause may be temporary. */
  set(entry: CachedAnswer): void {
    if (entry.answer.error === undefined) this.#answers.set(entry);
  }

  clear(): void {
    this.#answers.clear();
    this.#programs.clear();
  }

  /** Whether the files of a program are unknown, or were forgotten by `clear`. */
  isProgramUnknown(program: string): boolean {
    return !this.#programs.has(program);
  }

  /** @param files paths relative to the root for files of the tree, absolute paths for all others */
  recordProgram(program: string, files: readonly string[]): void {
    this.#programs.set(program, new Set(files));
    this.#hasUnknownFiles = [...this.#programs.values()].some((programFiles) =>
      [...programFiles].some((file) => !this.#isKnown(file)),
    );
  }

  applyChanges(changes: readonly FileTextChange[]): void {
    if (changes.length === 0) return;
    this.#answers.markMoved(new Set(changes.map(({ file }) => file)));
    if (this.#answers.size === 0 || !this.#deleteAffected(changes)) this.clear();
  }

  /** @returns false if it is uncertain which answers are affected, so that all must be dropped */
  #deleteAffected(changes: readonly FileTextChange[]): boolean {
    const edits: FileEdit[] = [];
    for (const { file, before, after } of changes) {
      if (before === after) continue;
      if (after === null) return false;
      if (!this.#isChecked(file)) {
        if (!this.#deleteAffectedByUnchecked(file, after)) return false;
      } else if (typeof before === 'string') edits.push({ file, before, after });
      else return false;
    }
    if (edits.length === 0) return true;
    if (this.#hasUnknownFiles) return false;
    const affected = this.#analysis?.affectedBy(edits, (file) => this.#isChecked(file));
    if (affected) this.#answers.deleteAffected(affected);
    return affected !== undefined;
  }

  /**
   * Handles an edit of a file that is in no program: deletes the answers whose expected text can resolve to its exports.
   * @returns false if the edit may affect the programs
   */
  #deleteAffectedByUnchecked(file: string, text: string): boolean {
    const record = this.#graph?.moduleOf(file);
    if (!this.#graph || !record || record.starExports.length > 0 || isAmbient(file, text)) return false;
    if (this.#graph.importersOf(file).some((importer) => this.#isChecked(importer))) return false;
    this.#answers.deleteMentioning(new Set(record.exports.map(({ name }) => name)));
    return true;
  }

  #isChecked(file: string): boolean {
    return [...this.#programs.values()].some((files) => files.has(file));
  }

  /** Whether the import graph covers a file. Installed packages, JSON and probe files import nothing from the tree. */
  #isKnown(file: string): boolean {
    if (isInstalled(file) || file.endsWith('.json') || isSeparateProbe(file)) return true;
    return this.#graph?.moduleOf(file) !== undefined;
  }
}
