import * as l10n from '@vscode/l10n';

// The page contains its translations. They are loaded before a module that imports this one reads its texts.
if (typeof document !== 'undefined') {
  l10n.config({ contents: document.getElementById('holdfast-translations')?.textContent ?? '{}' });
}

export { t } from '@vscode/l10n';
