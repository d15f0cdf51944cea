import type { FunctionContract, TypeContract } from '../../contract/model.ts';
import { requirementsOf } from '../../contract/requirements.ts';
import { bullets, section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** The functions and types that the chunk answers for, with the exact signatures and definitions they are held to. */
export function declarationsSection(input: PromptInput): string | undefined {
  const { functions, types } = owed(input);
  if (functions.length === 0 && types.length === 0) return undefined;
  const lines = [
    ...functions.map(
      (owes) => `function \`${owes.name}\` in ${owes.file}, with the signature \`${oneLine(owes.signature)}\``,
    ),
    ...types.map((owes) => `type \`${owes.name}\` in ${owes.file}, with the shape \`${oneLine(owes.definition)}\``),
  ];
  return section(
    'SIGNATURES AND TYPES',
    'These are compared as TypeScript understands them: the names of parameters and the layout are free, the rest is not.',
    bullets(lines),
  );
}

function owed({ contract, chunk }: PromptInput): { functions: FunctionContract[]; types: TypeContract[] } {
  const functions = [...chunk.functions];
  const types = [...chunk.types];
  for (const { origin } of requirementsOf(contract, chunk)) {
    const [list, index] = origin;
    if (typeof index !== 'number') continue;
    if (list === 'functions') functions.push(...contract.functions.slice(index, index + 1));
    if (list === 'types') types.push(...contract.types.slice(index, index + 1));
  }
  return { functions, types };
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
