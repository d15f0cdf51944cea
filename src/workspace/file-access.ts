import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import { allowedMatcher, forbiddenMatcher } from './access-rules.ts';
import type { AccessRules, PathMatcher } from './access-rules.ts';
import { removeEmptyFolders } from './remove-tree.ts';
import {
  isDependencyPath,
  isGitPath,
  isMissing,
  normalizeRelative,
  portabilityProblem,
  resolvePath,
} from './safe-path.ts';
import type { SourceTree } from './source-tree.ts';

/** A write that was not made, and why, in words for the model and for people. */
export interface RefusedWrite {
  readonly path: string;
  readonly reason: string;
}

/** The tree that is written to: an attempt's. */
export interface WritableTree {
  /** The folder, absolute. */
  readonly root: string;
  readonly tree: SourceTree & { readBytes(path: string): Promise<Buffer | undefined> };
  /** Lets the next snapshot hold a file even if git ignores it. */
  takeUp(path: string): void;
  /** Whether a path lies in a part of the tree that never lands: a submodule, a copy of an ignored file. */
  isBorrowed(path: string): boolean;
}

/** What a model may never change: the terms that it is held to. */
const PROTECTED = [
  '**/*.contract.{yaml,yml,json}',
  '**/*.gate.{yaml,yml,json}',
  '**/holdfast.config.{yaml,yml}',
  '**/.holdfast/**',
];
const BYTE_ORDER_MARK = '\ufeff';

/** The files of one attempt as the model may see and write them. Paths are relative to the folder. */
export class AttemptFiles {
  readonly #tree: WritableTree;
  readonly #rules: AccessRules;
  readonly #isAllowed: PathMatcher;
  readonly #isForbidden: PathMatcher;
  readonly #isProtected: PathMatcher;
  readonly #written = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #refusals: RefusedWrite[] = [];

  constructor(tree: WritableTree, rules: AccessRules) {
    this.#tree = tree;
    this.#rules = rules;
    this.#isAllowed = rules.allowedFiles.length === 0 ? () => true : allowedMatcher(rules.allowedFiles);
    this.#isForbidden = forbiddenMatcher(rules.forbiddenFiles);
    this.#isProtected = forbiddenMatcher(PROTECTED);
  }

  /** Files that were written, those without a difference included; sorted. */
  get written(): readonly string[] {
    return [...this.#written].sort();
  }

  /** Files that were removed; sorted. */
  get removed(): readonly string[] {
    return [...this.#removed].sort();
  }

  get refusals(): readonly RefusedWrite[] {
    return this.#refusals;
  }

  /** The text of a file, undefined where there is none. Throws `outside-tree` for a path that leads out of the tree. */
  async read(given: string): Promise<string | undefined> {
    const { relative } = await resolvePath(this.#tree.root, given);
    return this.#tree.tree.readText(relative);
  }

  /** Every file that is not ignored. */
  async list(): Promise<readonly string[]> {
    return this.#tree.tree.listFiles();
  }

  /** Writes a whole file, its folders too. A file that had a byte order mark keeps it. */
  async write(given: string, content: string): Promise<{ readonly refused: string } | undefined> {
    return this.#change(given, async (relative, absolute) => {
      const existing = await this.#tree.tree.readBytes(relative);
      const hadMark = existing?.subarray(0, 3).equals(Buffer.from(BYTE_ORDER_MARK)) ?? false;
      await mkdir(path.dirname(absolute), { recursive: true });
      await writeFile(absolute, hadMark && !content.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + content : content);
      this.#written.add(relative);
      this.#removed.delete(relative);
    });
  }

  /** Removes a file, and folders that it leaves empty. */
  async remove(given: string): Promise<{ readonly refused: string } | undefined> {
    return this.#change(given, async (relative, absolute) => {
      if ((await this.#tree.tree.kindOf(relative)) !== 'file') throw new Refusal('there is no such file');
      await unlink(absolute);
      await removeEmptyFolders(this.#tree.root, path.posix.dirname(relative));
      this.#removed.add(relative);
      this.#written.delete(relative);
    });
  }

  async #change(
    given: string,
    action: (relative: string, absolute: string) => Promise<void>,
  ): Promise<{ refused: string } | undefined> {
    try {
      const { relative, absolute } = await this.#permitted(given);
      await action(relative, absolute);
      this.#tree.takeUp(relative);
      return undefined;
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      this.#refusals.push({ path: given, reason: thrown.message });
      return { refused: thrown.message };
    }
  }

  /** The path under the name that it really has, if it may be written. */
  async #permitted(given: string): Promise<{ relative: string; absolute: string }> {
    let asked: string;
    let relative: string;
    try {
      asked = normalizeRelative(given);
      relative = (await resolvePath(this.#tree.root, given)).realRelative;
    } catch (thrown) {
      if (!(thrown instanceof HoldfastError)) throw thrown;
      throw new Refusal(
        `${messageOf(thrown).replace(/^Failed to use the path .*?: /, '')}; only files of the workspace folder may be written`,
      );
    }
    for (const file of new Set([asked, relative])) this.#refuseName(file);
    if ((await this.#tree.tree.kindOf(relative)) === 'folder') throw new Refusal('it is a folder');
    if (this.#tree.isBorrowed(relative))
      throw new Refusal('it is part of a submodule or a copy of an ignored file, and does not land');
    const twin = await this.#twinOf(relative);
    if (twin !== undefined) throw new Refusal(`it differs from ${twin} in letter case only; use that name`);
    return { relative, absolute: path.join(this.#tree.root, ...relative.split('/')) };
  }

  #refuseName(file: string): void {
    if (file === '') throw new Refusal('it names the folder itself');
    if (isGitPath(file)) throw new Refusal('it leads into the .git folder');
    if (isDependencyPath(file)) throw new Refusal('it leads into node_modules');
    if (this.#isProtected(file))
      throw new Refusal('contracts, gates and the configuration of Holdfast are not for the model to change');
    if (this.#isForbidden(file)) throw new Refusal('the contract forbids to write it (forbiddenFiles)');
    if (!this.#isAllowed(file)) {
      throw new Refusal(`the contract allows to write only these files: ${this.#rules.allowedFiles.join(', ')}`);
    }
    const problem = portabilityProblem(file);
    if (problem !== undefined) throw new Refusal(problem);
  }

  /** Another file or folder whose name is the same but for letter case: on Windows and macOS they would be one. */
  async #twinOf(relative: string): Promise<string | undefined> {
    const names = relative.split('/');
    for (let count = 0; count < names.length; count++) {
      const folder = names.slice(0, count);
      const name = names[count] ?? '';
      let siblings: string[];
      try {
        siblings = await readdir(path.join(this.#tree.root, ...folder));
      } catch (thrown) {
        if (isMissing(thrown)) return undefined;
        throw thrown;
      }
      if (siblings.includes(name)) continue;
      const twin = siblings.find((sibling) => sibling.toLowerCase() === name.toLowerCase());
      return twin === undefined ? undefined : [...folder, twin].join('/');
    }
    return undefined;
  }
}

/** Inside this file only: becomes a RefusedWrite. */
class Refusal extends Error {}
