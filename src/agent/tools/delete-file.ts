import * as z from 'zod';
import { answer, defineTool, pathArgument, refusal } from './agent-tool.ts';
import { treePath } from './tree-path.ts';
import { readBefore, removeFile } from './write-text.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  description: 'Deletes a file.',
  schema: z.object({ path: pathArgument }),
  subject: ({ path }) => treePath(path),
  async run({ path: given }, context) {
    const path = treePath(given);
    const before = await readBefore(path, context);
    if ('text' in before && before.text === undefined) return refusal(`There is no file ${path}.`, 'not found');
    const reason = 'refused' in before ? before.refused : await removeFile(path, context);
    if (reason !== undefined) return refusal(`${path} was not deleted. ${reason}`, reason);
    return answer(`${path} was deleted.`);
  },
});
