import { countTextTokens } from '../../models/cost/token-estimate.ts';
import type { ForgeComment } from '../forge/forge.ts';
import { ContextTooLargeError, fitContext, type ContextPackage } from '../context/fit-context.ts';
import { readStandardItems } from '../context/repository-context.ts';
import type { StagePrompt } from '../stages/prompts/stage-prompt.ts';
import { stageRecordOf } from '../state/changes.ts';
import type { StageInput } from '../step/stage-executor.ts';
import type { BaseCommit, PreparedPrompt } from './document-stage.ts';

export interface AssembledPrompt {
  readonly prompt: StagePrompt;
  readonly context: Pick<ContextPackage, 'tokens' | 'limit' | 'omitted'>;
}

export interface PromptSources {
  readonly input: StageInput;
  readonly base: BaseCommit;
  /** The comments of people. */
  readonly remarks: readonly ForgeComment[];
  /** The tokens of the whole request. */
  readonly limit: number;
}

/**
 * Creates the prompt of a stage. The context gets the tokens that the rest of the prompt leaves [ASSERT-CODE-006].
 * @throws ContextTooLargeError if what cannot be left out does not fit
 */
export async function assemblePrompt(
  { context, create }: PreparedPrompt,
  { input: { state, item }, base, remarks, limit }: PromptSources,
): Promise<AssembledPrompt> {
  const { feedback, earlier } = stageRecordOf(state, state.stage);
  const material = {
    item,
    comments: remarks,
    feedback,
    ...(earlier === undefined ? {} : { earlier: showEarlier(earlier) }),
  };
  const fixed = create({ ...material, context: [] });
  const fixedTokens = await countTextTokens(`${fixed.system}\n${fixed.prompt}`);
  if (fixedTokens > limit) {
    throw new ContextTooLargeError('the work item with its comments and the instructions', fixedTokens, limit);
  }
  const standards = await readStandardItems(base.tree, base.settings.contextFiles);
  const fitted = await fitContext([...context, ...standards], limit - fixedTokens);
  const { items, tokens, omitted } = fitted;
  return { prompt: create({ ...material, context: items }), context: { tokens, limit: fitted.limit, omitted } };
}

/** An answer as the model sees it again: the document itself, or JSON. */
function showEarlier(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  if (typeof answer === 'object' && answer !== null && 'document' in answer && typeof answer.document === 'string') {
    return answer.document;
  }
  return JSON.stringify(answer, null, 2);
}
