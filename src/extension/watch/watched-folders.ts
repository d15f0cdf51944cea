export interface FolderWatch {
  dispose(): void;
}

/** Watches a changing set of folders. Each folder is watched only once. */
export class WatchedFolders {
  readonly #watch: (folder: string, onFailed: () => void) => FolderWatch;
  readonly #watched = new Map<string, FolderWatch>();

  /** @param watch Starts to watch a folder. After it calls `onFailed`, the next `setFolders` tries again. */
  constructor(watch: (folder: string, onFailed: () => void) => FolderWatch) {
    this.#watch = watch;
  }

  /** Watches exactly these folders from now on. */
  setFolders(folders: readonly string[]): void {
    for (const folder of folders) if (!this.#watched.has(folder)) this.#startWatching(folder);
    for (const folder of this.#watched.keys()) if (!folders.includes(folder)) this.#stopWatching(folder);
  }

  dispose(): void {
    this.setFolders([]);
  }

  #startWatching(folder: string): void {
    const watch = this.#watch(folder, () => {
      if (this.#watched.get(folder) === watch) this.#stopWatching(folder);
    });
    this.#watched.set(folder, watch);
  }

  #stopWatching(folder: string): void {
    this.#watched.get(folder)?.dispose();
    this.#watched.delete(folder);
  }
}
