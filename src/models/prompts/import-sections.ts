/** Sections about the exports that the model can import and the exports that do not exist yet. */
import { posix } from 'node:path';
import { codeLanguageOf } from '../../code/languages/language-table.ts';
import type { AvailableExport } from '../../history/records/chunk-context.ts';
import { boundedList, bullets, section } from './markdown.ts';
import type { PromptInput } from './prompt-input.ts';

const MAX_MISSING_EXPORTS = 100;

/** [ENF-CTX-2] The exports that exist, with their kinds, grouped by the specifier to import them from. */
export function availableImportsSection({ context, chunk }: PromptInput): string | undefined {
  if (context.availableExports.length === 0) return undefined;
  const folder = commonFolder(chunk.allowedFiles);
  const groups = new Map<string, string[]>();
  for (const available of context.availableExports) {
    const heading = groupHeading(available, folder);
    const names = groups.get(heading) ?? [];
    names.push(`${available.name} (${available.type})`);
    groups.set(heading, names);
  }
  const paragraphs = [...groups].map(([heading, names]) => `From ${heading}:\n${bullets(names)}`);
  const note = context.availableExports.some(isImportedByPath) ? EXTENSION_NOTE : undefined;
  return section('AVAILABLE IMPORTS (verified to exist)', ...paragraphs, note);
}

/** [ENF-CTX-3] The exports that other chunks will create. They cannot be imported yet. */
export function notYetCreatedSection({ notYetCreated }: PromptInput): string | undefined {
  if (notYetCreated.length === 0) return undefined;
  const items = notYetCreated.map(({ name, chunkId }) => `\`${name}\` (chunk ${chunkId} will create it)`);
  return section('DO NOT IMPORT (does not exist yet)', bullets(boundedList(items, MAX_MISSING_EXPORTS)));
}

const EXTENSION_NOTE =
  'Paths are listed without a file extension. Add one if the existing imports of the repository have one.';

/** Whether an export is imported by a path relative to the root of the tree, not by a package name or an alias. */
function isImportedByPath({ from, file }: AvailableExport): boolean {
  if (codeLanguageOf(file) !== undefined) return false;
  return /^\.\.?(?:\/|$)/.test(from) || from === file;
}

/**
 * The specifier to import from: a package or an alias alone, or a path and its file. If all files that the chunk may write
 * are in one folder, the path is relative to that folder. Otherwise, it is relative to the root, and the heading states this.
 */
function groupHeading(available: AvailableExport, folder: string | undefined): string {
  const { from, file } = available;
  const language = codeLanguageOf(file);
  if (language !== undefined) {
    const form = `\`${language.importForm(from)}\``;
    const isOwnPackage = language.isFolderPackage && folder === posix.dirname(file);
    return isOwnPackage
      ? `this package, without an import, the file ${file} (from other packages: ${form})`
      : `${from}, the file ${file}, as ${form}`;
  }
  if (!isImportedByPath(available)) return `"${from}"`;
  if (folder === undefined) {
    return `"${from}", the file ${file} (path from the root: make it relative to the importing file)`;
  }
  const relative = posix.relative(folder, posix.normalize(from)) || '.';
  return `"${/^\.\.?(?:\/|$)/.test(relative) ? relative : `./${relative}`}", the file ${file}`;
}

/** The folder that contains all writable files; `undefined` if no files are listed, or several folders or a pattern. */
function commonFolder(allowedFiles: readonly string[]): string | undefined {
  if (allowedFiles.length === 0 || allowedFiles.some((path) => /[*?[\]{}!()]/.test(path))) return undefined;
  const folders = new Set(allowedFiles.map((path) => posix.dirname(posix.normalize(path))));
  return folders.size === 1 ? [...folders][0] : undefined;
}
