import * as l10n from '@vscode/l10n';
import type { ExtensionServices } from '../services/extension-services.ts';
import { pickTargetFolder } from '../targets/folder-target.ts';

/** Shows how the runs of a folder went. */
export async function showAnalytics(
  services: Pick<ExtensionServices, 'analyticsPanel' | 'paths'>,
  argument: unknown,
): Promise<void> {
  const folder = await pickTargetFolder(services, argument, l10n.t('Select a folder'));
  if (folder !== undefined) (await services.analyticsPanel()).show({ folder, filter: { range: 'all' } });
}
