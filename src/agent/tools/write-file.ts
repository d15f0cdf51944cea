import * as z from 'zod';
import { answer, defineTool, pathArgument, refusal } from './agent-tool.ts';
import { treePath } from './tree-path.ts';
import { writeText } from './write-text.ts';

export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Writes a whole file, creating it and its folders where needed. The content must be complete: nothing may be left out.',
  schema: z.object({ path: pathArgument, content: z.string().describe('The whole content.') }),
  subject: ({ path }) => treePath(path),
  async run({ path: given, content }, context) {
    const path = treePath(given);
    const existing = await context.files.read(path).catch(() => undefined);
    const reason = await writeText(path, content, existing, context);
    if (reason !== undefined) return refusal(`${path} was not written. ${reason}`, reason);
    return answer(existing === undefined ? `${path} was created.` : `${path} was written.`);
  },
});
