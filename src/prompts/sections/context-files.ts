import { boundedText } from '../bounded-text.ts';
import { section } from '../lists.ts';
import { markedData } from '../marked-data.ts';
import type { ContextFile, PromptInput } from '../prompt-input.ts';

/** Characters shown of one file, and of all of them. */
const PER_FILE = { head: 24_000, tail: 8_000 };
const IN_ALL = 160_000;

/** The files that the chunk names as context, as data. */
export function contextFilesSection({ contextFiles }: PromptInput): string | undefined {
  if (contextFiles.length === 0) return undefined;
  let left = IN_ALL;
  const shown = contextFiles.map((file) => {
    const text = show(file, left);
    left -= text.length;
    return text;
  });
  return section('CONTEXT FILES', ...shown);
}

function show({ path, text }: ContextFile, left: number): string {
  if (text === undefined) return `${path}: there is no such file yet.`;
  if (left <= 0) return `${path}: not shown, because the files before it fill the space.`;
  const head = Math.min(PER_FILE.head, left);
  return markedData('file', { path }, boundedText(text, { head, tail: Math.min(PER_FILE.tail, left - head) }));
}
