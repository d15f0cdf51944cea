import * as z from 'zod';
import { normalizeAgentPath } from '../files/agent-paths.ts';
import { removeFile } from '../files/write-text.ts';
import { CancelledError } from '../../shared/errors.ts';
import type { AgentFiles } from '../files/agent-files.ts';
import { succeed, defineTool, pathArgument, fail } from './agent-tool.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  description: 'Deletes a file.',
  schema: z.object({ path: pathArgument }),
  subject: ({ path }) => normalizeAgentPath(path),
  async run({ path: requestedPath }, context) {
    const path = normalizeAgentPath(requestedPath);
    if (!(await canExist(path, context))) return fail(`File not found: ${path}.`, 'not found');
    const reason = await removeFile(path, context);
    if (reason !== undefined) return fail(`${path} was not deleted. ${reason}`, reason);
    return succeed(`${path} was deleted.`);
  },
});

/** Whether a file exists, or cannot be read as text. A binary file can be deleted. */
async function canExist(path: string, { files }: { readonly files: AgentFiles }): Promise<boolean> {
  try {
    return (await files.read(path)) !== undefined;
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    return true;
  }
}
