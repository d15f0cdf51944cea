/** The files of results that conflict with the person's edits, and which of them the person has merged since. */
export class ConflictFiles {
  readonly #byRun = new Map<string, { readonly files: ReadonlySet<string>; readonly merged: Set<string> }>();

  /** Replaces the conflicts of a run. Files that were merged before stay merged. */
  record(runId: string, files: readonly string[]): void {
    const merged = this.#byRun.get(runId)?.merged ?? new Set<string>();
    this.#byRun.set(runId, { files: new Set([...files, ...merged]), merged });
  }

  forget(runId: string): void {
    this.#byRun.delete(runId);
  }

  /** Counts every conflicting file of a run as merged: the person keeps their own versions. */
  keepAll(runId: string): void {
    const conflicts = this.#byRun.get(runId);
    for (const file of conflicts?.files ?? []) conflicts?.merged.add(file);
  }

  /**
   * Records that the person saved a file. Returns the runs whose conflicts are all merged now, and were not before.
   * @param belongsTo whether a run belongs to the folder of the file
   */
  save(file: string, belongsTo: (runId: string) => boolean): readonly string[] {
    const complete: string[] = [];
    for (const [runId, { files, merged }] of this.#byRun) {
      if (!files.has(file) || merged.has(file) || !belongsTo(runId)) continue;
      merged.add(file);
      if (merged.size === files.size) complete.push(runId);
    }
    return complete;
  }

  /** The files of a run that the person has merged. */
  mergedOf(runId: string): readonly string[] {
    return [...(this.#byRun.get(runId)?.merged ?? [])].sort();
  }
}
