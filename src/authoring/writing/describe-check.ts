import type { CheckDeclaration } from '../../contract/model.ts';
import { writeSnippet } from './write-value.ts';

/** Describes a type of check as Markdown, with an example. */
export function describeCheck({ type, title, description, examples }: CheckDeclaration): string {
  const [example] = examples;
  const code = example === undefined ? [] : [`\`\`\`yaml\ncheck: ${exampleText(example)}\n\`\`\``];
  return [`**${type}** · ${title}`, description, ...code].join('\n\n');
}

function exampleText(example: object): string {
  return writeSnippet(example, 'flow').replace(/\\([\\$}])/g, '$1');
}
