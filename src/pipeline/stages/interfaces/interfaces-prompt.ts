import { markedData } from '../../../models/prompts/marked-data.ts';
import { createStagePrompt, type StageMaterial, type StagePrompt } from '../prompts/stage-prompt.ts';

const INSTRUCTIONS = [
  'You design the interfaces of a work item as complete TypeScript declaration files. They are type-checked in the repository, and people review them before any code is written.',
  'The files are refused unless:\n' +
    '- each file is in a module of the specification, and is complete from the first line to the last;\n' +
    '- together they export every interface of the specification by its exact name;\n' +
    '- they contain declarations only: types, interfaces, enums, constants with literal values, and functions and classes with "declare". No function bodies, no calls;\n' +
    '- they compile, with imports that exist in the repository or in these files, and without comments that hide errors;\n' +
    '- their imports keep the architectural rules of the repository.',
  'Document each export with a comment: its purpose, units, errors and limits. Follow the style of the repository.',
];

export interface DeclarationsMaterial extends StageMaterial {
  readonly specification: { readonly file: string; readonly text: string };
}

/** The prompt of the interfaces stage. */
export function interfacesPrompt(material: DeclarationsMaterial): StagePrompt {
  const { file, text } = material.specification;
  return createStagePrompt(INSTRUCTIONS, 'Design the interfaces of this work item.', material, [
    markedData('specification', { path: file }, text),
  ]);
}
