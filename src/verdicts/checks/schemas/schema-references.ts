import { posix } from 'node:path';
import { HoldfastError } from '../../../foundation/errors.ts';
import { dataFormatOf, readData } from '../data/data-format.ts';

const REFERENCE_KEYWORDS: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
const URL_START = /^[a-z][a-z0-9+.-]*:/i;
/** Bounds the work for generated schemas. A workspace has far fewer schema files. */
const MAX_FILES = 1_000;

/**
 * Lists the files of the tree that schemas consist of: the schemas themselves and every file that a `$ref` in them can
 * refer to, including files that do not exist. An ambiguous reference yields each of its possible files.
 *
 * @param schemas schemas, or paths of schemas
 * @param readText reads a file of the tree; `undefined` if it does not exist
 */
export async function listSchemaFiles(
  schemas: readonly unknown[],
  readText: (path: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const schema of schemas) {
    const candidates = typeof schema === 'string' ? [normalizePath(schema)] : listReferencedFiles(schema, '');
    for (const file of candidates) if (file !== undefined) files.add(file);
  }
  // A set iterates over elements that are added during the iteration.
  for (const file of files) {
    if (files.size > MAX_FILES) break;
    for (const referenced of listReferencedFiles(await readSchema(file, readText), file)) files.add(referenced);
  }
  return [...files].sort();
}

/** The data of a schema file; `undefined` if it does not exist or cannot be read. Its check reports the reason. */
async function readSchema(file: string, readText: (path: string) => Promise<string | undefined>): Promise<unknown> {
  try {
    const text = await readText(file);
    return text === undefined ? undefined : readData(file, text, dataFormatOf(undefined, file));
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

/** The files that the references in a schema can refer to. */
function listReferencedFiles(schema: unknown, file: string): readonly string[] {
  const ids: string[] = [];
  const references: string[] = [];
  visit(schema, (key, value) => {
    if (key === '$id') ids.push(value);
    else if (REFERENCE_KEYWORDS.has(key)) references.push(value);
  });
  return references.flatMap((reference) => {
    const target = decode(reference.replace(/[?#].*$/s, ''));
    if (target === '') return [];
    const folder = posix.dirname(file);
    if (!URL_START.test(target)) {
      // A relative `$id` changes the base of the references below it.
      const folders = [
        folder,
        ...ids.filter((id) => !URL_START.test(id)).map((id) => posix.join(folder, posix.dirname(id))),
      ];
      return folders.map((base) => normalizePath(posix.join(base, target))).filter((path) => path !== undefined);
    }
    return ids.flatMap((id) => {
      const idFolder = id.slice(0, id.lastIndexOf('/') + 1);
      const path = target.startsWith(idFolder)
        ? normalizePath(posix.join(folder, target.slice(idFolder.length)))
        : undefined;
      return path === undefined ? [] : [path];
    });
  });
}

function visit(value: unknown, onText: (key: string, text: string) => void): void {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, child] of Object.entries(next)) {
      if (typeof child === 'string') onText(key, child);
      else pending.push(child);
    }
  }
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** A path relative to the root of the tree; `undefined` if it leads out of the tree. */
function normalizePath(path: string): string | undefined {
  const normalized = posix.normalize(path.replaceAll('\\', '/')).replace(/^\/+/, '');
  return normalized === '.' || normalized.startsWith('..') ? undefined : normalized;
}
