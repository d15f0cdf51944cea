import * as z from 'zod';
import { normalizeAgentPath } from '../files/agent-paths.ts';
import { removeFile } from '../files/write-text.ts';
import { CancelledError } from '../../../foundation/errors.ts';
import type { AgentFiles } from '../files/agent-files.ts';
import { succeed, defineTool, pathArgument, fail } from './agent-tool.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  description: 'Deletes a file.',
  schema: z.object({ path: pathArgument }),
  subject: ({ path }) => normalizeAgentPath(path),
  async run({ path: requestedPath }, context) {
    const path = normalizeAgentPath(requestedPath);
    const existing = await readAnyFile(path, context);
    if (existing === undefined) return fail(`File not found: ${path}.`, 'not found');
    const reason = await removeFile(path, existing.text, context);
    if (reason !== undefined) return fail(`${path} was not deleted. ${reason}`, reason);
    return succeed(`${path} was deleted.`);
  },
});

/** The text of a file, or none if it cannot be read as text: a binary file can be deleted. `undefined` if there is no file. */
async function readAnyFile(
  path: string,
  { files }: { readonly files: AgentFiles },
): Promise<{ readonly text: string | undefined } | undefined> {
  try {
    const text = await files.read(path);
    return text === undefined ? undefined : { text };
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    return { text: undefined };
  }
}
