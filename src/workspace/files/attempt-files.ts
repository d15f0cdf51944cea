import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createForbiddenMatcher, createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { PathMatcher } from '../../contract/globs/path-matcher.ts';
import { whenFound } from '../../foundation/system-error.ts';
import { createProtectedMatcher } from './protected-files.ts';
import type { ProtectedFiles } from './protected-files.ts';
import { removeEmptyFolders } from './remove-tree.ts';
import {
  InvalidPathError,
  findPortabilityProblem,
  isDependencyPath,
  isGitPath,
  normalizeRelative,
  resolvePath,
  toComparableName,
} from './safe-path.ts';
import type { SourceTree } from './source-tree.ts';

/** The paths that a model may write. Both lists have the syntax that `createPathMatcher` describes. */
export interface AccessRules {
  /** Empty: every path. */
  readonly allowedFiles: readonly string[];
  /** They override `allowedFiles`. */
  readonly forbiddenFiles: readonly string[];
}

/** A rejected write, with a reason for the model and the user. */
export interface RefusedWrite {
  readonly path: string;
  readonly reason: string;
}

/** The part of an attempt's worktree that `AttemptFiles` uses. */
export interface WritableTree {
  /** Absolute path of the workspace folder in the worktree. */
  readonly root: string;
  readonly tree: SourceTree & { readBytes(path: string): Promise<Buffer | undefined> };
  /** Includes a file in later snapshots even if git ignores it. */
  includeInSnapshots(path: string): void;
  /** Whether changes of a path never land: it belongs to a submodule, a copied file or a dependency. */
  isExcludedFromLanding(path: string): boolean;
}

/** A change of an earlier attempt. */
export interface EarlierChange {
  readonly path: string;
  /** Set for a renamed file. */
  readonly previousPath?: string | undefined;
  readonly kind: 'created' | 'modified' | 'deleted' | 'renamed';
}

const BYTE_ORDER_MARK = '\ufeff';

/** Reads and writes files of one attempt for the model, within the access rules. Paths are relative to the folder. */
export class AttemptFiles {
  readonly #tree: WritableTree;
  readonly #rules: AccessRules;
  readonly #isAllowed: PathMatcher;
  readonly #isForbidden: PathMatcher;
  readonly #isTerm: PathMatcher;
  readonly #written = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #refusals: RefusedWrite[] = [];

  /**
   * @param terms the files that the result is judged by
   * @param earlier the changes of an earlier attempt that are in the tree already, if this one continues it
   */
  constructor(tree: WritableTree, rules: AccessRules, terms: ProtectedFiles, earlier: readonly EarlierChange[] = []) {
    for (const { path: file, previousPath, kind } of earlier) {
      (kind === 'deleted' ? this.#removed : this.#written).add(file);
      if (previousPath !== undefined) this.#removed.add(previousPath);
    }
    this.#tree = tree;
    this.#rules = rules;
    this.#isAllowed = rules.allowedFiles.length === 0 ? () => true : createPathMatcher(rules.allowedFiles);
    this.#isForbidden = createForbiddenMatcher(rules.forbiddenFiles);
    this.#isTerm = createProtectedMatcher(terms);
  }

  /** The files that were written, including those whose content did not change. Sorted. */
  get written(): readonly string[] {
    return [...this.#written].sort();
  }

  /** The files that were removed. Sorted. */
  get removed(): readonly string[] {
    return [...this.#removed].sort();
  }

  get refusals(): readonly RefusedWrite[] {
    return this.#refusals;
  }

  /** Reads the text of a file; `undefined` if it does not exist. Throws `outside-tree` for a path outside the tree. */
  async read(input: string): Promise<string | undefined> {
    const { relative } = await resolvePath(this.#tree.root, input);
    return this.#tree.tree.readText(relative);
  }

  /** Lists every file that is not ignored. */
  async list(): Promise<readonly string[]> {
    return this.#tree.tree.listFiles();
  }

  /** Writes a whole file and creates its folders. An existing byte order mark is kept. Returns the reason if the write is refused. */
  async write(input: string, content: string): Promise<{ readonly refused: string } | undefined> {
    return this.#change(input, async (relative, absolute) => {
      const existing = await this.#tree.tree.readBytes(relative);
      const hadMark = existing?.subarray(0, 3).equals(Buffer.from(BYTE_ORDER_MARK)) ?? false;
      await mkdir(path.dirname(absolute), { recursive: true });
      await writeFile(absolute, hadMark && !content.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + content : content);
      this.#written.add(relative);
      this.#removed.delete(relative);
    });
  }

  /** Removes a file and the folders that become empty. Returns the reason if the removal is refused. */
  async remove(input: string): Promise<{ readonly refused: string } | undefined> {
    return this.#change(input, async (relative, absolute) => {
      if ((await this.#tree.tree.kindOf(relative)) !== 'file') throw new Refusal('the file does not exist');
      await unlink(absolute);
      await removeEmptyFolders(this.#tree.root, path.posix.dirname(relative));
      this.#removed.add(relative);
      this.#written.delete(relative);
    });
  }

  /** Checks that a program may change a file itself. Returns the reason if it may not. */
  async permit(input: string): Promise<{ readonly refused: string } | undefined> {
    return this.#change(input, () => Promise.resolve());
  }

  /** Why a file may not be written. Changes nothing, also not what later snapshots contain. */
  async findRefusal(input: string): Promise<{ readonly refused: string } | undefined> {
    try {
      await this.#resolveWritable(input);
      return undefined;
    } catch (thrown) {
      return this.#refuse(input, thrown);
    }
  }

  async #change(
    input: string,
    action: (relative: string, absolute: string) => Promise<void>,
  ): Promise<{ refused: string } | undefined> {
    try {
      const { relative, absolute } = await this.#resolveWritable(input);
      await action(relative, absolute);
      this.#tree.includeInSnapshots(relative);
      return undefined;
    } catch (thrown) {
      return this.#refuse(input, thrown);
    }
  }

  #refuse(input: string, thrown: unknown): { refused: string } {
    if (!(thrown instanceof Refusal)) throw thrown;
    this.#refusals.push({ path: input, reason: thrown.message });
    return { refused: thrown.message };
  }

  /** Checks that a path may be written and resolves its symbolic links. Throws a Refusal otherwise. */
  async #resolveWritable(input: string): Promise<{ relative: string; absolute: string }> {
    let requested: string;
    let relative: string;
    try {
      requested = normalizeRelative(input);
      relative = (await resolvePath(this.#tree.root, input)).realRelative;
    } catch (thrown) {
      if (!(thrown instanceof InvalidPathError)) throw thrown;
      throw new Refusal(`${thrown.reason}; only files in the workspace folder can be written`);
    }
    this.#checkName(requested);
    if (relative !== requested) this.#checkTarget(requested, relative);
    if ((await this.#tree.tree.kindOf(relative)) === 'folder') throw new Refusal('it is a folder');
    if (this.#tree.isExcludedFromLanding(relative))
      throw new Refusal('it belongs to a submodule or is a copy of an ignored file; changes to it do not land');
    const existing = await this.#findCaseConflict(relative);
    if (existing !== undefined)
      throw new Refusal(`it differs from ${existing} only in letter case or Unicode form; use that name`);
    return { relative, absolute: path.join(this.#tree.root, ...relative.split('/')) };
  }

  /** Checks the file that a path leads to through links. The reason names both, since the path itself may be allowed. */
  #checkTarget(requested: string, target: string): void {
    try {
      this.#checkName(target);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      throw new Refusal(`${requested} leads through a link to ${target}: ${thrown.message}`);
    }
  }

  #checkName(file: string): void {
    if (file === '') throw new Refusal('it is the workspace folder itself');
    if (isGitPath(file)) throw new Refusal('it leads into the .git folder');
    if (isDependencyPath(file)) throw new Refusal('it leads into node_modules');
    if (this.#isTerm(file)) {
      throw new Refusal(
        'the result is judged by it: contracts, gates, schemas, validators, hooks, and the settings of Holdfast and of the editor must not change',
      );
    }
    if (this.#isForbidden(file)) throw new Refusal('the contract forbids changes to it (forbiddenFiles)');
    if (!this.#isAllowed(file)) {
      throw new Refusal(`the contract allows changes only to these files: ${this.#rules.allowedFiles.join(', ')}`);
    }
    const problem = findPortabilityProblem(file);
    if (problem !== undefined) throw new Refusal(problem);
  }

  /** Finds a file or folder with the same name in another letter case or Unicode form. On Windows or macOS the two collide. */
  async #findCaseConflict(relative: string): Promise<string | undefined> {
    const names = relative.split('/');
    for (let count = 0; count < names.length; count++) {
      const folder = names.slice(0, count);
      const name = names[count] ?? '';
      const siblings = await whenFound(readdir(path.join(this.#tree.root, ...folder)));
      if (siblings === undefined) return undefined;
      if (siblings.includes(name)) continue;
      const sameName = siblings.find((sibling) => toComparableName(sibling) === toComparableName(name));
      return sameName === undefined ? undefined : [...folder, sameName].join('/');
    }
    return undefined;
  }
}

/** Thrown and caught in this file; becomes a RefusedWrite. */
class Refusal extends Error {}
