import { gateSection, instructionSection, previousAttemptSection, reviewSection } from './feedback-sections.ts';
import { availableImportsSection, notYetCreatedSection } from './import-sections.ts';
import type { PromptInput, SectionRenderer } from './prompt-input.ts';
import { protectionSection } from './protection-section.ts';
import {
  createsSection,
  declarationsSection,
  gateCriteriaSection,
  guidanceSection,
  requirementsSection,
} from './requirement-sections.ts';
import { systemPrompt } from './system-prompt.ts';
import { completionSection, filesSection, taskSection } from './task-sections.ts';
import { changesSoFarSection, contextFilesSection, designSection, impactSection } from './workspace-sections.ts';

export type { PromptInput } from './prompt-input.ts';

export interface Prompt {
  /** Returns the system prompt, which depends on whether the model can call tools. */
  readonly system: (withTools: boolean) => string;
  /** The user message that starts an attempt. */
  readonly user: string;
}

/** The sections of the user message, in order. */
const SECTIONS: readonly SectionRenderer[] = [
  taskSection,
  createsSection,
  requirementsSection,
  guidanceSection,
  gateCriteriaSection,
  declarationsSection,
  filesSection,
  protectionSection,
  availableImportsSection,
  notYetCreatedSection,
  changesSoFarSection,
  designSection,
  contextFilesSection,
  completionSection,
  impactSection,
  previousAttemptSection,
  reviewSection,
  gateSection,
  instructionSection,
];

/** Builds the prompt of an attempt. Equal inputs give equal prompts. */
export function buildPrompt(input: PromptInput): Prompt {
  const parts = SECTIONS.map((section) => section(input)).filter((part) => part !== undefined);
  return { system: (withTools) => systemPrompt(withTools, input.chunk), user: `${parts.join('\n\n')}\n` };
}
