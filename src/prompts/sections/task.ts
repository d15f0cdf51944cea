import type { PromptInput } from '../prompt-input.ts';

/** What is to be done, headed by the line that tells which chunk and which attempt this is. */
export function taskSection({ contract, chunk, retry, maxAttempts }: PromptInput): string {
  const attempt = retry?.attempt ?? 1;
  const { spec } = contract;
  const about = [`This is one chunk of the specification "${spec.title}" (${spec.id}).`, spec.description.trim()];
  return [
    `Chunk: ${chunk.id} · attempt ${attempt} of ${retry?.maxAttempts ?? maxAttempts}`,
    `# Task: ${chunk.title}`,
    chunk.description.trim(),
    about.filter((part) => part !== '').join(' '),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
