import { gateSection, instructionSection, previousAttemptSection, reviewSection } from './feedback-sections.ts';
import { availableImportsSection, notYetCreatedSection } from './import-sections.ts';
import type { PromptInput, SectionRenderer } from './prompt-input.ts';
import { attemptProtectionSection } from './protection-section.ts';
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

/** A section of the user message. */
export interface PromptSection {
  /** What it contains, for people. */
  readonly name: string;
  readonly render: SectionRenderer;
  /** Its place among the sections that a small context window has no room for; absent if it is always there. */
  readonly dropped?: number;
}

/** The sections of the user message, in order. */
export const SECTIONS: readonly PromptSection[] = [
  { name: 'the task', render: taskSection },
  { name: 'the exports to create', render: createsSection },
  { name: 'the requirements', render: requirementsSection },
  { name: 'the guidance', render: guidanceSection, dropped: 6 },
  { name: 'the criteria of the gates', render: gateCriteriaSection },
  { name: 'the signatures and types', render: declarationsSection },
  { name: 'the files', render: filesSection },
  { name: 'the rules on what must not change', render: attemptProtectionSection, dropped: 5 },
  { name: 'the available imports', render: availableImportsSection, dropped: 8 },
  { name: 'the exports that do not exist yet', render: notYetCreatedSection, dropped: 4 },
  { name: 'the files of completed chunks', render: changesSoFarSection, dropped: 3 },
  { name: 'the design', render: designSection, dropped: 1 },
  { name: 'the context files', render: contextFilesSection, dropped: 9 },
  { name: 'the conditions after the change', render: completionSection, dropped: 7 },
  { name: 'the uses of exports', render: impactSection, dropped: 2 },
  { name: 'the previous attempt', render: previousAttemptSection, dropped: 10 },
  { name: 'the review', render: reviewSection },
  { name: 'the guidance of the gates', render: gateSection },
  { name: 'the instruction', render: instructionSection },
];

/** Builds the prompt of an attempt. Equal inputs give equal prompts. */
export function buildPrompt(input: PromptInput): Prompt {
  const parts = SECTIONS.map(({ render }) => render(input)).filter((part) => part !== undefined);
  return { system: (withTools) => systemPrompt(withTools, input.chunk), user: `${parts.join('\n\n')}\n` };
}
