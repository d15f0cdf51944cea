/** What watches a folder until it is disposed of. */
export interface FolderWatch {
  dispose(): void;
}

/** Watches every folder that is ready, once. */
export class WatchedFolders {
  readonly #watch: (folder: string, failed: () => void) => FolderWatch;
  readonly #watched = new Map<string, FolderWatch>();

  /** @param watch begins to watch a folder; `failed` says that it could not, and it is tried again at the next look */
  constructor(watch: (folder: string, failed: () => void) => FolderWatch) {
    this.#watch = watch;
  }

  /** From here on these are watched, and no others. */
  follow(ready: readonly string[]): void {
    for (const folder of ready) if (!this.#watched.has(folder)) this.#begin(folder);
    for (const folder of this.#watched.keys()) if (!ready.includes(folder)) this.#end(folder);
  }

  dispose(): void {
    this.follow([]);
  }

  #begin(folder: string): void {
    const watch = this.#watch(folder, () => {
      if (this.#watched.get(folder) === watch) this.#end(folder);
    });
    this.#watched.set(folder, watch);
  }

  #end(folder: string): void {
    this.#watched.get(folder)?.dispose();
    this.#watched.delete(folder);
  }
}
