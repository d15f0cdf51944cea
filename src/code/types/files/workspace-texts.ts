import { readFileStamp } from '../../../workspace/files/file-stamp.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import { textOnDisk } from './ambient-files.ts';

/** A file of the tree whose text changed; `after` is null if the file does not exist. */
export interface FileTextChange {
  readonly file: string;
  /** The text that was last checked; null if the file did not exist, `undefined` if the text was never read. */
  readonly before: string | null | undefined;
  readonly after: string | null;
}

/**
 * Synchronous access to the texts of a tree, for compilers that cannot await. `refresh` caches the text of a file; any
 * other file is read from disk on demand.
 */
export class WorkspaceTexts {
  /** Absolute path of the root, with `/`. */
  readonly root: string;
  readonly #tree: SourceTree;
  /** Texts that were read, by absolute path; null if the file does not exist. */
  readonly #cached = new Map<string, string | null>();
  /** File stamps from the time of the last read, by absolute path. */
  readonly #stamps = new Map<string, string | undefined>();
  /** Texts with appended probes, and the texts of separate probe files, by absolute path. */
  readonly #probeTexts = new Map<string, string>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
    this.root = tree.root.replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
  }

  absolutePath(file: string): string {
    return `${this.root}/${file}`;
  }

  /** The path relative to the root; `undefined` for a path outside it. */
  relativePath(file: string): string | undefined {
    return file.startsWith(`${this.root}/`) ? file.slice(this.root.length + 1) : undefined;
  }

  /** Reads a file through the tree if its stamp changed. @returns the change of the cached text, if any */
  async refresh(file: string): Promise<FileTextChange | undefined> {
    const absolute = this.absolutePath(file);
    const path = this.#tree.diskPathOf?.(file);
    const stamp = path === undefined ? undefined : readFileStamp(path);
    if (stamp !== undefined && this.#stamps.get(absolute) === stamp) return undefined;
    const text = (await this.#tree.readText(file)) ?? null;
    this.#stamps.set(absolute, stamp);
    const before = this.#cached.get(absolute);
    if (before === text) return undefined;
    this.#cached.set(absolute, text);
    this.#probeTexts.delete(absolute);
    return { file, before, after: text };
  }

  /** The paths of all cached files, relative to the root. */
  cachedFiles(): readonly string[] {
    return [...this.#cached.keys()].flatMap((file) => this.relativePath(file) ?? []);
  }

  /** The current text of a file, without probes. */
  textOf(absolute: string): string | undefined {
    const cached = this.#cached.get(absolute);
    return cached === undefined ? textOnDisk(absolute) : (cached ?? undefined);
  }

  /** The text that a compiler must read instead of the file on disk; `undefined` if the disk is current. */
  readonly overlay = (absolute: string): string | null | undefined => {
    const probeText = this.#probeTexts.get(absolute);
    if (probeText !== undefined) return probeText;
    return this.#cached.get(absolute);
  };

  /** Sets the text that the compiler reads for a path. @returns whether the text changed */
  setProbeText(absolute: string, text: string): boolean {
    if (this.#probeTexts.get(absolute) === text) return false;
    this.#probeTexts.set(absolute, text);
    return true;
  }
}
