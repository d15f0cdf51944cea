import { acceptanceCommandsOf } from '../../contract/acceptance-commands.ts';
import { randomUUID } from 'node:crypto';
import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import { HOLDOUT_FILES, INTERFACES_FOLDER } from '../../workspace/configuration/shared-files.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import type { Chunk } from '../../contract/model.ts';
import { withCallOrigin } from '../../models/base/call-origin.ts';
import type { JudgedChange } from '../executors/judging/judged-change.ts';
import { createReviewExecutor } from '../executors/judging/review-executor.ts';
import { createScenariosExecutor } from '../executors/judging/scenarios-executor.ts';
import type { StageExecutor } from '../step/stage-executor.ts';
import type { JudgingStage } from '../../workspace/configuration/pipeline/stage-names.ts';
import { readChange } from '../../verdicts/review/read-change.ts';
import { readStandards } from '../../verdicts/review/read-standards.ts';
import { reviewChange } from '../../verdicts/review/review-change.ts';
import type { ConstraintReport } from '../../verdicts/review/review-input.ts';
import type { ReviewReport } from '../../verdicts/review/review-report.ts';
import { withScenarioServices } from '../../run/scenarios/with-scenario-services.ts';
import { withRecordedCalls } from '../../run/services/recorded-calls.ts';
import type { RunServices } from '../../run/services/run-services.ts';
import { isAllowed } from '../../run/terms/judge-protection.ts';
import { describeHoldout } from '../../verdicts/scenarios/execution/holdout.ts';
import { runScenarios } from '../../verdicts/scenarios/execution/run-scenarios.ts';
import { openScenarioSource } from '../../verdicts/scenarios/files/scenario-source.ts';
import type { ScenarioReport } from '../../verdicts/scenarios/scenario-report.ts';
import type { StepOptions } from './pipeline-types.ts';
import { evaluateChangeConstraints } from '../../run/domains/change-constraints.ts';
import type { ExecutorParts } from './executor-parts.ts';

/** Composes the executors of the stages that judge the result of a sub-item. Everything that judges is read from its terms. */
export function composeJudging(parts: ExecutorParts, options: StepOptions): readonly StageExecutor[] {
  const { forge } = parts;
  return [
    createScenariosExecutor({ forge, runScenarios: (change) => runSubItemScenarios(parts, options, change) }),
    createReviewExecutor({ forge, reviewChange: (change) => reviewSubItem(parts, options, change) }),
  ];
}

/** The services of one judgement, with the configuration of its terms and the budget of its execution. */
async function openServices(
  { basis }: ExecutorParts,
  { model, onEvent = () => undefined }: StepOptions,
  change: JudgedChange,
  stage: JudgingStage,
): Promise<RunServices> {
  const { terms, maxCostUsd, budget, signal, item, round, subItem } = change;
  const settings = {
    ...(model === undefined ? {} : { model }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
    budget,
  };
  const opened = await basis.openServicesOf(terms, settings, signal, onEvent);
  const origin = { item, stage, round } as const;
  return {
    ...opened,
    history: opened.history.forWork({ ...origin, subItem: subItem.id }),
    model: async () => withCallOrigin(await opened.model(), origin),
    judgeModel: async (reference) => {
      const judge = await opened.judgeModel(reference);
      return judge && withCallOrigin(judge, origin);
    },
  };
}

async function runSubItemScenarios(
  parts: ExecutorParts,
  options: StepOptions,
  change: JudgedChange,
): Promise<ScenarioReport> {
  const opened = await openServices(parts, options, change, 'scenarios');
  const { repository, configuration, confinement, history } = opened;
  const { terms, commit, item, subItem, signal } = change;
  const { threshold, trajectories } = (await parts.base.readSettings(terms, signal)).scenarios;
  const { folder } = configuration.scenarios;
  const source = await openScenarioSource(repository, { commit: terms, folder, signal });
  const covers = [...change.interfaces, ...(await listChangedInterfaces(opened, change))];
  await using worktree = await repository.openWorktree(terms, { without: HOLDOUT_FILES, signal });
  const services = { ...opened, termsFolder: worktree.root };
  const report = await withScenarioServices(
    services,
    () => undefined,
    (scenarioServices) =>
      runScenarios(
        {
          commit,
          source,
          covers,
          threshold,
          trajectories,
          jobs: configuration.jobs,
          holdout: describeHoldout(source, confinement.kind),
        },
        scenarioServices,
      ),
  );
  const { outcome, score } = report;
  const id = randomUUID();
  await history.recordScenarioReport({ id, commit, item, subItem: subItem.id, outcome, score, report });
  return report;
}

/** The interfaces of the registry for which the specification names a module that the change touches. */
async function listChangedInterfaces(
  { repository, signal }: Pick<RunServices, 'repository' | 'signal'>,
  { base, commit, registryInterfaces }: JudgedChange,
): Promise<readonly string[]> {
  if (registryInterfaces.length === 0) return [];
  const changed = (await repository.listChanges(base, commit, signal)).map(({ path }) => path);
  return registryInterfaces
    .filter(({ module }) => changed.some((file) => file === module || file.startsWith(`${module}/`)))
    .map(({ id }) => id);
}

async function reviewSubItem(parts: ExecutorParts, options: StepOptions, change: JudgedChange): Promise<ReviewReport> {
  const opened = await openServices(parts, options, change, 'review');
  const { repository, analysis, history, signal } = opened;
  const { terms, base, commit, item, round, subItem, specification } = change;
  const chunk = findChunk(change);
  const read = await readChange({
    repository,
    analysis,
    from: base,
    to: commit,
    commands: chunk === undefined ? [] : acceptanceCommandsOf(chunk),
    signal,
  });
  const tree = repository.readTree(terms, signal);
  const { contextFiles } = await parts.base.readSettings(terms, signal);
  const standards = await readStandards(tree, contextFiles);
  const task = `# Sub-item: ${subItem.title}\n\n${subItem.description}`;
  const changedFiles = read.change.changedFiles.map(({ path }) => path);
  return withRecordedCalls(opened, { purpose: 'review' }, (policy) =>
    reviewChange(
      {
        ...read,
        specification: { file: specification.file, text: `${specification.text.trimEnd()}\n\n${task}` },
        standards,
        constraints: () => evaluateConstraints(parts, opened, change, changedFiles),
        isAllowed: (protectedChange) => chunk !== undefined && isAllowed(chunk, protectedChange),
      },
      {
        openModel: opened.model,
        policy,
        redact: opened.redact,
        answers: { get: (key) => history.readAnswer(key), put: (key, answer) => history.saveAnswer(key, answer) },
        label: { item, stage: 'review', round, chunk: subItem.id },
        signal,
      },
    ),
  );
}

function findChunk({ contract, subItem }: JudgedChange): Chunk | undefined {
  const { contract: read } = readContract({ ...contract, checks: CHECKS });
  return read?.chunks.find(({ id }) => id === subItem.id);
}

/** Compares the result with the registry of the terms. Both are checked out, because services read files. */
async function evaluateConstraints(
  { basis }: ExecutorParts,
  { repository, configuration, signal }: Pick<RunServices, 'configuration' | 'repository' | 'signal'>,
  { terms, commit }: JudgedChange,
  changedFiles: readonly string[],
): Promise<ConstraintReport> {
  const files = await repository.listFiles(terms, signal);
  if (!files.some((file) => file.startsWith(`${INTERFACES_FOLDER}/`))) {
    return { findings: [], warnings: [], note: `There is no interface registry (${INTERFACES_FOLDER}).` };
  }
  await using ofTerms = await repository.openWorktree(terms, { without: HOLDOUT_FILES, signal });
  await using ofResult = await repository.openWorktree(commit, { without: HOLDOUT_FILES, signal });
  const view = { ...ofResult.view, visible: [...ofResult.view.visible, ...ofTerms.view.visible] };
  return await evaluateChangeConstraints(
    basis.domainContext(configuration, repository),
    { folder: ofTerms.root, root: ofResult.root, commit, view, signal },
    changedFiles,
  );
}
