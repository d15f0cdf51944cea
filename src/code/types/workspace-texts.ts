import { fileStamp } from '../../workspace/file-stamp.ts';
import type { SourceTree } from '../../workspace/source-tree.ts';
import { textOnDisk } from './ambient-files.ts';
import type { TextChange } from './reach/check-memory.ts';

/** The texts of a tree for readers that cannot wait: what differs from disk is held, the rest is read when it is asked for. */
export class WorkspaceTexts {
  /** Absolute path of the root, with `/`. */
  readonly root: string;
  readonly #tree: SourceTree;
  /** By absolute path; null: there is no such file. */
  readonly #held = new Map<string, string | null>();
  /** How files looked on disk when they were read, by absolute path. */
  readonly #stamps = new Map<string, string | undefined>();
  /** What stands after a file's own text, and files of our own, by absolute path. */
  readonly #probes = new Map<string, string>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
    this.root = tree.root.replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
  }

  absolute(file: string): string {
    return `${this.root}/${file}`;
  }

  /** The path from the root; undefined outside of it. */
  relative(file: string): string | undefined {
    return file.startsWith(`${this.root}/`) ? file.slice(this.root.length + 1) : undefined;
  }

  /** Reads a file through the tree, unless it looks as it did. @returns what changed of what was held, if anything */
  async take(file: string): Promise<TextChange | undefined> {
    const absolute = this.absolute(file);
    const path = this.#tree.diskPathOf?.(file);
    const stamp = path === undefined ? undefined : fileStamp(path);
    if (stamp !== undefined && this.#stamps.get(absolute) === stamp) return undefined;
    const text = (await this.#tree.readText(file)) ?? null;
    this.#stamps.set(absolute, stamp);
    const before = this.#held.get(absolute);
    if (before === text) return undefined;
    this.#held.set(absolute, text);
    this.#probes.delete(absolute);
    return { file, before, after: text };
  }

  /** The paths of every file that is held, from the root. */
  held(): readonly string[] {
    return [...this.#held.keys()].flatMap((file) => this.relative(file) ?? []);
  }

  /** A file's own text as it counts now. */
  own(absolute: string): string | undefined {
    const held = this.#held.get(absolute);
    return held === undefined ? textOnDisk(absolute) : (held ?? undefined);
  }

  /** What a compiler is to read in place of the disk; undefined where the disk is right. */
  readonly overlay = (absolute: string): string | null | undefined => {
    const probes = this.#probes.get(absolute);
    if (probes !== undefined) return probes;
    return this.#held.get(absolute);
  };

  /** Puts text in place of a file. @returns whether that changes anything */
  putProbes(absolute: string, text: string): boolean {
    if (this.#probes.get(absolute) === text) return false;
    this.#probes.set(absolute, text);
    return true;
  }
}
