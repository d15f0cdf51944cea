import * as z from 'zod';
import { defineTool } from '../base/engine-tool.ts';
import { contractFile } from '../base/shared-schemas.ts';

/** A longer list does not fit into the context of a model. */
const MAX_CHUNKS = 200;

export const listChunks = defineTool({
  name: 'list_chunks',
  title: 'List chunks',
  description:
    'Lists the chunks of one contract, or of all: their files, and the chunks that must be done before. Start the one that you carry out with start_chunk.',
  input: z.strictObject({
    contract: contractFile.optional(),
    offset: z.int().min(0).optional().describe('The number of chunks to skip, for the next part of a long list.'),
  }),
  output: z.object({
    chunks: z.array(
      z.object({
        contract: z.string(),
        id: z.string(),
        title: z.string(),
        dependsOn: z.array(z.string()),
        creates: z.array(z.string()),
        allowedFiles: z.array(z.string()).describe('Paths and globs that it may write. Empty: any file.'),
        active: z.boolean(),
      }),
    ),
    total: z.number().describe('The number of all chunks. At most 200 are listed at once.'),
  }),
  readOnly: true,
  async run({ engine, session }, { contract: file, offset = 0 }) {
    const documents = file === undefined ? await engine.contracts.readAll() : [await engine.contracts.read(file)];
    const all = documents.flatMap((document) =>
      (document.contract?.chunks ?? []).map(({ id, title, dependsOn, creates, allowedFiles }) => ({
        contract: document.file,
        id,
        title,
        dependsOn,
        creates,
        allowedFiles,
        active: session.active === id || session.active === `${document.file}#${id}`,
      })),
    );
    const chunks = all.slice(offset, offset + MAX_CHUNKS);
    const lines = chunks.map(({ contract, id, title, dependsOn, active }) => {
      const after = dependsOn.length === 0 ? '' : `, after ${dependsOn.join(', ')}`;
      return `- ${contract}#${id}: ${title}${after}${active ? ' (active)' : ''}`;
    });
    const next = offset + chunks.length;
    if (next < all.length) lines.push(`${all.length - next} more: call it with the offset ${next}.`);
    return {
      text: lines.length === 0 ? 'There is no chunk.' : lines.join('\n'),
      data: { chunks, total: all.length },
    };
  },
});
