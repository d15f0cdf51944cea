import * as vscode from 'vscode';
import type { ChunkRunResult } from '../../run/report/run-result.ts';
import type { ResultsMemory } from '../../webview/protocol/results-messages.ts';
import type { PanelAction } from '../../webview/protocol/results-panel-data.ts';
import type { CommandId } from '../base/command-ids.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { openTerminal } from '../base/open-terminal.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { FullCheckSession } from '../run-session/full-check-session.ts';
import type { RunSession } from '../run-session/run-session.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { CommandTarget } from '../targets/command-target.ts';
import { readEditorSettings } from '../settings/holdfast-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import type { ContractOrChunkTarget } from '../state/target.ts';
import { openLocation } from '../webviews/open-location.ts';
import type { RestorablePanel } from '../webviews/register-panel.ts';
import { createFullCheckSubject } from './full-check-subject.ts';
import {
  createCheckSubject,
  createRunSubject,
  createStoredRunSubject,
  type PanelSubject,
  type StoredRunSource,
} from './panel-subject.ts';
import { parseResultsMemory, ResultsPanel } from './results-panel.ts';

type Services = Pick<ExtensionServices, 'context' | 'engines' | 'log' | 'results' | 'runs' | 'store'>;

/** The number of runs in which the summary of a restored run is searched. */
const MAX_SEARCHED_RUNS = 1_000;

export interface ResultsPanels extends RestorablePanel {
  showRun(session: RunSession): void;
  /** Shows the current verdict on the files, for one chunk or for all. */
  showCheck(target: ContractOrChunkTarget): void;
  /** Shows a check with all commands and gates, active or ended. */
  showFullCheck(session: FullCheckSession): void;
  showStoredRun(source: StoredRunSource, result: ChunkRunResult): void;
}

/** Creates the results panel and connects its buttons to commands. */
export function createResultsPanel(services: Services): ResultsPanels {
  const { store } = services;
  const panel = new ResultsPanel({
    extensionUri: services.context.extensionUri,
    log: services.log,
    act(action, subject) {
      if (action === 'open-terminal') {
        openTerminal(subject.folder);
        return;
      }
      if (action === 'merge' || action === 'land-mine') {
        resolveConflict(services, action, subject).catch((error: unknown) => void reportFailure(services.log, error));
        return;
      }
      const { command, argument } = toPanelCommand(action, subject);
      if (action === 'select-model' || action === 'set-api-key' || action === 'move-history-aside') {
        removeCause(services, command, subject).catch((error: unknown) => void reportFailure(services.log, error));
        return;
      }
      void vscode.commands.executeCommand(command, argument);
    },
    choose(choice) {
      void vscode.commands.executeCommand('holdfast.choose', choice);
    },
    showAmendment(target) {
      void vscode.commands.executeCommand('holdfast.showAmendment', target);
    },
    decideFile(target, action) {
      const commands = {
        open: 'holdfast.openReviewFile',
        rejected: 'holdfast.rejectFile',
        undecided: 'holdfast.resetFile',
      } as const satisfies Record<typeof action, CommandId>;
      void vscode.commands.executeCommand(commands[action], target);
    },
    undoLanding(target) {
      void vscode.commands.executeCommand('holdfast.undoLanding', target);
    },
    openLocation(folder, location) {
      openLocation(folder, location).catch((error: unknown) => void reportFailure(services.log, error));
    },
  });
  return {
    showRun: (session) => panel.show(createRunSubject(session, store, readLanding)),
    showFullCheck: (session) => panel.show(createFullCheckSubject(session, store)),
    showCheck: (target) => panel.show(createCheckSubject(target, store)),
    showStoredRun: (source, result) => panel.show(createStoredRunSubject(source, result, store, readLanding)),
    async restore(webviewPanel, state) {
      const memory = parseResultsMemory(state);
      if (memory) panel.restore(webviewPanel, await findSubject(services, memory));
      else webviewPanel.dispose();
    },
  };
}

/** Lets the person remove the cause of an error: no model, no key, a damaged history. Then the stopped run resumes. */
async function removeCause(
  services: Pick<ExtensionServices, 'runs'>,
  command: CommandId | 'workbench.trust.manage',
  { folder, contract, chunk }: ResultsMemory,
): Promise<void> {
  const isRemoved = await vscode.commands.executeCommand<boolean | undefined>(command);
  if (isRemoved === true) await (await services.runs()).resume({ folder, contract, chunk });
}

/** Opens the merge editor of a conflict again, or lands the result with the person's version of each file. */
async function resolveConflict(
  { results }: Pick<ExtensionServices, 'results'>,
  action: 'merge' | 'land-mine',
  { folder, runId }: ResultsMemory,
): Promise<void> {
  if (runId === undefined) return;
  const controller = await results();
  await (action === 'merge' ? controller.merge({ folder, runId }) : controller.landOwnVersion({ folder, runId }));
}

/** Finds the subject of a restored panel: the run in this window, the stored run, or the current check. */
async function findSubject(services: Services, memory: ResultsMemory): Promise<PanelSubject> {
  try {
    return await findRunSubject(services, memory);
  } catch (error) {
    services.log.warn(`Failed to restore the results of ${memory.contract}: ${formatFailure(toFailure(error))}`);
    return createCheckSubject(memory, services.store);
  }
}

async function findRunSubject(services: Services, memory: ResultsMemory): Promise<PanelSubject> {
  const { folder, contract, runId } = memory;
  const session = runId === undefined ? undefined : (await services.runs()).findByRunId(runId);
  if (session) return createRunSubject(session, services.store, readLanding);
  const stored = runId === undefined ? undefined : await readStoredRun(services, folder, runId);
  if (!stored) return createCheckSubject(memory, services.store);
  const engine = await services.engines.get(folder);
  const document = await engine.contracts.read(contract);
  const resolution = await engine.results.resolutionOf(stored.runId);
  const title = document.contract?.chunks.find((chunk) => chunk.id === stored.chunk)?.title ?? stored.chunk;
  const [summary] = (await engine.history.list(MAX_SEARCHED_RUNS)).filter((run) => run.runId === stored.runId);
  const isRunning = summary?.status === 'running';
  return createStoredRunSubject(
    { folder, contract, title, model: summary?.model, resolution, isRunning },
    stored,
    services.store,
    readLanding,
  );
}

async function readStoredRun(services: Pick<ExtensionServices, 'engines' | 'log'>, folder: string, runId: string) {
  try {
    return await (await services.engines.get(folder)).runs.read(runId);
  } catch (error) {
    services.log.warn(`Failed to read run ${runId} from the history: ${String(error)}`);
    return undefined;
  }
}

/** How an accepted result of a folder lands. */
function readLanding(folder: string): 'commit' | 'working-tree' {
  return readEditorSettings(createSettingReader(folder)).reviewLanding;
}

/** The command for a button of the panel. */
function toPanelCommand(
  action: Exclude<PanelAction, 'open-terminal' | 'merge' | 'land-mine'>,
  subject: ResultsMemory,
): { readonly command: CommandId | 'workbench.trust.manage'; readonly argument?: CommandTarget } {
  const run = subject.chunk === undefined ? 'holdfast.runAllChunks' : 'holdfast.runChunk';
  const target = { ...subject, runId: undefined };
  switch (action) {
    case 'run':
      return { command: run, argument: target };
    case 'run-anyway':
      return { command: run, argument: { ...target, allowFailingBuild: true } };
    case 'force-run':
      return { command: run, argument: { ...target, force: true } };
    case 'validate':
      return { command: 'holdfast.validate', argument: target };
    case 'validate-fully':
      return { command: 'holdfast.validateFully', argument: target };
    case 'judge-gates':
      return { command: 'holdfast.validateFully', argument: { ...target, judge: true } };
    case 'cancel':
      return { command: 'holdfast.cancel', argument: subject };
    case 'open-changes':
      return { command: 'holdfast.openChanges', argument: subject };
    case 'accept':
      return { command: 'holdfast.acceptResult', argument: subject };
    case 'accept-otherwise': {
      return {
        command: readLanding(subject.folder) === 'commit' ? 'holdfast.acceptWithoutCommit' : 'holdfast.acceptAndCommit',
        argument: subject,
      };
    }
    case 'apply':
      return { command: 'holdfast.applyWithoutLanding', argument: subject };
    case 'try-again':
      return { command: 'holdfast.tryAgain', argument: target };
    case 'discard':
      return { command: 'holdfast.discardResult', argument: subject };
    case 'select-model':
      return { command: 'holdfast.selectModel' };
    case 'move-history-aside':
      return { command: 'holdfast.moveHistoryAside' };
    case 'set-api-key':
      return { command: 'holdfast.setApiKey' };
    case 'show-log':
      return { command: 'holdfast.showLog' };
    case 'manage-trust':
      return { command: 'workbench.trust.manage' };
  }
}
