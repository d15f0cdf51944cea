import * as l10n from '@vscode/l10n';
import type { ModifiedExportReport } from '../../engine.ts';

/** A changeset that announces a modified export. */
export interface ChangesetDraft {
  /** The title of the code action. */
  readonly title: string;
  /** Relative to the workspace folder. */
  readonly file: string;
  readonly text: string;
}

/** [CHANGE-2] Drafts the changeset of a modified export; `undefined` if it is not public, or if no version is known. */
export function draftChangeset(modified: ModifiedExportReport): ChangesetDraft | undefined {
  const { publicApi, name, reasons } = modified;
  if (publicApi?.bump === undefined || publicApi.bump === 'none') return undefined;
  const { packageName, bump } = publicApi;
  const words = `${name}-${bump}`.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').replaceAll(/[^\w-]+/g, '-');
  return {
    title: l10n.t('Add a Changeset: {0} Version of {1}', bump, packageName),
    file: `.changeset/${words.toLowerCase()}.md`,
    text: `---\n'${packageName}': ${bump}\n---\n\n\`${name}\`: ${reasons.join('; ')}\n`,
  };
}
