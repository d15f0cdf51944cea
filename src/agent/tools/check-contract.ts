import * as z from 'zod';
import { succeed, defineTool } from './agent-tool.ts';

export const checkContract = defineTool({
  name: 'check_contract',
  description:
    'Checks the current files against the contract and reports what does not hold yet. Call it before you finish.',
  schema: z.object({}),
  subject: () => '',
  async run(_input, { checkContract: check, signal }) {
    return succeed(await check(signal));
  },
});
