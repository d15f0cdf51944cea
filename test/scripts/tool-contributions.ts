import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { AGENT_TOOLS } from '../../src/mcp/tool-table.ts';
import { projectRoot } from './project.ts';

export const manifestFile = join(projectRoot, 'package.json');

const manifestSchema = z.looseObject({ contributes: z.looseObject({}) });

/** package.json with the tools for the models of the editor, as `src/mcp` defines them. */
export function manifestWithTools(): string {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const languageModelTools = AGENT_TOOLS.map(({ name, description, input }) => {
    const schema = z.toJSONSchema(input, { io: 'input' });
    const inputSchema = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'));
    return {
      name: `holdfast_${name}`,
      toolReferenceName: `holdfast_${name}`,
      displayName: `%tool.${name}.title%`,
      userDescription: `%tool.${name}.description%`,
      modelDescription: description,
      icon: '$(verified)',
      canBeReferencedInPrompt: true,
      tags: ['holdfast', 'contract'],
      inputSchema,
    };
  });
  const contributes = { ...manifest.contributes, languageModelTools };
  return `${JSON.stringify({ ...manifest, contributes }, null, 2)}\n`;
}
