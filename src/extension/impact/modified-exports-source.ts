import type { Engine, ModifiedExportReport } from '../../engine.ts';
import { CancelledError } from '../../shared/errors.ts';
import type { Timers } from '../checks/timers.ts';

/** How long a document must rest before it is looked at, in milliseconds. */
const REST_MS = 250;

/** How long it must rest on until the type checker is asked, which may keep the analysis from all else for a second. */
const TYPES_REST_MS = 750;

/** One state of one document: the same state is asked about once, whoever asks. */
export interface DocumentState {
  /** The uri of the document, as text. */
  readonly document: string;
  /** Changes with every change of the document's text. */
  readonly version: number;
  /** The uri of the workspace folder, as text. */
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

interface Parts {
  readonly timers: Timers;
  readonly engineOf: (folder: string) => Promise<Pick<Engine, 'modifiedExports'>>;
  /** Called when the type checker has told more of a document than the texts did. */
  readonly onRefined: () => void;
}

interface Asked {
  readonly version: number;
  readonly controller: AbortController;
  /** What the texts tell, and once the type checker has answered, what that tells too. */
  answer: Promise<readonly ModifiedExportReport[]>;
}

/**
 * The modified exports of documents, for lenses and hovers alike. A question waits until the document has rested; a
 * newer state of the document, or its closing, cancels it. The work is done in the engine's analysis, in another thread.
 */
export class ModifiedExportsSource {
  readonly #parts: Parts;
  readonly #asked = new Map<string, Asked>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  of(state: DocumentState): Promise<readonly ModifiedExportReport[]> {
    const known = this.#asked.get(state.document);
    if (known?.version === state.version) return known.answer;
    known?.controller.abort();
    const controller = new AbortController();
    const answer = new Promise<readonly ModifiedExportReport[]>((resolve, reject) => {
      // Where nothing is told on the way, the last word is the first.
      this.#ask(state, controller.signal, resolve).then((typed) => {
        resolve(typed);
        void this.#refine(asked, typed);
      }, reject);
    });
    const asked: Asked = { version: state.version, controller, answer };
    this.#asked.set(state.document, asked);
    // What failed is asked again by the next lens.
    answer.catch(() => {
      if (this.#asked.get(state.document)?.answer === answer) this.#asked.delete(state.document);
    });
    return answer;
  }

  /** Forgets a document, and stops what is asked about it. */
  forget(document: string): void {
    this.#asked.get(document)?.controller.abort();
    this.#asked.delete(document);
  }

  /** Forgets every document: other files, or the last commit, are different now. */
  forgetAll(): void {
    for (const document of [...this.#asked.keys()]) this.forget(document);
  }

  /** Puts what the type checker told in the place of what the texts did, unless another state was asked about since. */
  async #refine(asked: Asked, typed: readonly ModifiedExportReport[]): Promise<void> {
    const told = await asked.answer;
    if (asked.controller.signal.aborted || JSON.stringify(told) === JSON.stringify(typed)) return;
    asked.answer = Promise.resolve(typed);
    this.#parts.onRefined();
  }

  async #ask(
    { folder, path }: DocumentState,
    signal: AbortSignal,
    onTexts: (modified: readonly ModifiedExportReport[]) => void,
  ): Promise<readonly ModifiedExportReport[]> {
    await this.#rest(REST_MS, signal);
    if (signal.aborted) return [];
    const engine = await this.#parts.engineOf(folder);
    try {
      return await engine.modifiedExports(path, {
        types: true,
        onTexts: async (modified) => {
          onTexts(modified);
          await this.#rest(TYPES_REST_MS, signal);
        },
        signal,
      });
    } catch (error) {
      // A newer question has taken this one's place.
      if (error instanceof CancelledError) return [];
      throw error;
    }
  }

  #rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#parts.timers.after(milliseconds, resolve);
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
