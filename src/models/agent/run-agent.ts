import { ModelError } from '../base/model-error.ts';
import { isContextOverflow } from '../calls/model-failure.ts';
import { REPETITION } from '../calls/repetition.ts';
import { CostLimitError } from '../cost/cost-budget.ts';
import { systemClock } from '../../foundation/clock.ts';
import { CancelledError, HoldfastError, throwIfCancelled } from '../../foundation/errors.ts';
import type { AgentInput, AgentOutcome, StopReason, WriteMeans } from './agent-input.ts';
import { applyAnswerBlocks } from './apply-blocks.ts';
import { ENDED_AFTER } from './call-loop.ts';
import { Conversation } from './conversation.ts';
import { KeptDeclarations } from './files/kept-declarations.ts';
import { withoutSecrets } from './files/secret-free-files.ts';
import { WriteLedger } from './files/write-ledger.ts';
import { deleteFile } from './tools/delete-file.ts';
import { editFile } from './tools/edit-file.ts';
import { writeFile } from './tools/write-file.ts';

const ATTEMPT = 'the attempt';
const WRITE_TOOLS: ReadonlySet<string> = new Set([writeFile, editFile, deleteFile].map(({ name }) => name));

/**
 * Runs one attempt: requests answers of the model and executes their tool calls in the worktree until the model finishes
 * or a limit is reached. No further user message is added. The model receives the errors of its tool calls as tool
 * results. Errors in the blocks of an answer are returned as problems for the next attempt.
 *
 * @throws HoldfastError `model` if the model cannot be reached, `limit` if a cost limit cannot be enforced
 * @throws CancelledError when the signal is aborted
 */
export async function runAgent(requested: AgentInput): Promise<AgentOutcome> {
  const input = { ...requested, files: withoutSecrets(requested.files, requested.model.redact) };
  throwIfCancelled(input.signal, ATTEMPT);
  const timeout = new AbortController();
  const stopClock = (input.clock ?? systemClock).after(input.limits.timeoutMs, () => timeout.abort());
  const ledger = new WriteLedger(new KeptDeclarations(input.readDeclarations, input.task, input.start));
  const problems: string[] = [];
  const conversation = new Conversation(input, ledger, AbortSignal.any([input.signal, timeout.signal]));
  let stopReason: StopReason;
  let unusedMeans: WriteMeans | undefined;
  try {
    ({ stopReason, unusedMeans } = await converse(conversation, input, ledger, problems));
  } catch (thrown) {
    const limit = toLimit(thrown, input, timeout.signal, conversation);
    stopReason = limit.stopReason;
    problems.push(limit.problem);
  } finally {
    stopClock();
  }
  const lost = await ledger.kept.findAllLost((path) => input.files.read(path));
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
    offeredTools: conversation.withTools,
    calledTools: conversation.hasCalledTools,
    ...(lost.length === 0 ? {} : { lost }),
    ...(unusedMeans === undefined ? {} : { unusedMeans }),
    ...(ledger.amendmentReason === undefined ? {} : { amendmentReason: ledger.amendmentReason }),
  };
}

interface Ending {
  readonly stopReason: StopReason;
  readonly unusedMeans?: WriteMeans;
}

async function converse(
  conversation: Conversation,
  input: AgentInput,
  ledger: WriteLedger,
  problems: string[],
): Promise<Ending> {
  const { maxSteps } = input.limits;
  let triedToWrite = false;
  for (let number = 1; number <= maxSteps; number++) {
    const step = await conversation.nextStep();
    if (step.toolCalls.length > 0) {
      triedToWrite ||= step.toolCalls.some(({ name }) => WRITE_TOOLS.has(name));
      await conversation.runTools(step.toolCalls);
      if (!conversation.isEndless) continue;
      problems.push(
        `The attempt ended, because the same tool call was made ${ENDED_AFTER} times in a row with the same result.`,
      );
      return { stopReason: 'repeated-call' };
    }
    // If the model has written files with tools, code in its last message is only an explanation.
    const applied = ledger.isEmpty
      ? await applyAnswerBlocks(step.text, { ...input, ledger, redact: input.model.redact })
      : [];
    problems.push(...applied);
    if (step.finishReason === REPETITION) {
      problems.push('The last answer was ended, because it repeated the same text without an end.');
      return { stopReason: 'repeated-text' };
    }
    if (step.finishReason === 'length') {
      problems.push('The last answer was cut off at the limit of output tokens.');
      return { stopReason: 'output-limit' };
    }
    if (step.finishReason === 'content-filter') {
      problems.push("The provider's content filter ended the answer.");
      return { stopReason: 'content-filter' };
    }
    if (!ledger.isEmpty) return { stopReason: 'finished' };
    if (problems.length === 0) problems.push('The answer changed no file.');
    if (conversation.withTools) return { stopReason: 'no-change', ...(triedToWrite ? {} : { unusedMeans: 'tools' }) };
    return { stopReason: 'no-change', ...(applied.length > 0 ? {} : { unusedMeans: 'blocks' }) };
  }
  problems.push(`The attempt reached the limit of ${maxSteps} steps.`);
  return { stopReason: 'step-limit' };
}

interface Limit {
  readonly stopReason: StopReason;
  readonly problem: string;
}

/**
 * Determines which limit caused an error. Otherwise throws a CancelledError if the caller canceled the attempt, or the
 * error as a HoldfastError.
 */
function toLimit(thrown: unknown, input: AgentInput, timeout: AbortSignal, conversation: Conversation): Limit {
  if (input.signal.aborted) throw new CancelledError(ATTEMPT);
  if (timeout.aborted) {
    return {
      stopReason: 'time-limit',
      problem: `The attempt reached the time limit of ${Math.round(input.limits.timeoutMs / 1000)} s.`,
    };
  }
  if (thrown instanceof CostLimitError && thrown.reason === 'spent')
    return { stopReason: 'cost-limit', problem: thrown.message };
  if (thrown instanceof ModelError && conversation.steps > 0 && isContextOverflow(thrown)) {
    return {
      stopReason: 'context-limit',
      problem:
        'The conversation exceeded the context window of the model. Read fewer files, and only the parts you need.',
    };
  }
  if (thrown instanceof HoldfastError) throw thrown;
  throw new HoldfastError('internal', `Failed to run the attempt: ${conversation.redact(String(thrown))}`, {
    cause: thrown,
  });
}
