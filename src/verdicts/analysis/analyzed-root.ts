import { ModuleIndex } from '../../code/index/module-index.ts';
import type { ModuleUpdate } from '../../code/index/module-index.ts';
import { tryReadText } from '../../code/index/read-tree.ts';
import { configuresImports, isIndexedPath } from '../../code/languages/language-table.ts';
import type { WorkspaceTypeChecker } from '../../code/types/queries/type-checker.ts';
import { ScriptCache } from '../../code/impact/script-cache.ts';
import type { ProgressReporter } from '../../foundation/progress.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { TreeLimit } from '../../workspace/files/source-tree.ts';
import { AnalyzedTree } from './analyzed-tree.ts';
import { CompilerHandover } from './compiler-handover.ts';
import { FileStamps, type StampsByFile } from './file-stamps.ts';
import { RootTypeCheckers } from './root-type-checkers.ts';

/** The current state of a root. */
export interface RootSnapshot {
  readonly tree: AnalyzedTree;
  readonly index: ModuleIndex;
  /** Parsed scripts that were searched for uses of names. */
  readonly scripts: ScriptCache;
  /** Creates the type checker on demand. In a trusted workspace, it can use the TypeScript that the workspace installs. */
  readonly loadTypeChecker: (trusted: boolean) => Promise<WorkspaceTypeChecker>;
  /** The compiler of the last question about a change, for the next one. */
  readonly compilers: CompilerHandover;
}

/** The changes since the last update of the index, and the state to store after the index is updated. */
interface TreeChanges {
  readonly changes: readonly ModuleUpdate[];
  /** All files of the tree. */
  readonly files: ReadonlySet<string>;
  readonly stamps?: StampsByFile;
}

/** What remains of a closed root: its index, the files of its tree, and the stamps of those that were read. */
export interface ClosedRoot {
  readonly index: ModuleIndex;
  readonly files: ReadonlySet<string>;
  readonly stamps: FileStamps;
}

/** The share of changed files above which reading all files takes less time than updating an index. */
const REBUILD_SHARE = 0.1;

/** One root: its tree, its module index, and the changes that the index has not processed yet. */
export class AnalyzedRoot implements AsyncDisposable {
  readonly #onProgress: ProgressReporter | undefined;
  readonly #tree: AnalyzedTree;
  readonly #typeCheckers: RootTypeCheckers;
  readonly #stamps: FileStamps;
  readonly #scripts = new ScriptCache();
  readonly #compilers = new CompilerHandover();
  /** Used for the first index only. */
  #earlier: ClosedRoot | undefined;
  #index: ModuleIndex | undefined;
  /** The files of the tree at the last update of the index. */
  #files: ReadonlySet<string> = new Set();
  #changed = new Set<string>();
  /** Whether any file may have changed, so that the next update compares the stamps of all files. */
  #recheckAll = false;
  /** Whether the list of files may have changed. */
  #relist = false;
  #queries = 0;
  readonly #queue = new SerialQueue();

  /**
   * @param packagesFrom absolute path of the folder whose TypeScript is loaded; the root if absent
   * @param earlier a closed root that may have the same files, such as the worktree of an earlier attempt
   * @param log receives a line that names the TypeScript in use and the reason for the choice
   */
  constructor(
    root: string,
    packagesFrom: string | undefined,
    earlier: ClosedRoot | undefined,
    log: (line: string) => void,
    onProgress?: ProgressReporter,
  ) {
    this.#onProgress = onProgress;
    this.#earlier = earlier;
    this.#tree = new AnalyzedTree(root);
    this.#typeCheckers = new RootTypeCheckers(this.#tree, packagesFrom, log);
    this.#stamps = new FileStamps(root);
  }

  setUnsavedText(path: string, text: string | null): void {
    const file = normalizeRelative(path);
    this.#tree.setUnsavedText(file, text);
    this.#changed.add(file);
  }

  filesChanged(paths: readonly string[] | 'all'): void {
    if (paths === 'all') this.#recheckAll = true;
    else for (const path of paths) this.#changed.add(normalizeRelative(path));
  }

  limitTo(limit: TreeLimit | null): void {
    this.#tree.limitTo(limit);
    this.#relist = true;
  }

  /** Processes every pending change and returns the current state. The first call builds the index. */
  refresh(signal?: AbortSignal): Promise<RootSnapshot> {
    return this.#queue.add(() => this.#refreshNow(signal));
  }

  /**
   * Refreshes, and answers a question about the current state. What remains of the root is only given away when no question
   * is left, because the index then becomes that of another tree.
   */
  async query<Answer>(
    work: (snapshot: RootSnapshot) => Answer | Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    this.#queries++;
    try {
      return await work(await this.refresh(signal));
    } finally {
      this.#queries--;
    }
  }

  /** What a later root can use; `undefined` if nothing is indexed, if the index is in use, or if it contains unsaved text. */
  remains(): ClosedRoot | undefined {
    if (this.#index === undefined || this.#queries > 0 || this.#tree.unsavedFiles().length > 0) return undefined;
    for (const file of this.#changed) this.#stamps.forget(file);
    return { index: this.#index, files: this.#files, stamps: this.#stamps };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#compilers.drop();
    await this.#typeCheckers[Symbol.asyncDispose]();
  }

  async #refreshNow(signal: AbortSignal | undefined): Promise<RootSnapshot> {
    throwIfCancelled(signal, 'reading the modules');
    const index = this.#index ? await this.#updateIndex(this.#index, signal) : await this.#buildIndex(signal);
    return {
      tree: this.#tree,
      index,
      scripts: this.#scripts,
      loadTypeChecker: (trusted) => this.#typeCheckers.getChecker(trusted, index),
      compilers: this.#compilers,
    };
  }

  async #buildIndex(signal: AbortSignal | undefined): Promise<ModuleIndex> {
    this.#tree.forgetList();
    this.#changed = new Set();
    this.#recheckAll = false;
    this.#relist = false;
    const earlier = this.#earlier;
    this.#earlier = undefined;
    const continued = earlier && (await this.#continueIndex(earlier, signal));
    if (continued !== undefined) return continued;
    const index = await ModuleIndex.build(this.#tree, {
      onProgress: this.#onProgress,
      earlier: earlier && {
        index: earlier.index,
        isSame: (file) => this.#stamps.recordIfSame(file, earlier.stamps),
      },
      ...(signal === undefined ? {} : { signal }),
      beforeRead: (file, stats) => {
        this.#stamps.record(file, stats);
      },
    });
    this.#files = new Set(await this.#tree.listFiles());
    this.#index = index;
    return index;
  }

  /**
   * Takes over the index of a closed root and updates the files that differ. Returns `undefined`, and leaves the index as it
   * is, if too many differ.
   */
  async #continueIndex(earlier: ClosedRoot, signal: AbortSignal | undefined): Promise<ModuleIndex | undefined> {
    const files = await this.#tree.listFiles();
    const listed = new Set(files);
    const deleted = [...earlier.files].filter((file) => !listed.has(file));
    const differing = files.filter(
      (file) => !earlier.files.has(file) || (isReadByIndex(file) && !this.#stamps.recordIfSame(file, earlier.stamps)),
    );
    if (deleted.length + differing.length > files.length * REBUILD_SHARE) return undefined;
    const stamps = this.#stamps.changedFiles(differing.filter(isReadByIndex));
    const changes = [
      ...deleted.map((file) => ({ file, text: undefined })),
      ...(await this.#readChanges(earlier.index, differing)),
    ];
    throwIfCancelled(signal, 'reading the modules');
    const { index } = earlier;
    await index.moveTo(this.#tree);
    index.update(changes);
    await index.whenSettled();
    this.#stamps.recordAll(stamps);
    this.#files = listed;
    this.#index = index;
    return index;
  }

  /** Changes that arrive during the update stay pending. If the update fails, all its changes are pending again. */
  async #updateIndex(index: ModuleIndex, signal: AbortSignal | undefined): Promise<ModuleIndex> {
    const changed = this.#changed;
    const recheckAll = this.#recheckAll;
    const relist = this.#relist;
    if (!recheckAll && !relist && changed.size === 0) return index;
    this.#changed = new Set();
    this.#recheckAll = false;
    this.#relist = false;
    try {
      const { changes, files, stamps } = recheckAll
        ? await this.#changesFromList(index, changed, true)
        : await this.#changesOfFiles(index, changed, relist);
      throwIfCancelled(signal, 'reading the modules');
      this.#compilers.drop();
      for (const { file } of changes) this.#scripts.forget(file);
      index.update(changes);
      await index.whenSettled();
      this.#files = files;
      if (stamps) this.#stamps.recordAll(stamps);
      this.#typeCheckers.update(recheckAll ? 'all' : [...new Set([...changed, ...changes.map(({ file }) => file)])]);
      return index;
    } catch (error) {
      for (const file of changed) this.#changed.add(file);
      this.#recheckAll ||= recheckAll;
      this.#relist ||= relist;
      throw error;
    }
  }

  async #changesOfFiles(index: ModuleIndex, changed: ReadonlySet<string>, relist: boolean): Promise<TreeChanges> {
    for (const file of changed) this.#stamps.forget(file);
    const mayChangeList = relist || [...changed].some((file) => !this.#files.has(file));
    if (mayChangeList) return this.#changesFromList(index, changed, false);
    const changes = await this.#readChanges(index, changed);
    const deleted = changes.filter((change) => change.text === undefined).map((change) => change.file);
    if (deleted.length === 0) return { changes, files: this.#files };
    this.#tree.forgetList();
    const files = new Set(this.#files);
    for (const file of deleted) files.delete(file);
    return { changes, files };
  }

  /**
   * Compares the list of files with the previous one. An unknown path can be a new file, an ignored file, or a folder
   * that was added or removed with its files.
   *
   * @param recheckAll whether files that are not in `changed` may have changed too
   */
  async #changesFromList(index: ModuleIndex, changed: ReadonlySet<string>, recheckAll: boolean): Promise<TreeChanges> {
    this.#tree.forgetList();
    const files = await this.#tree.listFiles();
    const listed = new Set(files);
    const deleted = [...this.#files].filter((file) => !listed.has(file));
    const added = files.filter((file) => !this.#files.has(file));
    const reported = [...changed].filter((file) => listed.has(file));
    const stamps: StampsByFile = recheckAll ? this.#stamps.changedFiles(files.filter(isReadByIndex)) : new Map();
    const toRead = new Set([...added, ...reported, ...stamps.keys()]);
    const changes = [
      ...deleted.map((file) => ({ file, text: undefined })),
      ...(await this.#readChanges(index, toRead)),
    ];
    return { changes, files: listed, stamps };
  }

  /** Reads the files that the index reads. For other files, only their existence matters. */
  async #readChanges(index: ModuleIndex, files: Iterable<string>): Promise<readonly ModuleUpdate[]> {
    const changes: ModuleUpdate[] = [];
    for (const file of files) {
      if (isReadByIndex(file) || index.isExtended(file))
        changes.push({ file, text: await tryReadText(this.#tree, file) });
      else changes.push({ file, text: (await this.#tree.kindOf(file)) === 'file' ? '' : undefined });
    }
    return changes;
  }
}

function isReadByIndex(file: string): boolean {
  return isIndexedPath(file) || configuresImports(file);
}
