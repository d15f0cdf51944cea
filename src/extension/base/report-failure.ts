import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandId } from './command-ids.ts';
import { formatFailure, isCancelled, toFailure } from './failure.ts';
import { SignInRefused } from './sign-in-refused.ts';

interface Action {
  readonly title: string;
  readonly command: CommandId | 'workbench.trust.manage';
}

/** Commands that return `true` if the person changed the model or its key. */
const RESUMING: ReadonlySet<string> = new Set<CommandId>(['holdfast.selectModel', 'holdfast.setApiKey']);

const SHOW_LOG: Action = { title: 'Show Log', command: 'holdfast.showLog' };
const SIGN_IN: Action = { title: 'Sign in to GitHub', command: 'holdfast.refreshWorkItems' };

/**
 * Logs an error and shows it with buttons that help to fix it. Does nothing after a cancellation.
 * @param resume continues the interrupted work after the person has selected a model or entered a key
 */
export async function reportFailure(
  log: { error(message: string, ...details: unknown[]): void },
  thrown: unknown,
  resume?: () => Promise<unknown>,
): Promise<void> {
  if (isCancelled(thrown)) return;
  const text = formatFailure(toFailure(thrown));
  log.error(text, thrown instanceof Error ? (thrown.stack ?? '') : '');
  const selected = await vscode.window.showErrorMessage(`Holdfast: ${text}`, ...findActions(thrown));
  if (!selected) return;
  const isFixed = await vscode.commands.executeCommand(selected.command);
  if (isFixed !== true || resume === undefined || !RESUMING.has(selected.command)) return;
  try {
    await resume();
  } catch (error) {
    await reportFailure(log, error);
  }
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
