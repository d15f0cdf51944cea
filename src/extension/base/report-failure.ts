import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandId } from './command-ids.ts';
import { formatFailure, isCancelled, toFailure } from './failure.ts';
import { SignInRefused } from './sign-in-refused.ts';

interface Action {
  readonly title: string;
  readonly command: CommandId | 'workbench.trust.manage';
}

const SHOW_LOG: Action = { title: 'Show Log', command: 'holdfast.showLog' };
const SIGN_IN: Action = { title: 'Sign in to GitHub', command: 'holdfast.refreshWorkItems' };

/** Logs an error and shows it with buttons that help to fix it. Does nothing after a cancellation. */
export async function reportFailure(
  log: { error(message: string, ...details: unknown[]): void },
  thrown: unknown,
): Promise<void> {
  if (isCancelled(thrown)) return;
  const text = formatFailure(toFailure(thrown));
  log.error(text, thrown instanceof Error ? (thrown.stack ?? '') : '');
  const selected = await vscode.window.showErrorMessage(`Holdfast: ${text}`, ...findActions(thrown));
  if (selected) await vscode.commands.executeCommand(selected.command);
}

function findActions(thrown: unknown): readonly Action[] {
  if (!(thrown instanceof HoldfastError)) return [SHOW_LOG];
  if (thrown instanceof SignInRefused) return [SIGN_IN, SHOW_LOG];
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
