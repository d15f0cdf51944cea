import { posix } from 'node:path';
import type { AvailableExport } from '../../history/chunk-context.ts';
import { bullets, section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** [ENF-CTX-2] The exports that exist, grouped by the specifier to import them from, with their kind. */
export function availableImportsSection({ context, chunk }: PromptInput): string | undefined {
  if (context.availableExports.length === 0) return undefined;
  const folder = writingFolder(chunk.allowedFiles);
  const groups = new Map<string, string[]>();
  for (const available of context.availableExports) {
    const from = heading(available, folder);
    const names = groups.get(from) ?? [];
    names.push(`${available.name} (${available.type})`);
    groups.set(from, names);
  }
  const paragraphs = [...groups].map(([from, names]) => `From ${from}:\n${bullets(names)}`);
  const note = context.availableExports.some(isPath) ? EXTENSION_NOTE : undefined;
  return section('AVAILABLE IMPORTS (verified to exist)', ...paragraphs, note);
}

const EXTENSION_NOTE =
  'Paths are given without an extension. Write one where the imports that are in the repository have one.';

/** Whether an export is imported by a path, which is given relative to the tree's root, and not by a name. */
function isPath({ from, file }: AvailableExport): boolean {
  return /^\.\.?(?:\/|$)/.test(from) || from === file;
}

/**
 * The specifier as it is to be written: where all files that the chunk may write stand in one folder, a path is
 * rewritten for that folder, else it is said to be relative to the root.
 */
function heading(available: AvailableExport, folder: string | undefined): string {
  const { from, file } = available;
  if (!isPath(available)) return `"${from}"`;
  if (folder === undefined) return `"${from}", the file ${file} (a path from the root: write it relative to your file)`;
  const relative = posix.relative(folder, posix.normalize(from)) || '.';
  return `"${/^\.\.?(?:\/|$)/.test(relative) ? relative : `./${relative}`}", the file ${file}`;
}

/** The one folder of the files that may be written, where there is one and no pattern is among them. */
function writingFolder(allowedFiles: readonly string[]): string | undefined {
  if (allowedFiles.length === 0 || allowedFiles.some((path) => /[*?[\]{}!()]/.test(path))) return undefined;
  const folders = new Set(allowedFiles.map((path) => posix.dirname(posix.normalize(path))));
  return folders.size === 1 ? [...folders][0] : undefined;
}
