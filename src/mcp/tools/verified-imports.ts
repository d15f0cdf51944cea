import * as z from 'zod';
import type { Engine } from '../../engine.ts';
import { defineTool } from '../base/engine-tool.ts';
import { chunkName, importSchema, missingExportSchema } from '../base/shared-schemas.ts';

/** The number of similar names that are shown for a name that does not exist. */
const MAX_SIMILAR = 5;

export const verifiedImports = defineTool({
  name: 'verified_imports',
  title: 'Verified imports',
  description:
    'Tells which exports exist. With names, it looks each of them up in the whole workspace. Otherwise it lists what a chunk can import, and what it must not import because a later chunk creates it. Changes nothing.',
  input: z.strictObject({
    names: z.array(z.string().min(1)).max(100).optional().describe('Names of exports to look up.'),
    chunk: chunkName,
  }),
  output: z.object({
    found: z.array(importSchema.extend({ line: z.number().optional().describe('From 1.') })),
    missing: z.array(
      z.object({ name: z.string(), similar: z.array(z.string()).describe('Exports with similar names.') }),
    ),
    notYetCreated: z.array(missingExportSchema).describe('Exports that do not exist yet. Do not import them.'),
  }),
  readOnly: true,
  async run({ engine, session }, { names, chunk }) {
    if (names !== undefined) return lookUp(engine, names);
    const { contract, chunk: id } = await session.requireChunk(engine, chunk);
    const { imports, notYetCreated } = await engine.agents.task(`${contract}#${id}`);
    const found = imports.map(({ name, type, from, file }) => ({ name, kind: type, from, file }));
    const later = notYetCreated.map(({ name, chunkId }) => ({ name, chunk: chunkId }));
    return {
      text: [
        found.length === 0 ? 'The contract names no export that exists.' : 'These exports exist:',
        ...found.map(({ name, kind, from, file }) => `- ${name} (${kind}) from "${from}", the file ${file}`),
        ...later.map((one) => `- ${one.name} does not exist yet: the chunk ${one.chunk} will create it`),
      ].join('\n'),
      data: { found, missing: [], notYetCreated: later },
    };
  },
});

async function lookUp({ facts }: Engine, names: readonly string[]) {
  const found: { name: string; kind: string; from: string; file: string; line: number }[] = [];
  const missing: { name: string; similar: string[] }[] = [];
  for (const name of names) {
    const known = await facts.findExport(name, undefined);
    if (known !== undefined) {
      found.push({ name, kind: known.kind, from: known.file, file: known.file, line: known.line });
      continue;
    }
    const similar = await facts.searchExports(name, MAX_SIMILAR);
    missing.push({ name, similar: similar.map((one) => one.name) });
  }
  return {
    text: [
      ...found.map(({ name, kind, file, line }) => `- ${name} (${kind}) exists: ${file}:${line}`),
      ...missing.map(
        ({ name, similar }) =>
          `- ${name} does not exist${similar.length === 0 ? '' : `. Similar: ${similar.join(', ')}`}`,
      ),
    ].join('\n'),
    data: { found, missing, notYetCreated: [] },
  };
}
