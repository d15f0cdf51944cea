import { closeSync, constants, existsSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HoldfastError, throwIfCancelled } from '../../foundation/errors.ts';
import type { ProgressReporter } from '../../foundation/progress.ts';
import { decodeText } from '../../workspace/files/disk-tree.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { isModulePath } from '../language/source-language.ts';
import { loadTypeScript } from '../language/typescript-parser.ts';
import type { Lexer } from '../lexer/lexer.ts';
import { codeLanguageOf, configuresImports, isIndexedPath, loadReader } from '../languages/language-table.ts';
import type { ModuleStore } from './module-store.ts';
import {
  MAX_FILE_BYTES,
  NONBLOCKING_READ,
  readPlainFileSync,
  requirePlain,
} from '../../workspace/plain-files/plain-file.ts';

/** The maximum time in milliseconds that reading blocks the event loop. */
const MAX_BLOCK_MS = 25;
// Windows has no O_NOFOLLOW. Links are rare there, and their targets are only searched for exported names.
const READ_FLAGS = NONBLOCKING_READ | (constants.O_NOFOLLOW || 0);
/** The maximum size of one read. */
const CHUNK_BYTES = 1 << 20;

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Called before a file is read; `stats` is set if the file is already open. */
  readonly beforeRead?: BeforeRead;
  /** Takes over what is known of a module. Returns false if the module must be read. */
  readonly adopt?: ((file: string) => boolean) | undefined;
  /** Called from time to time. */
  readonly onProgress?: ProgressReporter | undefined;
}

type BeforeRead = (file: string, stats?: Stats) => void;

/**
 * Reads the modules of a tree into `store` and its configuration files into `configuration`. Unreadable files are
 * skipped.
 * Throws a CancelledError when the signal is aborted.
 */
export async function readTree(
  tree: SourceTree,
  files: readonly string[],
  store: ModuleStore,
  configuration: Map<string, string>,
  { signal, beforeRead, adopt, onProgress }: ReadOptions,
): Promise<void> {
  const needsParser: { readonly file: string; readonly text: string }[] = [];
  let turnEnd = performance.now() + MAX_BLOCK_MS;
  for (const [index, file] of files.entries()) {
    if (performance.now() > turnEnd) {
      onProgress?.({ what: 'Reading files', done: index, total: files.length });
      await nextTurn();
      turnEnd = performance.now() + MAX_BLOCK_MS;
    }
    throwIfCancelled(signal, 'reading the modules');
    if (isIndexedPath(file)) {
      if (adopt?.(file) === true) continue;
      const other = isModulePath(file) ? undefined : codeLanguageOf(file);
      if (other !== undefined) {
        beforeRead?.(file);
        const text = await tryReadListedText(tree, file);
        if (text !== undefined) store.readWith(await loadReader(other), file, text);
        continue;
      }
      if (lexFromDisk(tree, file, store, beforeRead)) continue;
      beforeRead?.(file);
      const text = await tryReadText(tree, file);
      if (text !== undefined && !store.lexText(file, text)) needsParser.push({ file, text });
    } else if (configuresImports(file)) {
      beforeRead?.(file);
      const text = await tryReadText(tree, file);
      if (text !== undefined) configuration.set(file, text);
    }
  }
  if (needsParser.length === 0) return;
  const ts = await loadTypeScript();
  for (const { file, text } of needsParser) {
    throwIfCancelled(signal, 'parsing the modules');
    store.parse(ts, file, text);
  }
}

/** The text of a file; `undefined` if it does not exist or cannot be read. */
export async function tryReadText(tree: Pick<SourceTree, 'readText'>, file: string): Promise<string | undefined> {
  try {
    return await tree.readText(file);
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code !== 'cancelled') return undefined;
    throw thrown;
  }
}

/**
 * The text of a file that the tree does not list, such as a configuration in `node_modules`; `undefined` if it does not exist
 * or cannot be read. Most of them do not exist, which one synchronous call finds out.
 */
export async function tryReadUnlistedText(tree: SourceTree, file: string): Promise<string | undefined> {
  if (tree.diskPathOf !== undefined && !existsSync(join(tree.root, file))) return undefined;
  return tryReadText(tree, file);
}

/**
 * The text of a file that the tree lists; `undefined` if it cannot be read. A file on disk is read synchronously, because
 * the asynchronous read, which checks every folder on the path, is many times slower.
 */
export async function tryReadListedText(tree: SourceTree, file: string): Promise<string | undefined> {
  const path = tree.diskPathOf?.(file);
  const bytes = path === undefined ? undefined : tryReadBytes(path);
  if (bytes === undefined) return tryReadText(tree, file);
  try {
    return decodeText(file, bytes);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

function tryReadBytes(path: string): Buffer | undefined {
  try {
    return readPlainFileSync(path, READ_FLAGS);
  } catch {
    return undefined;
  }
}

/** Lexes a file directly from disk. @returns false if it must be read through the tree or needs the full parser */
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

/** Reads a file into the memory of the lexer. @returns the byte count; `undefined` for a link or an unreadable file */
function readInto(lexer: Lexer, path: string, onOpen?: (descriptor: number) => void): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, READ_FLAGS);
  } catch {
    return undefined;
  }
  try {
    requirePlain(path, fstatSync(descriptor));
    onOpen?.(descriptor);
    let length = 0;
    for (;;) {
      const capacity = length + CHUNK_BYTES;
      const read = readSync(descriptor, lexer.input(capacity), lexer.inputStart + length, CHUNK_BYTES, null);
      length += read;
      // A read that does not fill the chunk is the last one.
      if (length < capacity) return length;
      if (length > MAX_FILE_BYTES) return undefined;
    }
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
