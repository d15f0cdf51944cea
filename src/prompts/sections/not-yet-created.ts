import { boundedList, bullets, section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** [ENF-CTX-3] What later chunks will create and nobody can import now. */
export function notYetCreatedSection({ notYetCreated }: PromptInput): string | undefined {
  if (notYetCreated.length === 0) return undefined;
  const items = notYetCreated.map(({ name, chunkId }) => `\`${name}\` (chunk ${chunkId} will create it)`);
  return section('DO NOT IMPORT (does not exist yet)', bullets(boundedList(items, 100)));
}
