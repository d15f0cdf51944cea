import * as z from 'zod';
import { answer, defineTool, pathArgument, refusal } from './agent-tool.ts';
import { treePath } from './tree-path.ts';
import { readBefore, writeText } from './write-text.ts';

export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Writes a whole file, creating it and its folders where needed. The content must be complete: nothing may be left out.',
  schema: z.object({ path: pathArgument, content: z.string().describe('The whole content.') }),
  subject: ({ path }) => treePath(path),
  async run({ path: given, content }, context) {
    const path = treePath(given);
    const before = await readBefore(path, context);
    const reason = 'refused' in before ? before.refused : await writeText(path, content, before.text, context);
    if (reason !== undefined) return refusal(`${path} was not written. ${reason}`, reason);
    return answer('text' in before && before.text === undefined ? `${path} was created.` : `${path} was written.`);
  },
});
