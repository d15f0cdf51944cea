import * as z from 'zod';
import { succeed, defineTool } from './agent-tool.ts';

/** [ENF-AMEND-1] Lets the model report that the contract itself is wrong. The report does not affect the verdict. */
export const proposeAmendment = defineTool({
  name: 'propose_amendment',
  description:
    'Reports that the contract itself is wrong, because the task cannot be done with a signature, type or name that it requires. It changes nothing; a person decides. Still write the best code you can.',
  schema: z.object({
    reason: z.string().min(1).describe('What is wrong in the contract, why, and what it should state instead.'),
  }),
  subject: ({ reason }) => reason.split('\n', 1)[0] ?? '',
  async run({ reason }, { ledger }) {
    ledger.recordAmendmentRequest(reason);
    return Promise.resolve(
      succeed(
        'The reason was recorded. If your change builds but fails the contract, an amendment is prepared, and a person decides on it.',
      ),
    );
  },
});
