import * as z from 'zod';
import { answer, defineTool } from './agent-tool.ts';

/** [ENF-AMEND-1] The model's way to say that the contract itself is wrong. It changes nothing of the verdict. */
export const proposeAmendment = defineTool({
  name: 'propose_amendment',
  description:
    'Says that the contract itself cannot be right, because a signature, type or name that it asks for cannot do what the task needs. Nothing is changed by it; a person decides. Still write the best code you can.',
  schema: z.object({
    reason: z.string().min(1).describe('What in the contract is wrong, why, and what it should say instead.'),
  }),
  subject: ({ reason }) => reason.split('\n', 1)[0] ?? '',
  async run({ reason }, { ledger }) {
    ledger.askForAmendment(reason);
    return Promise.resolve(
      answer(
        'Noted: if your change builds and fails on the contract, an amendment is prepared for a person to decide on.',
      ),
    );
  },
});
