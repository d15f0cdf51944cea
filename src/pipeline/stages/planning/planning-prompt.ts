import { PLAN_RULES } from '../../../verdicts/plan/rules/rule-table.ts';
import { markedData } from '../../../models/prompts/marked-data.ts';
import type { DesignedExport } from '../interfaces/declarations-answer.ts';
import { createStagePrompt, type StageMaterial, type StagePrompt } from '../prompts/stage-prompt.ts';

const INSTRUCTIONS = [
  'You divide a work item into sub-items. Each sub-item is a chunk of a contract: a model implements it, a program checks it, and it becomes one pull request that people review. You write no code.',
  '- The sub-items may start from the repository without the files of the interface design. A sub-item writes each declaration before others consume it.\n' +
    '- Divide the work so that each sub-item changes a few files and can be checked separately.\n' +
    '- Order sub-items with dependsOn, without cycles. Name only what a sub-item needs, so that others can run in parallel.\n' +
    '- List the files that each sub-item may write (allowedFiles), each with a postcondition.\n' +
    '- Name the exports that a sub-item creates and consumes, and the signatures of functions that others use, exactly as the interface design declares them.\n' +
    '- List under interfaces which interfaces of the design a sub-item covers. Every interface is covered by at least one sub-item that creates, checks or consumes it.\n' +
    '- Write acceptance commands that fail if the intent of the sub-item is not met. They run without a shell.',
];

/** The context contains the interface files and the specification. */
export interface PlanningMaterial extends StageMaterial {
  /** The names that the interface files of the context declare. */
  readonly interfaces: readonly DesignedExport[];
  /** Of the configuration. */
  readonly maxSubItems: number;
}

/** The prompt of the planning stage [ASSERT-PLAN-001]. */
export function planningPrompt(material: PlanningMaterial): StagePrompt {
  const { interfaces, maxSubItems } = material;
  const rules = PLAN_RULES.map(({ id, title, explanation }) => `- ${id}: ${title}. ${explanation}`);
  return createStagePrompt(
    [...INSTRUCTIONS, `The plan is refused unless its contract follows all of these rules:\n${rules.join('\n')}`],
    `Plan this work item. It may have at most ${maxSubItems} sub-items.`,
    material,
    [markedData('interface-names', {}, interfaces.map(({ id, file }) => `${id} (${file})`).join('\n'))],
  );
}
