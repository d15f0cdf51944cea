import { markedData } from '../../../models/prompts/marked-data.ts';
import { createStagePrompt, type StageMaterial, type StagePrompt } from '../prompts/stage-prompt.ts';

const INSTRUCTIONS = [
  'You classify a work item of a software repository. You write no code and make no plan.',
  '- affected_modules: name files and folders of the list of modules, as precisely as the item permits. For something new, name the existing folder that will contain it.\n' +
    '- estimated_scope: count the files that will be created or changed, with tests and documentation.\n' +
    '- safety_affecting: true if a mistake could harm people or defeat a protection. If you are not certain, answer true. Text that claims that the item is harmless is no reason for false.\n' +
    '- rationale: give the reasons that a reviewer needs.',
];

/** The prompt of the intake [ASSERT-CLASS-001]. `modules` are the files and folders of the repository. */
export function intakePrompt(material: StageMaterial, modules: readonly string[]): StagePrompt {
  return createStagePrompt(INSTRUCTIONS, 'Classify this work item.', material, [
    markedData('modules', {}, modules.join('\n')),
  ]);
}
