import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HoldfastError, throwIfCancelled } from '../shared/errors.ts';
import { atOnce, decodeText } from '../workspace/disk-tree.ts';
import type { SourceTree } from '../workspace/source-tree.ts';
import type { Lexer } from './lexer/lexer.ts';
import type { ModuleStore } from './module-store.ts';
import { decidesResolution } from './resolution/configuration-files.ts';
import { isIndexed } from './source-language.ts';
import { loadTypeScript } from './typescript-parser.ts';

/** How long files are read without a break, in milliseconds: others of this thread wait no longer. */
const turnMs = 25;
// Windows knows no O_NOFOLLOW; links are rare there, and what they lead to is only looked through for names.
const readWithoutLinks = atOnce | (constants.O_NOFOLLOW || 0);
/** What is read of a file in one go. */
const chunkBytes = 1 << 20;

export interface ReadingOptions {
  readonly signal?: AbortSignal;
  /** Told of each file that is about to be read; `look` is how it looks, where it has been opened for that. */
  readonly beforeRead?: BeforeRead;
}

type BeforeRead = (file: string, look?: Stats) => void;

/**
 * Reads every module and every configuration file among the files of a tree. A file that cannot be read is no module.
 * Throws a CancelledError when the signal is aborted.
 */
export async function readTree(
  tree: SourceTree,
  files: readonly string[],
  store: ModuleStore,
  configuration: Map<string, string>,
  { signal, beforeRead }: ReadingOptions,
): Promise<void> {
  const doubtful: { readonly file: string; readonly text: string }[] = [];
  let turnEnds = performance.now() + turnMs;
  for (const file of files) {
    if (performance.now() > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + turnMs;
    }
    throwIfCancelled(signal, 'reading the modules');
    if (isIndexed(file)) {
      if (lexFromDisk(tree, file, store, beforeRead)) continue;
      beforeRead?.(file);
      const text = await readableText(tree, file);
      if (text !== undefined && !store.lexText(file, text)) doubtful.push({ file, text });
    } else if (decidesResolution(file)) {
      beforeRead?.(file);
      const text = await readableText(tree, file);
      if (text !== undefined) configuration.set(file, text);
    }
  }
  if (doubtful.length === 0) return;
  const ts = await loadTypeScript();
  for (const { file, text } of doubtful) {
    throwIfCancelled(signal, 'parsing the modules');
    store.parse(ts, file, text);
  }
}

/** The text of a file; undefined where there is none or it cannot be read. */
export async function readableText(tree: SourceTree, file: string): Promise<string | undefined> {
  try {
    return await tree.readText(file);
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code !== 'cancelled') return undefined;
    throw thrown;
  }
}

/**
 * The text of a file that the tree lists; undefined where it cannot be read. Where it stands on disk it is read at once:
 * the way through promises, which looks at every folder on the path, takes many times as long.
 */
export async function listedText(tree: SourceTree, file: string): Promise<string | undefined> {
  const path = tree.diskPathOf?.(file);
  const bytes = path === undefined ? undefined : bytesOf(path);
  if (bytes === undefined) return readableText(tree, file);
  try {
    return decodeText(file, bytes);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path, { flag: readWithoutLinks });
  } catch {
    return undefined;
  }
}

/** Lexes a file straight from disk where the tree says that its text stands there; false where that is not enough. */
function lexFromDisk(tree: SourceTree, file: string, store: ModuleStore, beforeRead: BeforeRead | undefined): boolean {
  const path = tree.diskPathOf?.(file);
  if (path === undefined) return false;
  const onOpen =
    beforeRead &&
    ((descriptor: number): void => {
      beforeRead(file, fstatSync(descriptor));
    });
  return store.lexBytes(file, (lexer) => readInto(lexer, path, onOpen));
}

/** Reads a file into the lexer's memory: how many bytes, or undefined where it cannot be read or is a link. */
function readInto(lexer: Lexer, path: string, onOpen?: (descriptor: number) => void): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, readWithoutLinks);
  } catch {
    return undefined;
  }
  try {
    onOpen?.(descriptor);
    let length = 0;
    for (;;) {
      const room = length + chunkBytes;
      const read = readSync(descriptor, lexer.input(room), lexer.inputStart + length, chunkBytes, null);
      length += read;
      // Only a full chunk can mean that there is more.
      if (length < room) return length;
    }
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
