/** Sections about the workspace: files changed so far, context files, and uses of exports that may change. */
import { boundedText } from './bounded-text.ts';
import { boundedList, bullets, section } from './markdown.ts';
import { markedData } from './marked-data.ts';
import type { ContextFile, PromptInput } from './prompt-input.ts';

const MAX_CHANGED_FILES = 60;

/** The maximum numbers of characters of one file that the prompt shows. */
const FILE_BOUNDS = { head: 24_000, tail: 8_000 };

/** The maximum number of characters of all context files together. */
const MAX_TOTAL_LENGTH = 160_000;

/** [ENF-CTX-5] The files that completed chunks created, modified, renamed and deleted. */
export function changesSoFarSection({ context }: PromptInput): string | undefined {
  const { filesCreated, filesModified, filesDeleted, filesRenamed } = context.changesSoFar;
  const renames = filesRenamed.map(({ from, to }) => `${from} → ${to}`);
  const groups = [
    renderFileGroup('Created', filesCreated),
    renderFileGroup('Modified', filesModified),
    renderFileGroup('Renamed', renames),
    renderFileGroup('Deleted', filesDeleted),
  ].filter((text) => text !== undefined);
  if (groups.length === 0) return undefined;
  return section('FILES CHANGED BY COMPLETED CHUNKS', ...groups);
}

/** The design that the chunk is a part of, marked as data [ASSERT-CODE-006]. */
export function designSection({ design = [] }: PromptInput): string | undefined {
  if (design.length === 0) return undefined;
  return section(
    'DESIGN',
    'People reviewed this design of the whole work. Implement your part of it: the names, types and behavior that it describes. Where it differs from the requirements of your task, the requirements apply.',
    ...design.map(({ kind, name, text }) => markedData(kind, { name }, text)),
  );
}

/** The context files of the chunk, marked as data. */
export function contextFilesSection({ contextFiles }: PromptInput): string | undefined {
  if (contextFiles.length === 0) return undefined;
  let remaining = MAX_TOTAL_LENGTH;
  const shown = contextFiles.map((file) => {
    const text = renderFile(file, remaining);
    remaining -= text.length;
    return text;
  });
  return section('CONTEXT FILES', ...shown);
}

/** [ENF-CTX-6] The uses of the exports that the chunk may modify. */
export function impactSection({ impactSummary }: PromptInput): string | undefined {
  const summary = impactSummary?.trim();
  if (summary === undefined || summary === '') return undefined;
  return section(
    'IMPACT',
    'The following code uses exports that you may modify. Keep it working, or update it if you may write its file.',
    markedData('impact', {}, summary),
  );
}

function renderFileGroup(title: string, files: readonly string[]): string | undefined {
  return files.length > 0 ? `${title}:\n${bullets(boundedList(files, MAX_CHANGED_FILES))}` : undefined;
}

function renderFile({ path, text, note }: ContextFile, remaining: number): string {
  if (note !== undefined) return `${path}: ${note}.`;
  if (text === undefined) return `${path}: this file does not exist yet.`;
  if (remaining <= 0) return `${path}: not shown, because the context files above reach the size limit.`;
  const head = Math.min(FILE_BOUNDS.head, remaining);
  const tail = Math.min(FILE_BOUNDS.tail, remaining - head);
  return markedData('file', { path }, boundedText(text, { head, tail }));
}
