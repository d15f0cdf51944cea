import type { Engine } from '../../engine.ts';

/** Returns the text of an unsaved editor, or `null` once the file on disk is current again. */
export type ReadUnsavedText = () => string | null;

/**
 * Queues unsaved text for the engines. Editors report every keystroke, so the text is read only when a check is about to
 * use it.
 */
export class UnsavedTexts {
  readonly #queued = new Map<string, Map<string, ReadUnsavedText>>();

  /** Records that the text of a file changed. `flush` calls `read` later. */
  queue(folder: string, path: string, read: ReadUnsavedText): void {
    const readByPath = this.#queued.get(folder) ?? new Map<string, ReadUnsavedText>();
    this.#queued.set(folder, readByPath.set(path, read));
  }

  /** Passes the queued texts of a folder to its engine. */
  flush(folder: string, engine: Pick<Engine, 'setUnsavedText'>): void {
    const readByPath = this.#queued.get(folder);
    this.#queued.delete(folder);
    for (const [path, read] of readByPath ?? []) engine.setUnsavedText(path, read());
  }

  /** Drops the queued texts of a folder. */
  clear(folder: string): void {
    this.#queued.delete(folder);
  }
}
