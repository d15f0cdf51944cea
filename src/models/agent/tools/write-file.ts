import * as z from 'zod';
import { normalizeAgentPath } from '../files/agent-paths.ts';
import { describeAlsoWritten, readExistingText, writeText } from '../files/write-text.ts';
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
    const result = 'refused' in before ? before : await writeText(path, content, before.text, context);
    if ('refused' in result) return fail(`${path} was not written. ${result.refused}`, result.refused);
    const action = 'text' in before && before.text === undefined ? 'created' : 'written';
    return succeed(`${path} was ${action}.${describeAlsoWritten(result)}`);
  },
});
