import * as z from 'zod';
import { normalizeAgentPath } from '../files/agent-paths.ts';
import { readExistingText, removeFile } from '../files/write-text.ts';
import { succeed, defineTool, pathArgument, fail } from './agent-tool.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  description: 'Deletes a file.',
  schema: z.object({ path: pathArgument }),
  subject: ({ path }) => normalizeAgentPath(path),
  async run({ path: requestedPath }, context) {
    const path = normalizeAgentPath(requestedPath);
    const before = await readExistingText(path, context);
    if ('text' in before && before.text === undefined) return fail(`File not found: ${path}.`, 'not found');
    const reason = 'refused' in before ? before.refused : await removeFile(path, context);
    if (reason !== undefined) return fail(`${path} was not deleted. ${reason}`, reason);
    return succeed(`${path} was deleted.`);
  },
});
