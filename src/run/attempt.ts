import type { ModelMessage } from 'ai';
import type { AgentOutcome } from '../agent/agent-input.ts';
import { runAgent } from '../agent/run-agent.ts';
import { isForWantOfTrust } from '../checks/evidence/trust.ts';
import type { AssertionResult } from '../checks/result.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import type { ConfiguredModel } from '../models/configured-model.ts';
import { buildPrompt, type PromptInput } from '../prompts/build-prompt.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import { AttemptFiles } from '../workspace/file-access.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { checkChunk } from './chunk-check.ts';
import type { AttemptReport, CommandReport, Stage } from './result.ts';
import type { AttemptRetryContext } from './retry-context.ts';
import type { RunServices } from './services.ts';
import { brokenConditions, validateSnapshot, type Verdict } from './validation.ts';

export interface AttemptInput {
  readonly runId: string;
  readonly number: number;
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  /** What every attempt of the chunk starts from. */
  readonly base: Snapshot;
  readonly baseline: CommandReport | undefined;
  readonly model: ConfiguredModel;
  readonly prompt: Omit<PromptInput, 'retry'>;
  readonly retry: AttemptRetryContext | undefined;
  /** The conversation of the attempt before, where this one goes on with it. */
  readonly conversation?: readonly ModelMessage[];
  readonly services: RunServices;
}

export interface AttemptOutcome {
  readonly verdict: Verdict;
  /** The tree after the model's writes. */
  readonly result: Snapshot;
  /** The chunk's own change: what differs from the base, and what was written without a difference. */
  readonly changedFiles: readonly string[];
  readonly report: Omit<AttemptReport, 'validation'>;
  /** Why the model asks for an amendment of the contract; undefined where it does not. */
  readonly amendmentReason: string | undefined;
  /** The whole conversation, without the system text. */
  readonly conversation: readonly ModelMessage[];
}

/** One execution of one chunk by the model: from the base, in the attempt's own tree, up to the verdict. */
export async function runAttempt(input: AttemptInput): Promise<AttemptOutcome> {
  const { attempt, chunk, services } = input;
  services.report({ type: 'stage', chunk: chunk.id, stage: 'write' });
  const files = new AttemptFiles(attempt, { allowedFiles: chunk.allowedFiles, forbiddenFiles: chunk.forbiddenFiles });
  const outcome = await converse(input, files);

  const result = await attempt.snapshot({ written: outcome.written, signal: services.signal });
  const changes = await attempt.changes(input.base.commit, result.commit);
  const changedFiles = [...new Set([...changes.map((change) => change.path), ...outcome.written])].sort();
  await services.analysis.filesChanged(attempt.root, changedFiles);
  const verdict = await validateSnapshot({ ...input, judged: result, changedFiles });
  const problems = [...executionProblems(outcome), ...verdict.problems];
  return {
    verdict: { ...verdict, problems, passed: verdict.passed && acceptable(outcome, verdict) },
    result,
    changedFiles,
    amendmentReason: outcome.amendmentReason,
    conversation: outcome.messages,
    report: {
      number: input.number,
      inputTokens: outcome.inputTokens,
      outputTokens: outcome.outputTokens,
      costUsd: outcome.costUsd,
      refusedWrites: outcome.refused,
      stopReason: outcome.stopReason,
      diff: await attempt.diff(input.base.commit, result.commit),
      output: outcome.output,
    },
  };
}

function converse(input: AttemptInput, files: AttemptFiles): Promise<AgentOutcome> {
  const { chunk, services, model, runId } = input;
  const { limits } = services.configuration;
  const { system, user } = buildPrompt({ ...input.prompt, retry: input.retry });
  const records: Promise<void>[] = [];
  return runAgent({
    model,
    system,
    prompt: user,
    ...(input.conversation === undefined ? {} : { history: input.conversation }),
    files,
    checkContract: (signal) => describeStanding(input, files, signal),
    limits: {
      maxSteps: limits.maxSteps,
      timeoutMs: limits.attemptTimeoutSeconds * 1000,
      stallTimeoutMs: limits.stallTimeoutSeconds * 1000,
      budget: services.budget,
    },
    signal: services.signal,
    onEvent: (event) => services.report({ ...event, chunk: chunk.id }),
    onCall: (call) => records.push(services.history.recordCall({ runId, attempt: input.number, call })),
    clock: services.clock,
    label: { chunk: chunk.id, attempt: input.number },
  }).finally(() => Promise.all(records));
}

/** The answer of the `check_contract` tool: what fails now. Commands run only after the attempt. */
async function describeStanding(input: AttemptInput, files: AttemptFiles, signal: AbortSignal): Promise<string> {
  const { attempt, chunk, services } = input;
  await services.analysis.filesChanged(attempt.root, files.written);
  const checked = await checkChunk({
    ...input,
    analysis: services.analysis,
    root: attempt.root,
    changedFiles: files.written,
    trusted: false,
    commandTimeoutMs: 0,
    signal,
  });
  const missing = await brokenConditions(chunk.postconditions, attempt);
  const lines = [
    ...missing.map((condition) => `FAILS  postcondition ${condition.kind} ${condition.path}`),
    ...[...checked.assertResults, ...checked.suggestResults].map(standingOf),
  ];
  return lines.length > 0 ? lines.join('\n') : 'The chunk names no assertions.';
}

function standingOf({ assertion, passed, expected, actual, error }: AssertionResult): string {
  if (passed) return `holds  ${assertion.message}`;
  if (isForWantOfTrust(error)) return `later  ${assertion.message}; it is checked when you have finished`;
  return `FAILS  (${assertion.type}) ${assertion.message}; expected: ${expected ?? '-'}; actual: ${actual ?? error ?? '-'}`;
}

/** What went wrong while the model worked, apart from what the assertions say. */
function executionProblems(outcome: AgentOutcome): { stage: Stage; message: string }[] {
  return outcome.problems.map((message) => ({ stage: 'write', message }));
}

/** A model that wrote nothing is accepted only where asserts exist and hold: "nothing to do" must be provable. */
function acceptable(outcome: AgentOutcome, verdict: Verdict): boolean {
  const wrote = outcome.written.length > 0 || outcome.deleted.length > 0;
  return wrote || verdict.assertResults.length > 0;
}
