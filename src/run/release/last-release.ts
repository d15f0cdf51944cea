import type { PackageSummary } from '../../verdicts/analysis/package-api-answers.ts';
import type { Git } from '../../workspace/git/git.ts';

/** A version as its tag states it. */
export interface VersionTag {
  readonly tag: string;
  readonly commit: string;
  readonly version: string;
}

/**
 * [CHANGE-2] The nearest version tag before a commit: of one package (`name@1.2.0`, `name-v1.2.0`), else of the repository
 * (`v1.2.0`, `1.2.0`). A version with a suffix, such as `2.0.0-alpha.1`, promises nothing. `undefined` if there is none.
 */
export async function findLastRelease(
  git: Git,
  commit: string,
  { name: packageName, folder, language }: Pick<PackageSummary, 'name' | 'folder' | 'language'>,
  signal: AbortSignal,
): Promise<VersionTag | undefined> {
  const shortName = packageName.replace(/^@[^/]+\//, '');
  const byName = [`${packageName}@`, `${packageName}@v`, `${shortName}@`, `${shortName}@v`, `${shortName}-v`, 'v', ''];
  // The command `go` finds the releases of a nested module by its folder alone.
  const prefixes = language === 'go' ? [folder === '' ? 'v' : `${folder}/v`] : byName;
  for (const prefix of prefixes) {
    // A tag of two numbers moves with the releases, except in Python, where it is a version.
    const parts = language === 'python' ? 2 : 3;
    const pattern = escapePattern(prefix) + Array.from({ length: parts }, () => '[0-9]*').join('.');
    const args = [
      'describe',
      '--tags',
      '--abbrev=0',
      '--match',
      pattern,
      '--exclude',
      `${pattern}-*`,
      '--exclude',
      `${pattern}[a-z]*`,
      commit,
    ];
    const tag = (await git.text(args, { action: 'find the last release', acceptedExitCodes: [128], signal })).trim();
    const version = tag.slice(prefix.length);
    if (!tag.startsWith(prefix) || version.split('.').length < parts || !/^\d+\.\d+/.test(version)) continue;
    const action = `find the commit of ${tag}`;
    return { tag, version, commit: (await git.text(['rev-parse', `${tag}^{commit}`], { action, signal })).trim() };
  }
  return undefined;
}

/** Whether a commit has a version tag of any package before it: a package without one was then never released. */
export async function hasReleases(git: Git, commit: string, signal: AbortSignal): Promise<boolean> {
  const args = ['describe', '--tags', '--abbrev=0', '--match', '*[0-9]*.[0-9]*.[0-9]*', commit];
  return (await git.text(args, { action: 'find a release', acceptedExitCodes: [128], signal })).trim() !== '';
}

function escapePattern(text: string): string {
  return text.replace(/[\\[\]*?]/g, String.raw`\$&`);
}
