import * as l10n from '@vscode/l10n';
import type { ExtensionServices } from '../services/extension-services.ts';
import { parseCommandTarget, pickContract } from '../targets/command-target.ts';

/** [COMP-EDITOR] Shows a contract's plan in the plan panel and selects the chunk in the argument. */
export async function showPlan(
  services: Pick<ExtensionServices, 'paths' | 'planPanel' | 'store'>,
  argument: unknown,
): Promise<void> {
  const requested = parseCommandTarget(argument);
  const target = await pickContract(services, requested, l10n.t('Show Plan'));
  if (!target) return;
  const { folder, contract } = target;
  (await services.planPanel()).show({ folder, contract, chunk: requested?.chunk });
}
