import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';

/**
 * Finds the VS Code model for `vscode:<name>`. The name is `vendor/id`, `vendor/family`, an id or a family. An id takes
 * precedence over a family.
 */
export function findChatModel<Model extends Pick<vscode.LanguageModelChat, 'vendor' | 'id' | 'family'>>(
  models: readonly Model[],
  name: string,
): Model {
  const slash = name.indexOf('/');
  const vendor = name.slice(0, Math.max(0, slash));
  const rest = name.slice(slash + 1);
  const found =
    models.find((model) => model.id === name) ??
    models.find((model) => model.vendor === vendor && model.id === rest) ??
    models.find((model) => model.vendor === vendor && model.family === rest) ??
    models.find((model) => model.family === name);
  if (found) return found;
  const known = models.map((model) => `vscode:${model.vendor}/${model.id}`).join(', ');
  throw new HoldfastError('configuration', l10n.t('Failed to find the model vscode:{0} in VS Code.', name), {
    hint:
      known === ''
        ? l10n.t('VS Code has no models. Install an extension that provides models, or use another provider.')
        : l10n.t('Available models: {0}.', known),
  });
}
