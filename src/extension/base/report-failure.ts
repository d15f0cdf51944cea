import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandId } from './command-ids.ts';
import { findRemedy, formatFailure, isCancelled, toFailure } from './failure.ts';
import { SignInRefused } from './sign-in-refused.ts';

interface Action {
  readonly title: string;
  readonly command: CommandId | 'workbench.trust.manage';
}

/** Commands that return `true` if the person changed the model or its key, or has a new history. */
const RESUMING: ReadonlySet<string> = new Set<CommandId>([
  'holdfast.selectModel',
  'holdfast.setApiKey',
  'holdfast.moveHistoryAside',
]);

const showLog = (): Action => ({ title: l10n.t('Show Log'), command: 'holdfast.showLog' });
const signIn = (): Action => ({ title: l10n.t('Sign in to GitHub'), command: 'holdfast.refreshWorkItems' });

/**
 * Logs an error and shows it with buttons that help to fix it. Does nothing after a cancellation.
 * @param resume continues the interrupted work after the person has removed the cause
 */
export async function reportFailure(
  log: { error(message: string, ...details: unknown[]): void },
  thrown: unknown,
  resume?: () => Promise<unknown>,
): Promise<void> {
  if (isCancelled(thrown)) return;
  const text = formatFailure(toFailure(thrown));
  log.error(text, thrown instanceof Error ? (thrown.stack ?? '') : '');
  const selected = await vscode.window.showErrorMessage(l10n.t('Holdfast: {0}', text), ...findActions(thrown));
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
  if (!(thrown instanceof HoldfastError)) return [showLog()];
  if (thrown instanceof SignInRefused) return [signIn(), showLog()];
  if (thrown.code === 'untrusted') {
    return [{ title: l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' }];
  }
  switch (findRemedy(thrown)) {
    case 'history':
      return [{ title: l10n.t('Move History Aside'), command: 'holdfast.moveHistoryAside' }, showLog()];
    case 'model':
      return [
        { title: l10n.t('Select Model'), command: 'holdfast.selectModel' },
        { title: l10n.t('Set API Key'), command: 'holdfast.setApiKey' },
        showLog(),
      ];
    case undefined:
      return [showLog()];
  }
}
