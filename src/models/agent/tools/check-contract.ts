import * as z from 'zod';
import { succeed, defineTool } from './agent-tool.ts';

/** [AGENT-9] */
export const checkContract = defineTool({
  name: 'check_contract',
  description:
    'Checks the current files against the contract and reports what fails and what was not run. By default it only reads files: nothing is compiled or executed. With {build: true} it also runs the build, the verification and the acceptance commands on a copy of the files. Call it before you finish.',
  schema: z.object({
    build: z
      .boolean()
      .optional()
      .describe('Whether to run the build, the verification and the acceptance commands, too. Takes longer.'),
  }),
  subject: ({ build }) => (build === true ? '{build: true}' : ''),
  async run({ build = false }, { checkContract: check, signal }) {
    const { text, note } = await check({ build }, signal);
    return succeed(text, note);
  },
});
