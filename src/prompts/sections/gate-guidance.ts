import { section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** What the gates ask to be done better. */
export function gateSection({ gateGuidance }: PromptInput): string | undefined {
  const text = gateGuidance?.trim();
  return text === undefined || text === '' ? undefined : section('GATES', text);
}
