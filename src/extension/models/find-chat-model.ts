import type * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';

/**
 * The editor's model that `vscode:<name>` speaks of: `vendor/id`, `vendor/family`, or an id or family alone. An exact id
 * wins over a family.
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
  throw new HoldfastError('configuration', `Failed to find the model vscode:${name} in the editor.`, {
    hint:
      known === ''
        ? 'The editor has no models: install an extension that brings some, or use another provider.'
        : `There are: ${known}.`,
  });
}
