import { ModuleIndex } from '../code/module-index.ts';
import type { FileChange } from '../code/module-index.ts';
import { decidesResolution } from '../code/resolution/configuration-files.ts';
import { isIndexed } from '../code/source-language.ts';
import { readableText } from '../code/tree-reading.ts';
import type { WorkspaceTypeTier } from '../code/types/create-type-tier.ts';
import { ScriptCache } from '../impact/script-cache.ts';
import { throwIfCancelled } from '../shared/errors.ts';
import { normalizeRelative } from '../workspace/safe-path.ts';
import { AnalysedTree } from './analysed-tree.ts';
import { FileStamps, type Looks } from './file-stamps.ts';
import { RootTypes } from './root-types.ts';

/** A root as it stands when it is asked for. */
export interface CurrentRoot {
  readonly tree: AnalysedTree;
  readonly index: ModuleIndex;
  /** The scripts that were looked into for uses of names. */
  readonly scripts: ScriptCache;
  /** The type checker, made when it is first asked for; whether the workspace's own TypeScript may be run. */
  readonly types: (trusted: boolean) => Promise<WorkspaceTypeTier>;
}

/** What has changed since the index last looked, and what is to be remembered once the index has taken it in. */
interface TreeChanges {
  readonly changes: readonly FileChange[];
  /** The files of the tree. */
  readonly known: ReadonlySet<string>;
  readonly looks?: Looks;
}

/** One root: its tree, its module index, and what of it has changed since the index last looked. */
export class AnalysedRoot implements AsyncDisposable {
  readonly #tree: AnalysedTree;
  readonly #types: RootTypes;
  readonly #stamps: FileStamps;
  readonly #scripts = new ScriptCache();
  #index: ModuleIndex | undefined;
  /** The files that the index was told of. */
  #known: ReadonlySet<string> = new Set();
  #changed = new Set<string>();
  #anyChanged = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(root: string) {
    this.#tree = new AnalysedTree(root);
    this.#types = new RootTypes(this.#tree);
    this.#stamps = new FileStamps(root);
  }

  setUnsavedText(path: string, text: string | null): void {
    const file = normalizeRelative(path);
    this.#tree.setUnsavedText(file, text);
    this.#changed.add(file);
  }

  filesChanged(paths: readonly string[] | 'all'): void {
    if (paths === 'all') this.#anyChanged = true;
    else for (const path of paths) this.#changed.add(normalizeRelative(path));
  }

  /** The tree and its index with every change taken in; built when it is first asked for. */
  current(signal?: AbortSignal): Promise<CurrentRoot> {
    const current = this.#last.then(() => this.#refreshed(signal));
    this.#last = current.catch(() => undefined);
    return current;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#types[Symbol.asyncDispose]();
  }

  async #refreshed(signal: AbortSignal | undefined): Promise<CurrentRoot> {
    throwIfCancelled(signal, 'reading the modules');
    const index = this.#index ? await this.#updated(this.#index, signal) : await this.#built(signal);
    return { tree: this.#tree, index, scripts: this.#scripts, types: (trusted) => this.#types.tier(trusted, index) };
  }

  async #built(signal: AbortSignal | undefined): Promise<ModuleIndex> {
    this.#tree.forgetList();
    this.#changed = new Set();
    this.#anyChanged = false;
    const index = await ModuleIndex.build(this.#tree, {
      signal,
      beforeRead: (file, look) => {
        this.#stamps.remember(file, look);
      },
    });
    this.#known = new Set(await this.#tree.listFiles());
    this.#index = index;
    return index;
  }

  /** What changes while this is at work is taken in by the next call, and so is all that a call does not come to. */
  async #updated(index: ModuleIndex, signal: AbortSignal | undefined): Promise<ModuleIndex> {
    const changed = this.#changed;
    const anyChanged = this.#anyChanged;
    if (!anyChanged && changed.size === 0) return index;
    this.#changed = new Set();
    this.#anyChanged = false;
    try {
      const { changes, known, looks } = anyChanged
        ? await this.#changesByList(changed, true)
        : await this.#changesOf(changed);
      throwIfCancelled(signal, 'reading the modules');
      for (const { file } of changes) this.#scripts.forget(file);
      index.update(changes);
      await index.settled();
      this.#known = known;
      if (looks) this.#stamps.rememberAll(looks);
      this.#types.update(anyChanged ? 'all' : [...changed]);
      return index;
    } catch (error) {
      for (const file of changed) this.#changed.add(file);
      this.#anyChanged ||= anyChanged;
      throw error;
    }
  }

  async #changesOf(changed: ReadonlySet<string>): Promise<TreeChanges> {
    for (const file of changed) this.#stamps.forget(file);
    const touchesList = [...changed].some((file) => !this.#known.has(file));
    if (touchesList) return this.#changesByList(changed, false);
    const changes = await this.#texts(changed);
    const gone = changes.filter((change) => change.text === undefined).map((change) => change.file);
    if (gone.length === 0) return { changes, known: this.#known };
    this.#tree.forgetList();
    const known = new Set(this.#known);
    for (const file of gone) known.delete(file);
    return { changes, known };
  }

  /**
   * A path that was not there may be a new file, an ignored one, or a folder that came or went with its files: the list
   * of files tells. @param anywhere whether files that nobody named may have changed too
   */
  async #changesByList(changed: ReadonlySet<string>, anywhere: boolean): Promise<TreeChanges> {
    this.#tree.forgetList();
    const files = await this.#tree.listFiles();
    const listed = new Set(files);
    const gone = [...this.#known].filter((file) => !listed.has(file));
    const added = files.filter((file) => !this.#known.has(file));
    const named = [...changed].filter((file) => listed.has(file));
    const looks: Looks = anywhere ? this.#stamps.changedAmong(files.filter(isRead)) : new Map();
    const toRead = new Set([...added, ...named, ...looks.keys()]);
    const changes = [...gone.map((file) => ({ file, text: undefined })), ...(await this.#texts(toRead))];
    return { changes, known: listed, looks };
  }

  /** The texts of files that the index reads; of the others only that they are there or gone. */
  async #texts(files: Iterable<string>): Promise<readonly FileChange[]> {
    const changes: FileChange[] = [];
    for (const file of files) {
      if (isRead(file)) changes.push({ file, text: await readableText(this.#tree, file) });
      else changes.push({ file, text: (await this.#tree.kindOf(file)) === 'file' ? '' : undefined });
    }
    return changes;
  }
}

function isRead(file: string): boolean {
  return isIndexed(file) || decidesResolution(file);
}
