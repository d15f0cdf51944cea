import { randomUUID } from 'node:crypto';
import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import { listFirst } from '../../foundation/list-first.ts';
import { KEPT_REFS } from '../../workspace/store/kept-results.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { attemptUntilAccepted } from '../attempt/attempt-loop.ts';
import { ChunkRunProgress } from '../attempt/chunk-run-progress.ts';
import { openWorker } from '../attempt/open-worker.ts';
import { ChunkGates } from '../gates/chunk-gates.ts';
import { keepUnrecorded } from '../landing/unrecorded-results.ts';
import { ResultNotLandedError } from '../landing/result-not-landed-error.ts';
import { createFailingBuildBlocker } from '../preflight/failing-build.ts';
import { findMissingProgram } from '../preflight/missing-program.ts';
import { preflightChunk } from '../preflight/preflight.ts';
import { judgePlan } from '../preflight/plan-findings.ts';
import { findUneditedTemplate } from '../preflight/unedited-template.ts';
import { gatherPrompt } from '../prompt/gather-prompt.ts';
import { findAwaitedByBuild } from '../validation/awaiting-build.ts';
import { findGreenCommands } from '../validation/find-green-command.ts';
import {
  toRunError,
  type Blocker,
  type ChunkRunResult,
  type CommandReport,
  type PlanFindingReport,
} from '../report/run-result.ts';
import type { ChunkRunInput, ChunkRunOutcome, StartingTree } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import { namesCommands } from '../services/run-confinement.ts';
import { findTerms } from '../terms/find-terms.ts';
import { describeCommand } from '../validation/stage-command.ts';
import { buildBase } from '../worktree/worktree-life-cycle.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import { concludeChunk } from './conclude-chunk.ts';
import { skipChunk } from './skip-chunk.ts';

/**
 * Runs one chunk, unless it is done: preflight, attempts until the contract and the gates are met, landing, record. An
 * expected error becomes part of the result, so that the results of other chunks are not lost.
 */
export function runChunk(input: ChunkRunInput): Promise<ChunkRunOutcome> {
  return inChunkSpan(input, () => runAlone(input));
}

/** Two processes, such as two windows of an editor, must not pay for the same work. */
async function runAlone(input: ChunkRunInput): Promise<ChunkRunOutcome> {
  const { contract, chunk, services } = input;
  const lock = await services.repository.lockRun([contract.spec.id, chunk.id]);
  if (lock !== undefined) {
    try {
      return await runUnlessDone(input);
    } finally {
      lock.release();
    }
  }
  const busy = new HoldfastError('conflict', `Failed to run the chunk "${chunk.id}": it is being run already.`, {
    hint: 'Another window, terminal or agent runs it in this folder. Wait for its result, or cancel it there.',
    retryable: true,
  });
  const result = await toFailedResult(input, new ChunkRunProgress(input, randomUUID()), busy);
  services.report({ type: 'chunk-finished', result });
  return { result };
}

/** Runs the work on a chunk in a span with its outcome. */
export function inChunkSpan(
  { contract, chunk, services }: ChunkRunInput,
  work: () => Promise<ChunkRunOutcome>,
): Promise<ChunkRunOutcome> {
  return services.telemetry.inSpan('chunk', { spec: contract.spec.id, chunk: chunk.id }, async (span) => {
    const outcome = await work();
    const { runId, status } = outcome.result;
    span.set({ run: runId, status });
    return outcome;
  });
}

async function runUnlessDone(input: ChunkRunInput): Promise<ChunkRunOutcome> {
  const { document, chunk, services } = input;
  const progress = new ChunkRunProgress(input, randomUUID());
  const decision = await decideToRun(input, progress);
  if (decision.skipped !== undefined) return { result: decision.skipped };
  const revision = await readRevision(input);
  await services.history.startRun({ runId: progress.runId, document, chunk, revision });
  let outcome: ChunkRunOutcome;
  try {
    if ('failure' in decision) throw decision.failure;
    outcome = await execute(input, progress);
  } catch (thrown) {
    outcome = { result: await toFailedResult(input, progress, await keepPassing(input, progress, thrown)) };
  }
  try {
    await services.history.finishRun(progress.runId, outcome.result);
    outcome = await withUsage(services, outcome);
  } catch (thrown) {
    // The result says what was done, also if the history does not.
    if (!(thrown instanceof HoldfastError)) throw thrown;
    const message = `The history was not written: ${thrown.message}`;
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  }
  services.report({ type: 'chunk-finished', result: outcome.result });
  return outcome;
}

/**
 * [TRUST-5] Keeps a result that passed before something failed, and returns the error that says where it is. A result that
 * landed, or that is stored, is left alone.
 */
async function keepPassing(input: ChunkRunInput, progress: ChunkRunProgress, thrown: unknown): Promise<unknown> {
  const { passing } = progress;
  if (passing === undefined || thrown instanceof ResultNotLandedError) return thrown;
  try {
    const ref = await keepUnrecorded(input, progress.runId, passing);
    return new ResultNotLandedError(thrown, ref, ['It waits for review: "holdfast results" lists it.']);
  } catch {
    // It is still secured in Holdfast's storage, and the next run moves it to the repository.
    return new ResultNotLandedError(thrown, `${KEPT_REFS}${progress.runId}`);
  }
}

/** The commit that the history records for a run: of HEAD, or the one that the run starts from. */
async function readRevision({ start, services }: ChunkRunInput): Promise<string | null> {
  if (start !== undefined && services.termsFolder !== undefined) return start.tree.commit;
  return (await services.repository.readHead()).commit;
}

/** Adds the calls that were made for the run, as recorded: those of attempts, judges, gates and amendments. */
export async function withUsage(
  { history }: Pick<RunServices, 'history'>,
  outcome: ChunkRunOutcome,
): Promise<ChunkRunOutcome> {
  const usage = await history.readUsage(outcome.result.runId);
  return usage === undefined ? outcome : { ...outcome, result: { ...outcome.result, usage } };
}

/** Skips a chunk that is done. A failure is returned, so that it is recorded as the outcome of the run. */
async function decideToRun(
  input: ChunkRunInput,
  progress: ChunkRunProgress,
): Promise<{ readonly skipped?: ChunkRunResult | undefined; readonly failure?: unknown }> {
  try {
    return { skipped: await skipChunk(input, progress) };
  } catch (failure) {
    return { failure };
  }
}

/** The result of a run that was cancelled or ended with an error. Internal errors are recorded and rethrown. */
async function toFailedResult(
  { services }: ChunkRunInput,
  progress: ChunkRunProgress,
  thrown: unknown,
): Promise<ChunkRunResult> {
  const kept = thrown instanceof ResultNotLandedError ? { landed: thrown.landing } : {};
  if (thrown instanceof CancelledError || services.signal.aborted) {
    return progress.createResult('cancelled', { reason: 'The run was cancelled.', ...kept });
  }
  const error = toRunError(thrown);
  const result = progress.createResult('aborted', { reason: error.message, error, ...kept });
  if (thrown instanceof HoldfastError) return result;
  await services.history.finishRun(progress.runId, result);
  throw thrown;
}

async function execute(input: ChunkRunInput, progress: ChunkRunProgress): Promise<ChunkRunOutcome> {
  const { document, chunk, services, start } = input;
  services.report({
    type: 'chunk-started',
    runId: progress.runId,
    chunk: chunk.id,
    title: chunk.title,
    maxAttempts: progress.shownMaxAttemptNumber,
  });
  const unedited = findUneditedTemplate(document, chunk);
  if (unedited.length > 0) return block(input, progress, unedited);
  const base: StartingTree = start?.tree ?? (await snapshotUserTree(input));
  return withAttemptWorktree(input, base, (attempt) => executeInWorktree(input, progress, attempt, base));
}

async function snapshotUserTree({ chunk, services }: ChunkRunInput): Promise<StartingTree> {
  const base = await services.repository.createBase({ signal: services.signal });
  for (const message of base.notes) services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  return base;
}

const UNRESTRICTED_NOTE =
  'The chunk has no allowedFiles: it may write any file, except those that its result is judged by. Existing tests, ' +
  'package scripts and tool configuration are protected. List the files that it may write.';

async function executeInWorktree(
  input: ChunkRunInput,
  progress: ChunkRunProgress,
  attempt: AttemptWorktree,
  base: StartingTree,
): Promise<ChunkRunOutcome> {
  const { contract, chunk, services } = input;
  services.report({ type: 'stage', chunk: chunk.id, stage: 'preflight' });
  const listed = await attempt.listUnused();
  // Until the worktree is prepared, the analysis need not ask git for the files.
  if (listed !== undefined) await services.analysis.limitTo(attempt.root, listed);
  const plan = await judgePlan({ ...input, attempt, files: listed?.files });
  if (plan.strength !== undefined) {
    progress.strength = plan.strength;
    services.report({ type: 'strength', chunk: chunk.id, strength: plan.strength });
  }
  reportPlanFindings(input, progress, plan.reported);
  const blockedBy = await preflightChunk({ ...input, runId: progress.runId, attempt, plan });
  if (blockedBy.length > 0) return block(input, progress, blockedBy);
  if (services.agent !== undefined || namesCommands(contract, services.configuration, input.sharedGates)) {
    const message = services.confinement.takeWarning();
    if (message !== undefined) services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  }
  await services.history.setChunkStatus(contract.spec.id, chunk, 'running');
  const gates = new ChunkGates(input, progress.runId, progress.maxAttempts);
  const worker = await openWorker(services);
  const terms = await findTerms({ ...input, attempt });
  if (chunk.allowedFiles.length === 0) {
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message: UNRESTRICTED_NOTE });
  }
  const baseline = await buildBase({ ...input, attempt, base });
  const failingBuild =
    baseline?.passed === false ? await judgeFailingBuild(input, baseline, { attempt, base }) : undefined;
  if (failingBuild !== undefined) return block(input, progress, [failingBuild]);
  const missing = input.allowFailingBuild === true ? undefined : await findMissingProgram({ ...input, attempt });
  if (missing !== undefined) return block(input, progress, [missing]);
  const green = await findGreenCommands({ contract, chunk, services, base, attempt });
  if (green.length > 0) return block(input, progress, green);
  const prompt = { ...(await gatherPrompt({ ...input, attempt, terms })), instruction: input.instruction };
  progress.impact = prompt.impactSummary;
  const offersConflict = input.unattended !== true;
  const execution = { ...input, progress, gates, attempt, base, terms, baseline, offersConflict };
  return concludeChunk(
    execution,
    await attemptUntilAccepted({ ...execution, worker, prompt, next: input.earlierAttempts?.next ?? {} }),
  );
}

/**
 * A build that fails on the base blocks a chunk, unless it waits for what the chunk must create, or the person allows it.
 * Then it is a note.
 */
async function judgeFailingBuild(
  input: ChunkRunInput,
  baseline: CommandReport,
  tree: { readonly attempt: AttemptWorktree; readonly base: StartingTree },
): Promise<Blocker | undefined> {
  const { chunk, services } = input;
  const awaited = await findAwaitedByBuild(input, baseline, tree);
  if (awaited === undefined && input.allowFailingBuild !== true) {
    return createFailingBuildBlocker(baseline, { attempt: tree.attempt, services });
  }
  const message =
    awaited === undefined
      ? `The build was already failing before this run: ${describeCommand(baseline)}`
      : `The build waits for this chunk: it fails because of ${listFirst(awaited)}, which the chunk must create.`;
  const level = awaited === undefined ? 'warning' : 'info';
  services.report({ type: 'note', chunk: chunk.id, level, message });
  return undefined;
}

/** Ends the run before the model is called. */
function block(
  { chunk, services }: ChunkRunInput,
  progress: ChunkRunProgress,
  blockedBy: readonly Blocker[],
): ChunkRunOutcome {
  services.report({ type: 'blocked', chunk: chunk.id, blockedBy });
  const reason = blockedBy.map(({ details }) => details).join(' ');
  return { result: progress.createResult('blocked', { reason, blockedBy }) };
}

/** Adds the findings that stop nothing to the result, and reports them as progress. */
function reportPlanFindings(
  { chunk, services }: ChunkRunInput,
  progress: ChunkRunProgress,
  findings: readonly PlanFindingReport[],
): void {
  progress.planFindings = findings;
  for (const { rule, effect, message } of findings) {
    const label = effect === 'allowed' ? `Plan rule ${rule} (allowed by the contract)` : `Plan rule ${rule}`;
    const level = effect === 'allowed' ? 'info' : 'warning';
    services.report({ type: 'note', chunk: chunk.id, level, message: `${label}: ${message}` });
  }
}
