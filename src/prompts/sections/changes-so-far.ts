import { boundedList, bullets, section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

const MOST_FILES = 60;

/** [ENF-CTX-5] The files that completed chunks have created and modified. */
export function changesSoFarSection({ context }: PromptInput): string | undefined {
  const { filesCreated, filesModified, filesDeleted, filesRenamed } = context.changesSoFar;
  const groups = [
    group('Created', filesCreated),
    group('Modified', filesModified),
    group(
      'Renamed',
      filesRenamed.map(({ from, to }) => `${from} → ${to}`),
    ),
    group('Deleted', filesDeleted),
  ].filter((text) => text !== undefined);
  if (groups.length === 0) return undefined;
  return section('FILES CHANGED BY COMPLETED CHUNKS', ...groups);
}

function group(title: string, files: readonly string[]): string | undefined {
  return files.length > 0 ? `${title}:\n${bullets(boundedList(files, MOST_FILES))}` : undefined;
}
