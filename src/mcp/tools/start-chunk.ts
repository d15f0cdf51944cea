import * as z from 'zod';
import { defineTool } from '../base/engine-tool.ts';
import { chunkTaskSchema, readChunkTask } from '../base/chunk-task.ts';

export const startChunk = defineTool({
  name: 'start_chunk',
  title: 'Start a chunk',
  description:
    'Makes a chunk the one that this session carries out, and returns its task. Call it before you write code for a chunk. The hooks of Holdfast then hold the session to this chunk and its files.',
  input: z.strictObject({
    chunk: z
      .string()
      .min(1)
      .describe('The chunk: its id, the number of a task of a plan (3, T012), or <contract file>#<id>.'),
  }),
  output: chunkTaskSchema,
  readOnly: false,
  async run({ engine, session }, { chunk }) {
    const active = await engine.agents.chooseChunk(chunk);
    session.start(active);
    return readChunkTask(engine, active);
  },
});
