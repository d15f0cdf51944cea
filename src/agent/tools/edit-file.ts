import * as z from 'zod';
import { replaceOnce } from '../text-edit.ts';
import { answer, defineTool, pathArgument, refusal } from './agent-tool.ts';
import { treePath } from './tree-path.ts';
import { readBefore, writeText } from './write-text.ts';

export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replaces one place of a file. oldText must stand in the file exactly once, white space included; give enough lines around it.',
  schema: z.object({
    path: pathArgument,
    oldText: z.string().describe('The text as it stands in the file.'),
    newText: z.string().describe('The text that takes its place.'),
  }),
  subject: ({ path }) => treePath(path),
  async run({ path: given, oldText, newText }, context) {
    const path = treePath(given);
    const before = await readBefore(path, context);
    if ('refused' in before) return refusal(`${path} was not changed. ${before.refused}`, before.refused);
    const existing = before.text;
    if (existing === undefined) return refusal(`There is no file ${path}. To create it, use write_file.`, 'not found');
    const edited = replaceOnce(path, existing, oldText, newText);
    if (!edited.ok)
      return refusal(`${path} was not changed. ${edited.reason}`, 'the text to replace was not found once');
    const reason = await writeText(path, edited.text, existing, context, newText);
    if (reason !== undefined) return refusal(`${path} was not changed. ${reason}`, reason);
    return answer(`${path} was changed.`);
  },
});
