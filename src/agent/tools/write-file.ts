import * as z from 'zod';
import { normalizeAgentPath } from '../files/agent-paths.ts';
import { readExistingText, writeText } from '../files/write-text.ts';
import { succeed, defineTool, pathArgument, fail } from './agent-tool.ts';

export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Writes a whole file. Creates the file and its folders if necessary. The content must be complete: do not omit anything.',
  schema: z.object({ path: pathArgument, content: z.string().describe('The complete content.') }),
  subject: ({ path }) => normalizeAgentPath(path),
  async run({ path: requestedPath, content }, context) {
    const path = normalizeAgentPath(requestedPath);
    const before = await readExistingText(path, context);
    const reason = 'refused' in before ? before.refused : await writeText(path, content, before.text, context);
    if (reason !== undefined) return fail(`${path} was not written. ${reason}`, reason);
    return succeed('text' in before && before.text === undefined ? `${path} was created.` : `${path} was written.`);
  },
});
