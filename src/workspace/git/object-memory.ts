/** A file, link or submodule of a tree, with its path from the top level. */
export interface ListedFile {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
}

/** What a tree has in place of the files of another tree. */
export interface TreeDifference {
  /** The other tree. */
  readonly from: string;
  /** Paths from the top level. */
  readonly removed: readonly string[];
  readonly set: readonly ListedFile[];
}

const FULL_NAME = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Whether a name is the full name of an object: other names, such as refs, can refer to another object later. */
export function isObjectName(name: string): boolean {
  return FULL_NAME.test(name);
}

const MAX_TREES = 256;
/** A run works with its base, the results of two attempts and a merge at the same time. */
const MAX_LISTINGS = 4;
const MAX_BLOB_BYTES = 1024 * 1024;
const MAX_BYTES_OF_BLOBS = 8 * 1024 * 1024;
const MAX_BYTES_OF_COMPARISONS = 1024 * 1024;

/**
 * What git answered about objects of one repository, so that the same question starts no second process. An object never
 * changes, so an answer stays true. Answers are kept only for full names of objects.
 */
export class ObjectMemory {
  /** The tree of each commit. */
  readonly trees = new RecentValues<string>(MAX_TREES);
  /** The commits that were created a short time ago, by what they differ in except for their time. */
  readonly commits = new RecentValues<{ readonly commit: string; readonly createdMs: number }>(MAX_TREES);
  /** The files of a tree, by tree. */
  readonly listings = new RecentValues<readonly ListedFile[]>(MAX_LISTINGS);
  /** How the files of a tree differ from those of another one, by tree. */
  readonly differences = new RecentValues<TreeDifference>(MAX_LISTINGS);
  /** The output of comparisons, by their arguments. */
  readonly comparisons = new RecentValues<Buffer>(MAX_BYTES_OF_COMPARISONS, sizeOf);
  /** The contents of small blobs. */
  readonly blobs = new RecentValues<Buffer>(MAX_BYTES_OF_BLOBS, sizeOf);

  /** Keeps a copy of a small blob: the content can be a part of a large buffer. */
  addBlob(object: string, content: Buffer): void {
    if (content.length <= MAX_BLOB_BYTES) this.blobs.set(object, Buffer.from(content));
  }
}

const BYTES_OF_KEY = 200;

/** An empty content takes memory too. */
function sizeOf({ length }: Buffer): number {
  return length + BYTES_OF_KEY;
}

/** Values by key, up to a total size. The values that were not used for the longest time are dropped first. */
class RecentValues<Value> {
  readonly #values = new Map<string, Value>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  constructor(maxSize: number, sizeOf: (value: Value) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#remove(key);
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
