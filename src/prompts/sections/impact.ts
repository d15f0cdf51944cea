import { section } from '../lists.ts';
import { markedData } from '../marked-data.ts';
import type { PromptInput } from '../prompt-input.ts';

/** [ENF-CTX-6] Who uses the exports that the chunk may modify. */
export function impactSection({ impactSummary }: PromptInput): string | undefined {
  const summary = impactSummary?.trim();
  if (summary === undefined || summary === '') return undefined;
  return section(
    'IMPACT',
    'These places use what you may modify. Keep them working, or change them where you may.',
    markedData('impact', {}, summary),
  );
}
