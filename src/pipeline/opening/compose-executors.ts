import { HOLDOUT_FILES } from '../../workspace/configuration/shared-files.ts';
import { listTermGlobs } from '../../run/terms/term-globs.ts';
import { DEFAULT_RETRY_POLICY } from '../../models/calls/retry-policy.ts';
import { createDocumentExecutors } from '../executors/create-document-executors.ts';
import { createGenerationExecutor } from '../executors/generation/generation-executor.ts';
import type { OpenedCommit } from '../executors/document-executor-services.ts';
import type { StageExecutor } from '../step/stage-executor.ts';
import type { PlanInput } from '../../verdicts/plan/check-plan.ts';
import { readPlanSituation } from '../../verdicts/plan/plan-situation.ts';
import type { RunServices } from '../../run/services/run-services.ts';
import { detectTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import { createProtectedMatcher } from '../../workspace/files/protected-files.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { writeTextCommit } from '../../workspace/git/write-text-commit.ts';
import type { StepOptions } from './pipeline-types.ts';
import { GateFiles } from '../../run/contracts/gate-files.ts';
import { requireServiceVersions } from './base-registry.ts';
import { openGenerationRun } from './open-generation-run.ts';
import { observeTree } from '../../run/domains/change-constraints.ts';
import { composeJudging } from './compose-judging.ts';
import type { ExecutorParts } from './executor-parts.ts';
import type { Telemetry } from '../../foundation/telemetry/telemetry.ts';

/** Workflows run on the forge's servers with its secrets. No stage may write one. */
const WORKFLOWS = '**/.github/{workflows,actions}/**';

/**
 * Composes the executors of the stages.
 *
 * @param baseCommit the commit whose configuration applies
 */
export async function composeExecutors(
  parts: ExecutorParts,
  baseCommit: string,
  options: StepOptions,
  signal: AbortSignal,
): Promise<readonly StageExecutor[]> {
  const { basis, forge, git, base } = parts;
  const { model, onEvent = () => undefined } = options;
  const settings = model === undefined ? {} : { model };
  const run = await basis.openServicesOf(baseCommit, settings, signal, onEvent);
  const { repository, configuration, clock, history } = run;
  await requireServiceVersions({ ...basis.domainContext(configuration, repository), repository }, baseCommit, signal);
  const isProtected = createProtectedMatcher({
    globs: [...listTermGlobs(configuration), WORKFLOWS],
    paths: await repository.listHookFolders(signal),
  });
  const documents = createDocumentExecutors({
    openModel: () => run.model(),
    calls: {
      retry: DEFAULT_RETRY_POLICY,
      stallTimeoutMs: configuration.limits.stallTimeoutSeconds * 1000,
      clock,
      onRetry: ({ reason }) => onEvent({ type: 'note', level: 'info', message: `model: ${reason}. Retrying.` }),
    },
    openCommit: (commit, stop) => openCommit(run, commit, stop),
    writeCommit: ({ files, ...commit }) =>
      writeTextCommit(git, {
        ...commit,
        files: Object.fromEntries(Object.entries(files).map(([file, text]) => [repository.prefix + file, text])),
      }),
    readSettings: (commit, stop) => base.readSettings(commit, stop),
    forge,
    readPlanSituation: (tree) => readSituation(run, tree),
    isProtected,
    observe: (tree) => observeTree(basis.domainContext(configuration, repository), { ...tree, folder: tree.root }),
    redact: run.redact,
    recordCall: ({ item, round, stage, attempt, call }) =>
      history.recordCall({ attempt, work: { item, round, stage }, call: { ...call, purpose: 'stage' } }),
  });
  const generation = createGenerationExecutor({
    forge,
    repository,
    openRun: (request) => openGenerationRun(request, { basis, model, report: onEvent }),
  });
  return [...documents, generation, ...composeJudging(parts, options)].map((executor) =>
    traceExecutor(executor, run.telemetry),
  );
}

/** A worktree of a commit without the scenarios, which the analysis forgets when it is closed. */
async function openCommit(
  { repository, analysis }: Pick<RunServices, 'repository' | 'analysis'>,
  commit: string,
  signal: AbortSignal,
): Promise<OpenedCommit> {
  const worktree = await repository.openWorktree(commit, { without: HOLDOUT_FILES, signal });
  return {
    tree: worktree.tree,
    async [Symbol.asyncDispose]() {
      await analysis.close(worktree.root);
      await worktree.dispose();
    },
  };
}

/** What the plan rules know of a commit, with the gates of its gate files. */
async function readSituation(
  { analysis, configuration }: Pick<RunServices, 'analysis' | 'configuration'>,
  tree: SourceTree,
): Promise<Omit<PlanInput, 'document'>> {
  const gateFiles = new GateFiles(tree, () => Promise.resolve(configuration.gates));
  const { ids } = await gateFiles.readAll();
  return {
    ...(await readPlanSituation(tree, analysis, { setup: configuration.attempt.setup })),
    sharedGates: await gateFiles.gatesFor(new Set(ids)),
    findTestCommand: async () => (await detectTestCommand(tree))?.command,
  };
}

/** Executes a stage in a span. What the stage answered is not a part of it. */
function traceExecutor(executor: StageExecutor, telemetry: Telemetry): StageExecutor {
  const { stage } = executor;
  return {
    stage,
    estimateUsd: (input) => executor.estimateUsd(input),
    execute: (input) => {
      const { item, round } = input.state;
      return telemetry.inSpan('stage', { item, stage, round, sub_item: input.subItem }, async (span) => {
        const execution = await executor.execute(input);
        span.set({
          events: execution.events.map(({ type }) => type).join(','),
          failed: execution.error !== undefined,
          cost_usd: execution.costUsd ?? undefined,
        });
        return execution;
      });
    },
  };
}
