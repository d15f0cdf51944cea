import type * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';

/** Trouble that passes: whoever calls the model waits and calls again. */
const PASSING = /rate.?limit|too many requests|try again|temporar/i;

/**
 * An error of one of the editor's models, with what the person can do where calling again cannot help. Everything else
 * is handed on as it came; the caller decides whether to call again.
 */
export function chatFailure(thrown: unknown, chat: Pick<vscode.LanguageModelChat, 'name' | 'vendor' | 'id'>): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const what = `Failed to call ${chat.name} (vscode:${chat.vendor}/${chat.id}): ${thrown.message}`;
  switch (codeOf(thrown)) {
    case 'NoPermissions':
      return new HoldfastError('model', what, {
        hint: 'Allow Holdfast to use it: run "Accounts: Manage Language Model Access", or run the chunk again and agree.',
        cause: thrown,
      });
    case 'NotFound':
      return new HoldfastError('model', what, {
        hint: 'The model is gone: choose another with "Holdfast: Select Model".',
        cause: thrown,
      });
    case 'Blocked':
      if (PASSING.test(thrown.message)) return thrown;
      return new HoldfastError('limit', what, {
        hint: 'The quota is used up or the request was refused: wait, or choose another model with "Holdfast: Select Model".',
        cause: thrown,
      });
    default:
      return thrown;
  }
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
