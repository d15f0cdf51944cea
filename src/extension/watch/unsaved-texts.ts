import type { Engine } from '../../engine.ts';

/** The text of an unsaved editor, or null once the file on disk counts again. */
export type UnsavedText = () => string | null;

/**
 * Unsaved text on its way to the engines. Editors report every keystroke; the text is read and handed on when a check
 * is about to look at it.
 */
export class UnsavedTexts {
  readonly #waiting = new Map<string, Map<string, UnsavedText>>();

  /** The text of a file of a folder changed; `read` is asked for it later. */
  changed(folder: string, path: string, read: UnsavedText): void {
    const paths = this.#waiting.get(folder) ?? new Map<string, UnsavedText>();
    this.#waiting.set(folder, paths.set(path, read));
  }

  /** Hands what has changed to the folder's engine. */
  flush(folder: string, engine: Pick<Engine, 'setUnsavedText'>): void {
    const paths = this.#waiting.get(folder);
    this.#waiting.delete(folder);
    for (const [path, read] of paths ?? []) engine.setUnsavedText(path, read());
  }

  forget(folder: string): void {
    this.#waiting.delete(folder);
  }
}
