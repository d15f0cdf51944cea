import { isConfigTrue, readConfig } from '../git/batch-reads.ts';
import { GitError, type Git } from '../git/git.ts';

/** A filter that git must apply to a file before it can be committed, and that fails. */
export interface FailingFilter {
  /** The first of the files that it applies to. */
  readonly file: string;
  readonly name: string;
  /** What git starts. `undefined` if the configuration names no program. */
  readonly program: string | undefined;
}

/**
 * Finds out whether git fails for a file because of a filter that the configuration requires (`filter.<name>.required`), such
 * as that of Git LFS where it is not installed. Git itself says so only as text.
 *
 * @param git the user's repository
 * @param files relative to the top level
 */
export async function findFailingFilter(
  git: Git,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<FailingFilter | undefined> {
  const config = await readConfig(git, signal);
  for (const [name, file] of await listFilters(git, files, signal)) {
    if (!isConfigTrue(config.get(`filter.${name}.required`), false)) continue;
    if (await canFilter(git, file, signal)) continue;
    return { file, name, program: config.get(`filter.${name}.process`) ?? config.get(`filter.${name}.clean`) };
  }
  return undefined;
}

/** Why the file of a failing filter cannot be committed, and what to do. */
export function describeFailingFilter({ file, name, program }: FailingFilter): string {
  const [reason, remedy] =
    program === undefined
      ? ['has no program', `Set filter.${name}.clean or filter.${name}.process`]
      : [`fails: "${program}"`, 'Install this program or correct the setting'];
  return `git requires the filter "${name}" for ${file}, which ${reason}. ${remedy}, then commit the files`;
}

/** The filters of the files by name, each with the first file that it applies to. */
async function listFilters(
  git: Git,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const fields = await git.fields(['check-attr', '-z', '--stdin', 'filter'], {
    action: 'read the attributes of the files',
    input: files.map((file) => `${file}\0`).join(''),
    signal,
  });
  const filters = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [file = '', , name = ''] = fields.slice(at, at + 3);
    if (!filters.has(name)) filters.set(name, file);
  }
  return filters;
}

/** Whether git can apply the filter of a file. Nothing is written. */
async function canFilter(git: Git, file: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await git.call(['hash-object', '--stdin', `--path=${file}`], { action: 'try the filter', input: '\n', signal });
    return true;
  } catch (thrown) {
    if (thrown instanceof GitError) return false;
    throw thrown;
  }
}
