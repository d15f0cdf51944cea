import * as l10n from '@vscode/l10n';
import type { MechanicalFix } from '../../engine.ts';

/** The title of a fix in the display language of the editor. */
export function fixActionTitle({ action }: Pick<MechanicalFix, 'action'>): string {
  switch (action.kind) {
    case 'rename':
      return l10n.t('Rename {0} to {1}', action.from, action.to);
    case 'use-name':
      return l10n.t('Use the name "{0}" in the contract', action.name);
    case 'export':
      return l10n.t('Export {0}', action.name);
    case 'use-file':
      return l10n.t('Use the existing file "{0}"', action.file);
    case 'create-file':
      return l10n.t('Create "{0}"', action.file);
    case 'use-signature':
      return l10n.t('Use the actual signature {0}', action.signature);
    case 'propose-amendment':
      return l10n.t('Propose an amendment of the contract');
    case 'make-suggestion':
      return l10n.t('Make it a suggestion');
    case 'run-chunk':
      return l10n.t('Run the chunk "{0}"', action.chunk);
    case 'replace-text':
      return l10n.t('Change "{0}" to "{1}"', action.from, action.to);
    case 'remove-key':
      return l10n.t('Remove the key "{0}"', action.key);
    case 'remove-reference':
      return l10n.t('Remove the reference');
  }
}
