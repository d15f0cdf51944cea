import { isInstalled } from '../../source-language.ts';
import { isAmbient } from '../ambient-files.ts';
import { isBesideProbe } from '../asked-file.ts';
import type { SignatureQuestion } from '../type-tier.ts';
import type { EditReach, FileEdit, ImportGraph } from './edit-reach.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { AnsweredQuestion } from './kept-answers.ts';

/** A file of the tree that has another text now; null: there is none. */
export interface TextChange {
  readonly file: string;
  /** The text that was checked last; undefined where no program has the file. */
  readonly before: string | null | undefined;
  readonly after: string | null;
}

/**
 * Remembers what was answered, and after edits only what they cannot have changed. Where it is not sure it remembers
 * nothing: when files come or go, when one of them speaks of more than itself, or when a program has files that the
 * graph of imports does not know.
 */
export class CheckMemory {
  readonly #graph: ImportGraph | undefined;
  readonly #reach: EditReach | undefined;
  readonly #answers = new KeptAnswers();
  /** The files of each program, by its configuration; those of the tree from its root. */
  readonly #programs = new Map<string, ReadonlySet<string>>();
  #hasUnknownFiles = false;

  /** @param reach undefined where nobody knows who imports whom: then every edit may reach everything */
  constructor(graph: ImportGraph | undefined, reach: EditReach | undefined) {
    this.#graph = graph;
    this.#reach = reach;
  }

  recall(kind: string, question: SignatureQuestion): AnsweredQuestion | undefined {
    return this.#answers.get(kind, question);
  }

  /** Whether what a remembered answer is about may stand elsewhere in its file now. */
  hasMoved(kind: string, question: SignatureQuestion): boolean {
    return this.#answers.hasMoved(kind, question);
  }

  /** Remembers an answer; not one that says why nothing is known, for that may pass. */
  remember(answered: AnsweredQuestion): void {
    if (answered.answer.error === undefined) this.#answers.keep(answered);
  }

  forgetAll(): void {
    this.#answers.forgetAll();
    this.#programs.clear();
  }

  /** Whether the files of a program are not known (any more). */
  lacks(program: string): boolean {
    return !this.#programs.has(program);
  }

  /** @param files those of the tree from its root, all others by their absolute path */
  noteProgram(program: string, files: readonly string[]): void {
    this.#programs.set(program, new Set(files));
    this.#hasUnknownFiles = [...this.#programs.values()].some((one) => [...one].some((file) => !this.#isKnown(file)));
  }

  isChecked(file: string): boolean {
    return [...this.#programs.values()].some((files) => files.has(file));
  }

  take(changes: readonly TextChange[]): void {
    if (changes.length === 0) return;
    this.#answers.move(new Set(changes.map(({ file }) => file)));
    if (this.#answers.size === 0 || !this.#forgetReached(changes)) this.forgetAll();
  }

  /** @returns false where nothing is sure to hold */
  #forgetReached(changes: readonly TextChange[]): boolean {
    const edits: FileEdit[] = [];
    for (const { file, before, after } of changes) {
      if (before === after) continue;
      if (after === null) return false;
      if (!this.isChecked(file)) {
        if (!this.#staysOutside(file, after)) return false;
      } else if (typeof before === 'string') edits.push({ file, before, after });
      else return false;
    }
    if (edits.length === 0) return true;
    const reached = this.#hasUnknownFiles ? undefined : this.#reach?.of(edits, (file) => this.isChecked(file));
    if (reached) this.#answers.forgetReached(reached);
    return reached !== undefined;
  }

  /** Whether a file that no program has stays without effect on them; names that are looked up may be found in it. */
  #staysOutside(file: string, text: string): boolean {
    const record = this.#graph?.moduleOf(file);
    if (!this.#graph || !record || record.starFrom.length > 0 || isAmbient(file, text)) return false;
    if (this.#graph.importersOf(file).some((importer) => this.isChecked(importer))) return false;
    this.#answers.forgetNaming(new Set(record.exports.map(({ name }) => name)));
    return true;
  }

  /** Installed packages import nothing of the tree, and neither does data; what we put beside a file is ours. */
  #isKnown(file: string): boolean {
    if (isInstalled(file) || file.endsWith('.json') || isBesideProbe(file)) return true;
    return this.#graph?.moduleOf(file) !== undefined;
  }
}
