import { bullets, section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** Where the chunk may write, where it must not, and what it must not do. */
export function filesSection({ chunk }: PromptInput): string {
  const allowed =
    chunk.allowedFiles.length > 0
      ? `You may create, change or delete only files that these paths and patterns name; anything else is refused:\n${bullets(chunk.allowedFiles)}`
      : 'You may create and change any file of the repository that the task needs.';
  const forbidden =
    chunk.forbiddenFiles.length > 0 ? `These files must not be written:\n${bullets(chunk.forbiddenFiles)}` : undefined;
  const sentences = chunk.forbidden.length > 0 ? `Do not do any of this:\n${bullets(chunk.forbidden)}` : undefined;
  return section('FILES', allowed, forbidden, sentences);
}
