import { ForgeError } from '../forge/forge-error.ts';
import { labelNames } from '../state/labels.ts';
import { runStep, type StepResult } from '../step/run-step.ts';
import type { PipelineSettings } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import type { ItemState } from '../state/item-state.ts';
import { toPolicy } from '../state/policy.ts';
import type { StepOptions, StepReport } from './pipeline-types.ts';
import { BaseBranchError } from './base-branch.ts';
import type { BaseTip } from './base-configuration.ts';
import { describeStop, reportStop } from './stop-comment.ts';
import { describeStep } from './describe-progress.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { readState } from './stored-state.ts';
import { toWorkItem } from './work-item.ts';

/**
 * Performs at most one transition of an item. Whether a later try may succeed is an outcome, `busy`; other errors are thrown.
 *
 * @throws HoldfastError if the configuration is malformed or the base branch is gone; the item has a comment then
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
  const { forge, store } = parts;
  try {
    const terms = await openTerms(parts, id, signal);
    const result = await runStep(id, {
      forge,
      store,
      executors: parts.createExecutors(options, signal),
      readTerms: async () => {
        const { branch, commit, settings } = await terms.readTip();
        return { base: { branch, commit }, policy: toPolicy(settings) };
      },
      requireBase: async (state) => {
        await requireBase(state, terms, parts, signal);
        // The registry of the round applies, also if the base branch has another one since.
        await parts.base.readSettings(state.base.commit, signal);
      },
      heartbeatLimitMs: terms.settings.heartbeatLimitSeconds * 1000,
      identity: parts.identity,
      hasOwnerEnded: parts.hasOwnerEnded,
      repository: parts.repository,
      prefix: parts.prefix,
      now: Date.now,
      audit: parts.audit,
      slots: options.slots,
      signal,
    });
    return await toReport(parts, id, result, { terms, signal });
  } catch (thrown) {
    const report = describeStop(thrown);
    if (report !== undefined) await reportStop(forge, id, await readState(store, id, signal), { report, signal });
    if (!(thrown instanceof ForgeError && thrown.retryable)) throw thrown;
    return { outcome: 'busy', summary: [thrown.message, thrown.hint].filter(Boolean).join('\n') };
  }
}

/** The configuration of a step, and the tip that a new round starts from. */
interface StepTerms {
  readonly settings: PipelineSettings;
  /** Undefined if new rounds cannot start, because no base branch is found. */
  readonly branch: string | undefined;
  /** @throws BaseBranchError if no base branch is found */
  readonly readTip: () => Promise<BaseTip>;
}

/**
 * The terms of a step. An item that has started is configured by the commit that it started from if the base branch is gone
 * since, so that people can still cancel it.
 */
async function openTerms({ base, store }: PipelineParts, id: string, signal: AbortSignal): Promise<StepTerms> {
  try {
    const tip = await base.readTip(signal);
    return { settings: tip.settings, branch: tip.branch, readTip: () => Promise.resolve(tip) };
  } catch (thrown) {
    const state = thrown instanceof BaseBranchError ? await readState(store, id, signal) : undefined;
    if (state === undefined) throw thrown;
    const settings = await base.readSettings(state.base.commit, signal);
    return { settings, branch: undefined, readTip: () => base.readTip(signal) };
  }
}

/** @throws BaseBranchError if the branch that the round started from was renamed or deleted */
async function requireBase(
  { base, policy }: ItemState,
  { branch }: StepTerms,
  { forge }: PipelineParts,
  signal: AbortSignal,
): Promise<void> {
  if (branch === base.branch || (await forge.readBranch(base.branch, signal)) !== undefined) return;
  const target = branch === undefined ? 'the new base branch' : branch;
  const setting =
    branch === undefined ? ', after you have set "forge: { baseBranch: … }" in holdfast.config.yaml to it' : '';
  throw new BaseBranchError(
    'not-found',
    `The base branch ${base.branch}, which this item started from, does not exist`,
    `Restore the branch at ${base.commit} or later: the next step then continues. Or start a new round from ${target} with ` +
      `the comment \`/${policy.labelPrefix} restart\`${setting}.`,
  );
}

async function toReport(
  { forge, store }: PipelineParts,
  id: string,
  { outcome, state: known, message, refused, judged, refusedStage }: StepResult,
  { terms, signal }: { readonly terms: StepTerms; readonly signal: AbortSignal },
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
  const refusedCommands = refused === undefined ? {} : { refusedCommands: refused };
  const report = { outcome, item: toWorkItem(item, state), ...refusedCommands };
  if (state !== undefined) {
    return { ...report, summary: message ?? describeStep(state, { judged, refusedStage }) };
  }
  if (message !== undefined) return { ...report, summary: message };
  const { run } = labelNames(terms.settings.labelPrefix);
  const summary = item.isOpen
    ? `The item is not in the pipeline: it does not have the label ${run}.`
    : 'The item is not in the pipeline: it is closed.';
  return { ...report, summary };
}
