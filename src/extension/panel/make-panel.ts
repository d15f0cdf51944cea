import * as vscode from 'vscode';
import type { PanelMemory } from '../../webview/protocol/messages.ts';
import { reportFailure } from '../commands/failure-report.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { openPlace } from './open-place.ts';
import { panelCommand } from './panel-actions.ts';
import { checkSubject, runSubject, storedSubject, type PanelSubject } from './panel-subject.ts';
import { rememberedSubject, ResultsPanel } from './results-panel.ts';

/** The results panel, with its buttons bound to the commands. */
export function makePanel(parts: ExtensionParts): ResultsPanel {
  return new ResultsPanel({
    extensionUri: parts.context.extensionUri,
    log: parts.log,
    act(action, subject) {
      const { command, argument } = panelCommand(action, subject);
      void vscode.commands.executeCommand(command, argument);
    },
    choose(choice) {
      void vscode.commands.executeCommand('holdfast.choose', choice);
    },
    showAmendment(target) {
      void vscode.commands.executeCommand('holdfast.showAmendment', target);
    },
    openPlace(folder, place) {
      openPlace(folder, place).catch((error: unknown) => void reportFailure(parts.log, error));
    },
  });
}

/** Fills a panel that the editor kept through a reload with what it showed. */
export async function restorePanel(parts: ExtensionParts, panel: vscode.WebviewPanel, state: unknown): Promise<void> {
  const memory = rememberedSubject(state);
  const subject = memory && (await subjectOf(parts, memory));
  (await parts.panel()).restore(panel, subject);
}

/** A run that ended in another window is shown as it was stored; one that broke off leaves the verdict on the files. */
async function subjectOf(parts: ExtensionParts, memory: PanelMemory): Promise<PanelSubject> {
  const { folder, contract, runId } = memory;
  const live = runId === undefined ? undefined : (await parts.runs()).sessionOf(runId);
  if (live) return runSubject(live, parts.store);
  const stored = runId === undefined ? undefined : await storedRun(parts, folder, runId);
  if (!stored) return checkSubject(memory, parts.store);
  const document = await (await parts.engines.of(folder)).contract(contract);
  const title = document.contract?.chunks.find((chunk) => chunk.id === stored.chunk)?.title ?? stored.chunk;
  return storedSubject({ folder, contract, title }, stored, parts.store);
}

async function storedRun(parts: ExtensionParts, folder: string, runId: string) {
  try {
    return await (await parts.engines.of(folder)).storedRun(runId);
  } catch (error) {
    parts.log.warn(`The run ${runId} cannot be shown again: ${String(error)}`);
    return undefined;
  }
}
