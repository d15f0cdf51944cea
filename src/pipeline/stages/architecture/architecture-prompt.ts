import * as z from 'zod';
import { markedData } from '../../../models/prompts/marked-data.ts';
import type { ArchitecturalRule } from '../../../workspace/configuration/pipeline/pipeline-settings.ts';
import { createStagePrompt, type StageMaterial, type StagePrompt } from '../prompts/stage-prompt.ts';
import { specificationSchema } from './specification.ts';

const INSTRUCTIONS = [
  'You write the specification of a work item: a Markdown document for the people who review it, with front matter that a program checks. You write no implementation.',
  'Put "---", the front matter in YAML and "---" before the text. The front matter is a map that matches this JSON Schema:\n' +
    JSON.stringify(z.toJSONSchema(specificationSchema, { io: 'input' })),
  'The document is refused unless:\n' +
    '- every module is a file or folder of the repository, or is listed in modulesNew;\n' +
    '- dependencyChanges lists every dependency between modules that the work adds or removes, and none of them breaks an architectural rule;\n' +
    '- interfaces lists every type and function that several parts of the work use, each with the proposed values of its parameters. They become TypeScript declarations. Leave the list empty if there are none, or if the work is in another language;\n' +
    '- interfaceValues lists every value and message that the work sets or changes for an interface of the registry, and all of them fit its ranges and constraints.',
  'The text after the front matter explains the goal, the design, the alternatives that you rejected, and how the result can be verified.',
];

export interface ArchitectureMaterial extends StageMaterial {
  /** The files and folders of the repository. */
  readonly modules: readonly string[];
  readonly rules: readonly ArchitecturalRule[];
  /** The files of the interface registry. */
  readonly registry: readonly { readonly file: string; readonly text: string }[];
}

/** The prompt of the architecture stage [ASSERT-ARCH-001]. */
export function architecturePrompt(material: ArchitectureMaterial): StagePrompt {
  const rules = material.rules.map(
    ({ from, to, reason }) => `- ${from.join(', ')} must not import ${to.join(', ')}: ${reason}`,
  );
  return createStagePrompt(INSTRUCTIONS, 'Write the specification of this work item.', material, [
    markedData('modules', {}, material.modules.join('\n')),
    ...material.registry.map(({ file, text }) => markedData('interface-registry', { file }, text)),
    ...(rules.length === 0 ? [] : [markedData('architectural-rules', {}, rules.join('\n'))]),
  ]);
}
