import type { LanguageModelV4 } from '@ai-sdk/provider';
import { structuredAnswer, UnusableAnswerError } from '../models/structured-answer.ts';
import { AMENDMENT_SYSTEM, amendmentPrompt, type AmendmentQuestion } from './amendment-prompt.ts';
import { proposalSchema, type Proposal } from './proposal.ts';
import { reviewProposal, type ProposalReview, type ReviewedProposal } from './review-proposal.ts';

/** The first answer, and two more that may mend it. */
const TRIES = 3;

export interface AskForAmendment extends AmendmentQuestion, Pick<ProposalReview, 'situation'> {
  /** A guarded model: its calls keep budget, retries and time limits. */
  readonly model: LanguageModelV4;
  /** Takes secrets out of what is sent. */
  readonly redact: (text: string) => string;
  readonly signal: AbortSignal;
}

/** What a model came to when it was asked for an amendment. */
export type AmendmentAnswer =
  | { readonly proposal: Proposal; readonly reviewed: ReviewedProposal }
  | {
      /** Why nothing came of it, as a sentence. */
      readonly dropped: string;
      /** The last answer that had the form of a proposal. */
      readonly proposal?: Proposal;
    };

/**
 * [ENF-AMEND-1] Asks for an amendment as structured data. What is wrong with an answer goes back to the model, twice at
 * most; then the proposal is dropped.
 * @throws HoldfastError what a call of the model throws: no connection, no budget, cancelled
 */
export async function askForAmendment(question: AskForAmendment): Promise<AmendmentAnswer> {
  let last: Proposal | undefined;
  let reviewed: ReviewedProposal | undefined;
  try {
    const proposal = await structuredAnswer({
      model: question.model,
      system: AMENDMENT_SYSTEM,
      prompt: question.redact(amendmentPrompt(question)),
      schema: proposalSchema,
      label: { purpose: 'amendment', chunk: question.chunkId },
      tries: TRIES,
      signal: question.signal,
      mistakeOf: async (answer) => {
        last = answer;
        const outcome = await reviewProposal(question, answer);
        if ('errors' in outcome) return question.redact(outcome.errors.join('\n'));
        reviewed = outcome;
        return undefined;
      },
    });
    if (reviewed !== undefined) return { proposal, reviewed };
  } catch (thrown) {
    if (!(thrown instanceof UnusableAnswerError)) throw thrown;
    return { dropped: `No answer of ${TRIES} was usable: ${thrown.mistake}`, ...(last ? { proposal: last } : {}) };
  }
  return { dropped: 'The proposal was not reviewed.' };
}
