import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';

/**
 * Temporary errors, which the caller retries. VS Code reports them with the code `Blocked`, so only the message
 * distinguishes them.
 */
const TEMPORARY = /rate.?limit|too many requests|try again|temporar/i;

/**
 * Adds a hint to an error that a retry cannot fix. Other errors are returned unchanged, so that the
 * caller can retry.
 */
export function toChatFailure(
  thrown: unknown,
  chat: Pick<vscode.LanguageModelChat, 'name' | 'vendor' | 'id'>,
): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const message = l10n.t('Failed to call {0} (vscode:{1}/{2}): {3}', chat.name, chat.vendor, chat.id, thrown.message);
  switch (getErrorCode(thrown)) {
    case 'NoPermissions':
      return new HoldfastError('model', message, {
        hint: l10n.t(
          'Allow Holdfast to use the model: run "Accounts: Manage Language Model Access", or run the chunk again and allow access.',
        ),
        cause: thrown,
      });
    case 'NotFound':
      return new HoldfastError('model', message, {
        hint: l10n.t('The model no longer exists. Select another one with "Holdfast: Select Model".'),
        cause: thrown,
      });
    case 'Blocked':
      if (TEMPORARY.test(thrown.message)) return thrown;
      return new HoldfastError('limit', message, {
        hint: l10n.t(
          'The quota is exhausted or the request was blocked. Wait, or select another model with "Holdfast: Select Model".',
        ),
        cause: thrown,
      });
    default:
      return thrown;
  }
}

function getErrorCode(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
