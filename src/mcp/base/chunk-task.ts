import * as z from 'zod';
import type { ActiveChunk, Engine } from '../../engine.ts';
import type { ToolAnswer } from './engine-tool.ts';
import { chunkReferenceSchema, importSchema, missingExportSchema } from './shared-schemas.ts';

/** What an agent needs to carry out a chunk. */
export const chunkTaskSchema = chunkReferenceSchema.extend({
  task: z.string().describe('The task with everything that is required.'),
  allowedFiles: z.array(z.string()).describe('Paths and globs that you may write. Empty: any file.'),
  forbiddenFiles: z.array(z.string()),
  imports: z.array(importSchema).describe('Exports that exist and that you can import.'),
  notYetCreated: z.array(missingExportSchema).describe('Exports that do not exist yet. Do not import them.'),
});

export async function readChunkTask(
  engine: Engine,
  { contract, chunk, allowedFiles, forbiddenFiles }: ActiveChunk,
): Promise<ToolAnswer<z.infer<typeof chunkTaskSchema>>> {
  const { text, imports, notYetCreated } = await engine.agents.task(`${contract}#${chunk}`);
  return {
    text,
    data: {
      contract,
      chunk,
      task: text,
      allowedFiles,
      forbiddenFiles,
      imports: imports.map(({ name, type, from, file }) => ({ name, kind: type, from, file })),
      notYetCreated: notYetCreated.map(({ name, chunkId }) => ({ name, chunk: chunkId })),
    },
  };
}
