import type { ExtensionParts } from '../extension-parts.ts';
import { onImpactMayDiffer } from './impact-changes.ts';
import { ImpactPanel } from './impact-panel.ts';

/** The impact panel, which follows the files and the commits from now on. */
export function makeImpactPanel(parts: ExtensionParts): ImpactPanel {
  const panel = new ImpactPanel(parts);
  parts.context.subscriptions.push(
    panel,
    onImpactMayDiffer(() => panel.refresh()),
  );
  return panel;
}
