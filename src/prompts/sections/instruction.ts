import { section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** What a person said when asked how to go on. */
export function instructionSection({ instruction }: PromptInput): string | undefined {
  const text = instruction?.trim();
  return text === undefined || text === '' ? undefined : section('INSTRUCTION', text);
}
