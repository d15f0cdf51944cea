/** What a specification in prose is written in. */
export const SPECIFICATION_FILE = /\.(?:md|markdown|txt)$/i;

/** Where the plan of a specification goes unless a person says otherwise: beside it. Relative, with `/`. */
export function planFileFor(specification: string): string {
  return `${specification.replace(/\.[^./]+$/, '')}.contract.yaml`;
}

/** A path as a person entered it, relative to the folder and with `/`. */
export function enteredPath(entered: string): string {
  return entered
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
}

/** Why a plan cannot go to a path; nothing where it can. */
export function planFileProblem(entered: string): string | undefined {
  const path = enteredPath(entered);
  if (path === '') return 'Name a file.';
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return 'Name it relative to the workspace folder.';
  if (path.split('/').some((part) => part === '..' || part === '')) return 'Name a file inside the workspace folder.';
  if (!/[^/]\.ya?ml$/i.test(path)) return 'A plan is YAML: end the name in .contract.yaml.';
  return undefined;
}
