import { availableImportsSection, notYetCreatedSection } from './import-sections.ts';
import type { PromptInput, SectionRenderer } from './prompt-input.ts';
import { protectionSection } from './protection-section.ts';
import { createsSection, declarationsSection, guidanceSection, requirementsSection } from './requirement-sections.ts';
import { completionSection, describeTask, filesSection } from './task-sections.ts';

/** The parts of a prompt that do not depend on an attempt. */
const SECTIONS: readonly SectionRenderer[] = [
  describeTask,
  createsSection,
  requirementsSection,
  guidanceSection,
  declarationsSection,
  filesSection,
  protectionSection,
  availableImportsSection,
  notYetCreatedSection,
  completionSection,
];

/** The task of a chunk for an agent that works in the user's tree, with its own tools and its own conversation. */
export function buildAgentTask(input: PromptInput): string {
  return `${SECTIONS.map((section) => section(input))
    .filter((part) => part !== undefined)
    .join('\n\n')}\n`;
}
