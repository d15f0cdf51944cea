import * as l10n from '@vscode/l10n';
/** The file types of a specification in prose. */
export const SPECIFICATION_FILE = /\.(?:md|markdown|txt)$/i;

/** The default file for the plan of a specification, in the same directory. Relative, with `/`. */
export function defaultPlanFile(specification: string): string {
  return `${specification.replace(/\.[^./]+$/, '')}.contract.yaml`;
}

/** Converts a path that a person entered to a path relative to the folder, with `/`. */
export function normalizeEnteredPath(entered: string): string {
  return entered
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
}

/** Returns an error message if a plan cannot be written to the path, or `undefined`. */
export function validatePlanFile(entered: string): string | undefined {
  const path = normalizeEnteredPath(entered);
  if (path === '') return l10n.t('Enter a file name.');
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return l10n.t('Enter a path relative to the workspace folder.');
  if (path.split('/').some((part) => part === '..' || part === ''))
    return l10n.t('Enter a path inside the workspace folder.');
  if (!/[^/]\.ya?ml$/i.test(path)) return l10n.t('Enter a file name that ends in ".contract.yaml".');
  return undefined;
}
