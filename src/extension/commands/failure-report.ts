import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import { failureOf, failureText, isCancelled } from '../checks/failure.ts';
import type { CommandId } from './command-ids.ts';

interface Remedy {
  readonly title: string;
  readonly command: CommandId | 'workbench.trust.manage';
}

const SHOW_LOG: Remedy = { title: 'Show Log', command: 'holdfast.showLog' };

/** Tells the person what went wrong, with the buttons that can mend it. What was cancelled needs no telling. */
export async function reportFailure(
  log: { error(message: string, ...details: unknown[]): void },
  thrown: unknown,
): Promise<void> {
  if (isCancelled(thrown)) return;
  const text = failureText(failureOf(thrown));
  log.error(text, thrown instanceof Error ? (thrown.stack ?? '') : '');
  const chosen = await vscode.window.showErrorMessage(`Holdfast: ${text}`, ...remediesFor(thrown));
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}

function remediesFor(thrown: unknown): readonly Remedy[] {
  if (!(thrown instanceof HoldfastError)) return [SHOW_LOG];
  switch (thrown.code) {
    case 'untrusted':
      return [{ title: 'Manage Workspace Trust', command: 'workbench.trust.manage' }];
    case 'configuration':
    case 'model':
      return [
        { title: 'Select Model', command: 'holdfast.selectModel' },
        { title: 'Set API Key', command: 'holdfast.setApiKey' },
        SHOW_LOG,
      ];
    default:
      return [SHOW_LOG];
  }
}
