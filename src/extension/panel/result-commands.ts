import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { RunTarget } from '../state/target.ts';
import { parseCommandTarget, pickContract } from '../targets/command-target.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths' | 'resultsPanel' | 'runs' | 'store'>;

/** The number of runs that "Open History" lists. */
const MAX_LISTED_RUNS = 200;
/** The number of runs in which the summary of a stored run is searched. */
const MAX_SEARCHED_RUNS = 1_000;

/**
 * Shows the run in the argument. Without a run id, shows the newest run of the target in this window, or the current
 * verdict on the files if there was none.
 */
export async function showResults(services: Services, argument: unknown): Promise<void> {
  const requested = parseCommandTarget(argument);
  const runs = await services.runs();
  const panel = await services.resultsPanel();
  const session =
    requested?.runId === undefined
      ? runs.findLatest(requested)
      : (runs.findByRunId(requested.runId) ?? runs.findByChunkRunId(requested.runId));
  if (session) {
    panel.showRun(session);
    return;
  }
  if (requested?.runId !== undefined) {
    await showStoredRun(services, { folder: requested.folder, runId: requested.runId });
    return;
  }
  const target = await pickContract(services, requested, l10n.t('Show Results'));
  if (target) panel.showCheck({ folder: target.folder, contract: target.contract, chunk: requested?.chunk });
}

/** Lists the runs in the history, newest first, and shows the one that the person picks. */
export async function openHistory(
  services: Pick<ExtensionServices, 'engines' | 'paths' | 'resultsPanel'>,
  argument: unknown,
): Promise<void> {
  const requested = parseCommandTarget(argument)?.folder;
  const folders = services.paths
    .folders()
    .filter((folder) => requested === undefined || requested === folder.uri.toString());
  const picked = await vscode.window.showQuickPick(listRuns(services, folders), {
    title: l10n.t('Run History'),
    placeHolder: l10n.t('Select a run'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.target) await showStoredRun(services, picked.target);
}

interface RunItem extends vscode.QuickPickItem {
  readonly target?: RunTarget;
}

async function listRuns(
  services: Pick<ExtensionServices, 'engines'>,
  folders: readonly vscode.WorkspaceFolder[],
): Promise<RunItem[]> {
  const runs = await Promise.all(
    folders.map(async (folder) => {
      const summaries = await (await services.engines.get(folder.uri.toString())).history.list(MAX_LISTED_RUNS);
      return summaries.map((run) => ({ folder, run }));
    }),
  );
  const items = runs
    .flat()
    .sort((one, other) => other.run.startedAt.localeCompare(one.run.startedAt))
    .map(({ folder, run }): RunItem => ({
      label: `${toStatusIcon(run.status)} ${run.title}`,
      description: `${run.contract} · ${new Date(run.startedAt).toLocaleString()}`,
      detail: l10n.t(
        '{0}, {1}, {2}, {3} tokens, cost {4}',
        run.status,
        formatCount(run.attempts, l10n.t('attempt'), l10n.t('attempts')),
        run.model,
        run.inputTokens + run.outputTokens,
        run.costUsd === null ? 'unknown' : `$${run.costUsd.toFixed(4)}`,
      ),
      target: { folder: folder.uri.toString(), runId: run.runId },
    }));
  return items.length > 0 ? items : [{ label: l10n.t('No runs yet') }];
}

function toStatusIcon(status: string): string {
  switch (status) {
    case 'pass':
      return '$(pass)';
    case 'fail':
      return '$(error)';
    case 'blocked':
    case 'conflict':
      return '$(warning)';
    case 'undecided':
      return '$(question)';
    default:
      return '$(circle-slash)';
  }
}

async function showStoredRun(
  services: Pick<ExtensionServices, 'engines' | 'resultsPanel'>,
  { folder, runId }: RunTarget,
): Promise<void> {
  const engine = await services.engines.get(folder);
  const result = await engine.runs.read(runId);
  if (!result) throw new HoldfastError('not-found', l10n.t('Failed to show the run: it is no longer in the history.'));
  const summary = (await engine.history.list(MAX_SEARCHED_RUNS)).find((run) => run.runId === runId);
  (await services.resultsPanel()).showStoredRun(
    {
      folder,
      contract: summary?.contract ?? '',
      title: summary?.title ?? result.chunk,
      model: summary?.model,
      isRunning: summary?.status === 'running',
      resolution: await engine.results.resolutionOf(runId),
    },
    result,
  );
}
