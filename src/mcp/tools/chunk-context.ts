import * as z from 'zod';
import { defineTool } from '../base/engine-tool.ts';
import { chunkTaskSchema, readChunkTask } from '../base/chunk-task.ts';
import { chunkName } from '../base/shared-schemas.ts';

export const chunkContext = defineTool({
  name: 'chunk_context',
  title: 'Context of a chunk',
  description:
    'Returns the task of a chunk: what is required, the files that may be written, and the imports that exist now. Changes nothing.',
  input: z.strictObject({ chunk: chunkName }),
  output: chunkTaskSchema,
  readOnly: true,
  async run({ engine, session }, { chunk }) {
    return readChunkTask(engine, await session.requireChunk(engine, chunk));
  },
});
