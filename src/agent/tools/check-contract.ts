import * as z from 'zod';
import { answer, defineTool } from './agent-tool.ts';

export const checkContract = defineTool({
  name: 'check_contract',
  description:
    'Checks the files as they are now against the contract and tells what does not hold yet. Use it before you finish.',
  schema: z.object({}),
  subject: () => '',
  async run(_input, { checkContract: check, signal }) {
    return answer(await check(signal));
  },
});
