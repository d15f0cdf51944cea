import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { Engine, ScenarioEvent, ScenarioReport } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatShare } from '../base/report-labels.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { pickTargetFolder } from '../targets/folder-target.ts';
import { ScenarioProgress } from './scenario-progress.ts';
import { describeReport, formatScenarios } from './scenarios-view.ts';

type Services = Pick<ExtensionServices, 'engines' | 'jobs' | 'log' | 'paths' | 'scenariosPanel'>;

const pickFolderLabel = () => l10n.t('Select a folder with scenarios');

const scenariosSchema = z.object({ scenarios: z.array(z.string()) });

/** Runs scenarios that the argument names or the person picks, and shows the results. Returns the report. */
export async function runScenarios(services: Services, argument: unknown): Promise<ScenarioReport | undefined> {
  const folder = await pickTargetFolder(services, argument, pickFolderLabel());
  if (folder === undefined) return undefined;
  const requested = scenariosSchema.safeParse(argument).data?.scenarios;
  const ids = requested ?? (await pickScenarios(await services.engines.get(folder)));
  if (ids === undefined) return undefined;
  const jobs = await services.jobs();
  (await services.scenariosPanel()).show({ folder });
  const progress = new ScenarioProgress();
  const report = await jobs.run(folder, 'scenarios', {
    title: l10n.t('Run Scenarios'),
    purpose: l10n.t('Run Scenarios'),
    starting: l10n.t('preparing the trajectories'),
    work: (engine, signal, reportProgress) => {
      const onEvent = (event: ScenarioEvent): void => {
        if (event.type === 'note') services.log.info(event.message);
        const line = progress.report(event);
        if (line !== undefined) reportProgress(line);
      };
      return engine.scenarios.run({ ids, signal, onEvent });
    },
  });
  const message = l10n.t(
    'Holdfast: scenarios: {0}, score {1}',
    describeReport(report).label,
    formatShare(report.score),
  );
  if (report.outcome === 'passed' || report.outcome === 'skipped') vscode.window.setStatusBarMessage(message, 5_000);
  else void vscode.window.showWarningMessage(message);
  return report;
}

/** The ids of the scenarios that the person picks, all selected at first; undefined if the person cancels. */
async function pickScenarios(engine: Engine): Promise<readonly string[] | undefined> {
  const { scenarios } = await engine.scenarios.files();
  const items = scenarios.flatMap(({ file, value }) => {
    if (value === undefined) return [];
    const { id, title, covers, trajectories } = value;
    const count =
      trajectories === undefined ? [] : [formatCount(trajectories, l10n.t('trajectory'), l10n.t('trajectories'))];
    return [{ label: title, description: id, detail: [file, ...count, ...covers].join(' · '), picked: true, id }];
  });
  const [only, ...others] = items;
  if (!only)
    throw new HoldfastError(
      'not-found',
      scenarios.length === 0
        ? l10n.t('Failed to run scenarios: there is no scenario.')
        : l10n.t('Failed to run scenarios: every scenario has errors.'),
      {
        hint:
          scenarios.length === 0
            ? l10n.t('Write one in .holdfast/scenarios/.')
            : l10n.t('Fix the errors in the Problems view.'),
      },
    );
  if (others.length === 0) return [only.id];
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Run Scenarios'),
    placeHolder: l10n.t('Select the scenarios to run'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked === undefined || picked.length === 0 ? undefined : picked.map(({ id }) => id);
}

/** Shows the panel of the last results. */
export async function showScenarioResults(
  services: Pick<ExtensionServices, 'paths' | 'scenariosPanel'>,
  argument: unknown,
): Promise<void> {
  const folder = await pickTargetFolder(services, argument, pickFolderLabel());
  if (folder !== undefined) (await services.scenariosPanel()).show({ folder });
}

/** Copies the last results as text. */
export async function copyScenarioResults(
  services: Pick<ExtensionServices, 'engines' | 'paths' | 'store'>,
  argument: unknown,
): Promise<void> {
  const folder = await pickTargetFolder(services, argument, pickFolderLabel());
  if (folder === undefined) return;
  const report =
    findFolder(services.store.state, folder)?.jobs?.scenarios?.result ??
    (await (await services.engines.get(folder)).scenarios.results(1))[0]?.report;
  if (!report)
    throw new HoldfastError('not-found', l10n.t('Failed to copy the results: no scenario was run.'), {
      hint: l10n.t('Run "Holdfast: Run Scenarios" first.'),
    });
  await vscode.env.clipboard.writeText(formatScenarios(report));
  vscode.window.setStatusBarMessage(l10n.t('Holdfast: the results were copied'), 5_000);
}
