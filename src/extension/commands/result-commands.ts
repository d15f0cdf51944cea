import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { checkSubject, runSubject, storedSubject } from '../panel/panel-subject.ts';
import { askContract } from './ask-target.ts';
import { commandTarget } from './command-argument.ts';

/** Shows the newest run of what is asked about, or the verdict on the files where there was none in this window. */
export async function showResults(parts: ExtensionParts, argument: unknown): Promise<void> {
  const told = commandTarget(argument);
  const runs = await parts.runs();
  const panel = await parts.panel();
  const session =
    told?.runId === undefined ? runs.latest(told) : (runs.sessionOf(told.runId) ?? runs.sessionOfChunk(told.runId));
  if (session) {
    panel.show(runSubject(session, parts.store));
    return;
  }
  if (told?.runId !== undefined) {
    await showStored(parts, { folder: told.folder, runId: told.runId });
    return;
  }
  const target = await askContract(parts, told, 'Show results');
  if (target) panel.show(checkSubject({ ...target, chunk: told?.chunk }, parts.store));
}

/** Lists the runs of the past, newest first, and shows the chosen one as it was reported. */
export async function openHistory(parts: ExtensionParts, argument: unknown): Promise<void> {
  const folders = parts.places.folders().filter((folder) => {
    const told = commandTarget(argument)?.folder;
    return told === undefined || told === folder.uri.toString();
  });
  const picked = await vscode.window.showQuickPick(listRuns(parts, folders), {
    placeHolder: 'Runs, newest first',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.target) await showStored(parts, picked.target);
}

interface RunItem extends vscode.QuickPickItem {
  readonly target?: { readonly folder: string; readonly runId: string };
}

async function listRuns(parts: ExtensionParts, folders: readonly vscode.WorkspaceFolder[]): Promise<RunItem[]> {
  const runs = await Promise.all(
    folders.map(async (folder) => {
      const summaries = await (await parts.engines.of(folder.uri.toString())).history(200);
      return summaries.map((run) => ({ folder, run }));
    }),
  );
  const items = runs
    .flat()
    .sort((one, other) => other.run.startedAt.localeCompare(one.run.startedAt))
    .map(({ folder, run }): RunItem => ({
      label: `${statusIcon(run.status)} ${run.title}`,
      description: `${run.contract} · ${new Date(run.startedAt).toLocaleString()}`,
      detail: `${run.status}, ${run.attempts} ${run.attempts === 1 ? 'attempt' : 'attempts'}, ${run.model}, ${run.inputTokens + run.outputTokens} tokens, cost ${run.costUsd === null ? 'unknown' : `$${run.costUsd.toFixed(4)}`}`,
      target: { folder: folder.uri.toString(), runId: run.runId },
    }));
  return items.length > 0 ? items : [{ label: 'Nothing has been run here yet.' }];
}

function statusIcon(status: string): string {
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

async function showStored(
  parts: ExtensionParts,
  target: { readonly folder: string; readonly runId: string },
): Promise<void> {
  const engine = await parts.engines.of(target.folder);
  const result = await engine.storedRun(target.runId);
  if (!result) throw new HoldfastError('not-found', 'Failed to show the run: the history does not know it any more.');
  const summary = (await engine.history(1_000)).find((run) => run.runId === target.runId);
  (await parts.panel()).show(
    storedSubject(
      {
        folder: target.folder,
        contract: summary?.contract ?? '',
        title: summary?.title ?? result.chunk,
        model: summary?.model,
      },
      result,
      parts.store,
    ),
  );
}
