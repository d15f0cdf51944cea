import { exportName } from '../../contract/requirements.ts';
import { bullets, section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** [ENF-CTX-1] Every item of creates, as required. */
export function createsSection({ chunk }: PromptInput): string | undefined {
  if (chunk.creates.length === 0) return undefined;
  const items = chunk.creates.map((item) => {
    const name = exportName(item);
    return name === item.trim() ? `\`${name}\`` : `\`${name}\`, a function`;
  });
  return section(
    'YOU MUST CREATE',
    bullets(items),
    'Each of these must be exported, under exactly this name, by a file that you write. Further exports are fine; one ' +
      'that is missing or named otherwise fails the chunk.',
  );
}
