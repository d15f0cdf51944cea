import type { Engine, ModifiedExportReport } from '../../engine.ts';
import { CancelledError } from '../../foundation/errors.ts';
import type { Timers } from '../base/timers.ts';

/** The delay after an edit before a document is analyzed, in milliseconds. */
const DELAY_MS = 250;

/** The further delay before the type checker runs, in milliseconds. It may block the analysis for a second. */
const TYPES_DELAY_MS = 750;

/** A version of a document. Each version is analyzed once. */
export interface DocumentState {
  /** The URI of the document, as a string. */
  readonly document: string;
  /** Changes with every change of the document's text. */
  readonly version: number;
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

interface ModifiedExportsOptions {
  readonly timers: Timers;
  readonly getEngine: (folder: string) => Promise<{ readonly exports: Pick<Engine['exports'], 'modified'> }>;
  /** Called when the type checker has refined the result for a document. */
  readonly onRefined: () => void;
}

/** Why an analysis was cancelled whose result is still wanted: other files or the last commit changed. */
const OUTDATED = Symbol('outdated');

interface Query {
  readonly version: number;
  readonly controller: AbortController;
  /** The result without types. The result of the type checker replaces it later. */
  answer: Promise<readonly ModifiedExportReport[]>;
}

/**
 * Provides the modified exports of documents to lenses and hovers. An analysis starts after typing pauses; a newer
 * version of the document, or closing it, cancels the analysis. The engine's worker thread does the work.
 */
export class ModifiedExportsSource {
  readonly #options: ModifiedExportsOptions;
  readonly #queries = new Map<string, Query>();

  constructor(options: ModifiedExportsOptions) {
    this.#options = options;
  }

  /**
   * Returns the modified exports of a document. Calls before `onRefined` may get a result without types. A newer version of
   * the document ends the calls for an older one without exports; a change elsewhere analyzes again.
   */
  async get(state: DocumentState): Promise<readonly ModifiedExportReport[]> {
    const { answer, controller } = this.#queryOf(state);
    const modified = await answer;
    if (controller.signal.reason !== OUTDATED) return modified;
    const newest = this.#queries.get(state.document)?.version ?? state.version;
    return newest === state.version ? this.get(state) : modified;
  }

  #queryOf(state: DocumentState): Query {
    const known = this.#queries.get(state.document);
    if (known?.version === state.version) return known;
    known?.controller.abort();
    const controller = new AbortController();
    const answer = new Promise<readonly ModifiedExportReport[]>((resolve, reject) => {
      // Without an intermediate result, the final result resolves the promise.
      this.#analyze(state, controller.signal, resolve).then((refined) => {
        resolve(refined);
        void this.#refine(query, refined);
      }, reject);
    });
    const query: Query = { version: state.version, controller, answer };
    this.#queries.set(state.document, query);
    // After a failure, the next lens tries again.
    answer.catch(() => {
      if (this.#queries.get(state.document)?.answer === answer) this.#queries.delete(state.document);
    });
    return query;
  }

  /** Removes a document and cancels its analysis. */
  clear(document: string): void {
    this.#remove(document);
  }

  /** Removes all results, because other files or the last commit changed. */
  clearAll(): void {
    for (const document of [...this.#queries.keys()]) this.#remove(document, OUTDATED);
  }

  dispose(): void {
    for (const document of [...this.#queries.keys()]) this.#remove(document);
  }

  #remove(document: string, reason?: typeof OUTDATED): void {
    this.#queries.get(document)?.controller.abort(reason);
    this.#queries.delete(document);
  }

  /** Replaces the first result with the result of the type checker, unless the query was cancelled. */
  async #refine(query: Query, refined: readonly ModifiedExportReport[]): Promise<void> {
    const first = await query.answer;
    if (query.controller.signal.aborted || JSON.stringify(first) === JSON.stringify(refined)) return;
    query.answer = Promise.resolve(refined);
    this.#options.onRefined();
  }

  async #analyze(
    { folder, path }: DocumentState,
    signal: AbortSignal,
    onTexts: (modified: readonly ModifiedExportReport[]) => void,
  ): Promise<readonly ModifiedExportReport[]> {
    await this.#delay(DELAY_MS, signal);
    if (signal.aborted) return [];
    const engine = await this.#options.getEngine(folder);
    try {
      return await engine.exports.modified(path, {
        types: true,
        onTexts: async (modified) => {
          onTexts(modified);
          await this.#delay(TYPES_DELAY_MS, signal);
        },
        signal,
      });
    } catch (error) {
      // A newer query replaced this one.
      if (error instanceof CancelledError) return [];
      throw error;
    }
  }

  #delay(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#options.timers.after(milliseconds, resolve);
      signal.addEventListener(
        'abort',
        () => {
          timer.cancel();
          resolve();
        },
        { once: true },
      );
    });
  }
}
