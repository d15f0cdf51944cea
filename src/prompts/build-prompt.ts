import type { PromptInput, Section } from './prompt-input.ts';
import { availableImportsSection } from './sections/available-imports.ts';
import { changesSoFarSection } from './sections/changes-so-far.ts';
import { completionSection } from './sections/completion.ts';
import { contextFilesSection } from './sections/context-files.ts';
import { createsSection } from './sections/creates.ts';
import { declarationsSection } from './sections/declarations.ts';
import { filesSection } from './sections/files.ts';
import { gateSection } from './sections/gate-guidance.ts';
import { impactSection } from './sections/impact.ts';
import { instructionSection } from './sections/instruction.ts';
import { notYetCreatedSection } from './sections/not-yet-created.ts';
import { previousAttemptSection } from './sections/previous-attempt.ts';
import { guidanceSection, requirementsSection } from './sections/requirements.ts';
import { taskSection } from './sections/task.ts';
import { systemPrompt } from './system-prompt.ts';

export type { PromptInput } from './prompt-input.ts';

export interface Prompt {
  /** The system text; it differs for a model that cannot call tools. */
  readonly system: (withTools: boolean) => string;
  /** The one message with which an attempt begins. */
  readonly user: string;
}

/** The parts of the message, in the order in which they are read. */
const SECTIONS: readonly Section[] = [
  taskSection,
  createsSection,
  requirementsSection,
  guidanceSection,
  declarationsSection,
  filesSection,
  availableImportsSection,
  notYetCreatedSection,
  changesSoFarSection,
  contextFilesSection,
  completionSection,
  impactSection,
  previousAttemptSection,
  gateSection,
  instructionSection,
];

/** What the model is told at the beginning of an attempt. The same input gives the same text. */
export function buildPrompt(input: PromptInput): Prompt {
  const parts = SECTIONS.map((section) => section(input)).filter((part) => part !== undefined);
  return { system: systemPrompt, user: `${parts.join('\n\n')}\n` };
}
