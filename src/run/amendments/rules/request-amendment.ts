import type { LanguageModelV4 } from '@ai-sdk/provider';
import { requestStructuredAnswer, UnusableAnswerError } from '../../../models/calls/structured-answer.ts';
import { formatErrorDetail } from '../../../foundation/errors.ts';
import { AMENDMENT_SYSTEM_PROMPT, buildAmendmentPrompt, type AmendmentContext } from './amendment-prompt.ts';
import { proposalSchema, type Proposal } from './proposal.ts';
import { reviewProposal, type ProposalContext, type ValidProposal } from './review-proposal.ts';

/** The first answer and two corrections. */
const MAX_TRIES = 3;

export interface AmendmentRequest extends AmendmentContext, Pick<ProposalContext, 'situation'> {
  /** A guarded model, which enforces the budget, the retry policy and the time limits. */
  readonly model: LanguageModelV4;
  /** Removes secrets from the text that is sent. An answer with a secret is not accepted. */
  readonly redact: (text: string) => string;
  readonly signal: AbortSignal;
}

/** The result of requesting an amendment from a model. */
export type AmendmentAnswer =
  | { readonly proposal: Proposal; readonly reviewed: ValidProposal }
  | {
      /** Why there is no amendment, as a sentence. */
      readonly dropped: string;
      /** The last answer that matched the schema of a proposal. */
      readonly proposal?: Proposal;
    };

/**
 * [ENF-AMEND-1] Requests an amendment as structured data. The errors of an answer are sent back to the model. If the last
 * try also has errors, the proposal is dropped.
 * @throws HoldfastError if a model call fails: no connection, exhausted budget, canceled
 */
export async function requestAmendment(request: AmendmentRequest): Promise<AmendmentAnswer> {
  let last: Proposal | undefined;
  let reviewed: ValidProposal | undefined;
  try {
    const proposal = await requestStructuredAnswer({
      model: request.model,
      system: AMENDMENT_SYSTEM_PROMPT,
      prompt: request.redact(buildAmendmentPrompt(request)),
      schema: proposalSchema,
      label: { purpose: 'amendment', chunk: request.chunkId },
      maxTries: MAX_TRIES,
      signal: request.signal,
      redact: request.redact,
      findMistake: async (answer) => {
        last = answer;
        const outcome = await reviewProposal(request, answer);
        if ('errors' in outcome) return request.redact(outcome.errors.map(formatErrorDetail).join('\n'));
        reviewed = outcome;
        return undefined;
      },
    });
    if (reviewed !== undefined) return { proposal, reviewed };
  } catch (thrown) {
    if (!(thrown instanceof UnusableAnswerError)) throw thrown;
    return {
      dropped: `None of ${MAX_TRIES} answers was usable: ${thrown.mistake}`,
      ...(last ? { proposal: last } : {}),
    };
  }
  return { dropped: 'The proposal was not reviewed.' };
}
