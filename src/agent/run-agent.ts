import { CancelledError, HoldfastError, throwIfCancelled } from '../shared/errors.ts';
import { systemClock } from '../models/clock.ts';
import { CostLimitError } from '../models/cost-budget.ts';
import { ModelError } from '../models/model-error.ts';
import { saysContextFull } from '../models/model-failure.ts';
import type { AgentInput, AgentOutcome, StopReason } from './agent-input.ts';

import { applyAnswerBlocks } from './apply-blocks.ts';
import { Conversation } from './conversation.ts';
import { WriteLedger } from './write-ledger.ts';

const WHAT = 'the attempt';

/**
 * Carries out one attempt: the model is asked, its tools are run in the attempt's tree, their results are told to it,
 * until it is done or a limit is reached. The engine adds no user message of its own: mistakes go back as results of
 * tools, and what cannot (a model without tools) is left to the next attempt as a problem.
 *
 * @throws HoldfastError `model` where the model cannot be reached, `limit` where a cost limit cannot be kept at all
 * @throws CancelledError as soon as the signal is aborted
 */
export async function runAgent(input: AgentInput): Promise<AgentOutcome> {
  throwIfCancelled(input.signal, WHAT);
  const timeUp = new AbortController();
  const stopClock = (input.clock ?? systemClock).after(input.limits.timeoutMs, () => timeUp.abort());
  const ledger = new WriteLedger();
  const problems: string[] = [];
  const conversation = new Conversation(input, ledger, AbortSignal.any([input.signal, timeUp.signal]));
  let stopReason: StopReason;
  try {
    stopReason = await converse(conversation, input, ledger, problems);
  } catch (thrown) {
    const limit = limitOf(thrown, input, timeUp.signal, conversation);
    stopReason = limit.stopReason;
    problems.push(limit.problem);
  } finally {
    stopClock();
  }
  return {
    stopReason,
    output: conversation.output,
    messages: conversation.messages,
    steps: conversation.steps,
    ...conversation.totals,
    written: ledger.written,
    deleted: ledger.deleted,
    refused: ledger.refused,
    problems,
    ...(ledger.amendmentReason === undefined ? {} : { amendmentReason: ledger.amendmentReason }),
  };
}

async function converse(
  conversation: Conversation,
  input: AgentInput,
  ledger: WriteLedger,
  problems: string[],
): Promise<StopReason> {
  const { maxSteps } = input.limits;
  for (let number = 1; number <= maxSteps; number++) {
    const step = await conversation.ask();
    if (step.tools.length > 0) {
      await conversation.runTools(step.tools);
      continue;
    }
    // A model that has written with its tools means the code in its last words as an explanation.
    if (ledger.isEmpty) {
      problems.push(
        ...(await applyAnswerBlocks(step.text, {
          ...input,
          ledger,
          withTools: conversation.withTools,
          redact: input.model.redact,
        })),
      );
    }
    if (step.finishReason === 'length') {
      problems.push('The last answer was cut off at the limit of output tokens.');
      return 'output-limit';
    }
    if (step.finishReason === 'content-filter') {
      problems.push("The provider's content filter ended the answer.");
      return 'content-filter';
    }
    if (!ledger.isEmpty) return 'finished';
    if (problems.length === 0) problems.push('The answer changed no file.');
    return 'no-change';
  }
  problems.push(`The attempt was ended after ${maxSteps} steps.`);
  return 'step-limit';
}

interface Limit {
  readonly stopReason: StopReason;
  readonly problem: string;
}

/** The limit that an error stands for; everything else is thrown on. */
function limitOf(thrown: unknown, input: AgentInput, timeUp: AbortSignal, conversation: Conversation): Limit {
  if (input.signal.aborted) throw new CancelledError(WHAT);
  if (timeUp.aborted) {
    return {
      stopReason: 'time-limit',
      problem: `The attempt was ended after ${Math.round(input.limits.timeoutMs / 1000)} s.`,
    };
  }
  if (thrown instanceof CostLimitError && thrown.reason === 'spent')
    return { stopReason: 'cost-limit', problem: thrown.message };
  if (thrown instanceof ModelError && conversation.steps > 0 && saysContextFull(thrown)) {
    return {
      stopReason: 'context-limit',
      problem: 'The conversation outgrew what the model can take in: read less, and in parts.',
    };
  }
  if (thrown instanceof HoldfastError) throw thrown;
  throw new HoldfastError('internal', `Failed to carry out the attempt: ${conversation.redact(String(thrown))}`, {
    cause: thrown,
  });
}
