import * as z from 'zod';
import { normalizeAgentPath } from '../files/agent-paths.ts';
import { replaceOnce } from '../files/text-edit.ts';
import { describeAlsoWritten, readExistingText, writeText } from '../files/write-text.ts';
import { succeed, defineTool, pathArgument, fail } from './agent-tool.ts';

export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replaces one passage of a file. oldText must match the file exactly, including white space, and occur only once. Include enough surrounding lines to make it unique.',
  schema: z.object({
    path: pathArgument,
    oldText: z.string().describe('The current text in the file.'),
    newText: z.string().describe('The replacement.'),
  }),
  subject: ({ path }) => normalizeAgentPath(path),
  async run({ path: requestedPath, oldText, newText }, context) {
    const path = normalizeAgentPath(requestedPath);
    const before = await readExistingText(path, context);
    if ('refused' in before) return fail(`${path} was not changed. ${before.refused}`, before.refused);
    const existing = before.text;
    if (existing === undefined) return fail(`File not found: ${path}. Use write_file to create it.`, 'not found');
    const edited = replaceOnce(path, existing, oldText, newText);
    if (!edited.ok) return fail(`${path} was not changed. ${edited.reason}`, 'oldText does not occur exactly once');
    const result = await writeText(path, edited.text, existing, context, { oldText, newText });
    if ('refused' in result) return fail(`${path} was not changed. ${result.refused}`, result.refused);
    return succeed(`${path} was changed.${describeAlsoWritten(result)}`);
  },
});
