import { ForgeError } from '../../pipeline/forge/forge-error.ts';
import { labelNames } from '../../pipeline/state/labels.ts';
import { runStep, type StepResult } from '../../pipeline/step/run-step.ts';
import { toPolicy } from '../../pipeline/configuration/pipeline-policy.ts';
import type { StepOptions, StepReport } from '../api/pipeline-types.ts';
import type { BaseTip } from './base-configuration.ts';
import { isMalformedConfiguration, reportMalformedConfiguration } from './configuration-comment.ts';
import { describeProgress } from './describe-progress.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { readState } from './stored-state.ts';
import { toWorkItem } from './work-item.ts';

/**
 * Performs at most one transition of an item. Whether a later try may succeed is an outcome, `busy`; other errors are thrown.
 *
 * @throws HoldfastError `configuration` if the configuration on the base branch is malformed; the item has a comment then
 */
export async function performStep(parts: PipelineParts, id: string, options: StepOptions): Promise<StepReport> {
  const telemetry = await parts.telemetry();
  return telemetry.inSpan('step', { item: id, forge: parts.forge.kind }, async (span) => {
    const report = await stepOnce(parts, id, options);
    span.set({ outcome: report.outcome });
    return report;
  });
}

async function stepOnce(parts: PipelineParts, id: string, options: StepOptions): Promise<StepReport> {
  const signal = options.signal ?? new AbortController().signal;
  try {
    const tip = await readTip(parts, id, signal);
    const result = await runStep(id, {
      forge: parts.forge,
      store: parts.store,
      executors: parts.createExecutors(options, signal),
      readTerms: () =>
        Promise.resolve({ base: { branch: tip.branch, commit: tip.commit }, policy: toPolicy(tip.settings) }),
      heartbeatLimitMs: tip.settings.heartbeatLimitSeconds * 1000,
      identity: parts.identity,
      hasOwnerEnded: parts.hasOwnerEnded,
      now: Date.now,
      audit: parts.audit,
      signal,
    });
    return await toReport(parts, id, result, { tip, signal });
  } catch (thrown) {
    if (!(thrown instanceof ForgeError && thrown.retryable)) throw thrown;
    return { outcome: 'busy', summary: [thrown.message, thrown.hint].filter(Boolean).join('\n') };
  }
}

/** The tip of the base branch. A malformed configuration stops the item with a comment. */
async function readTip({ base, forge, store }: PipelineParts, id: string, signal: AbortSignal): Promise<BaseTip> {
  try {
    return await base.readTip(signal);
  } catch (thrown) {
    if (isMalformedConfiguration(thrown)) {
      await reportMalformedConfiguration(forge, id, await readState(store, id, signal), { error: thrown, signal });
    }
    throw thrown;
  }
}

async function toReport(
  { forge, store }: PipelineParts,
  id: string,
  { outcome, state: known, message }: StepResult,
  { tip, signal }: { readonly tip: BaseTip; readonly signal: AbortSignal },
): Promise<StepReport> {
  const item = await forge.readItem(id, signal);
  if (item === undefined) {
    throw new ForgeError(
      'not-found',
      `There is no item ${id}${forge.kind === 'github' ? ', or the token cannot see it' : ''}`,
      {
        hint: 'List the items with "holdfast items --all".',
      },
    );
  }
  const state = known ?? (await readState(store, id, signal));
  const report = { outcome, item: toWorkItem(item, state) };
  if (state !== undefined) {
    return { ...report, summary: message ?? describeProgress(state) };
  }
  if (message !== undefined) return { ...report, summary: message };
  const { run } = labelNames(tip.settings.labelPrefix);
  const summary = item.isOpen
    ? `The item is not in the pipeline: it does not have the label ${run}.`
    : 'The item is not in the pipeline: it is closed.';
  return { ...report, summary };
}
