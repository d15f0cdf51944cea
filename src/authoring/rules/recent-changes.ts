import { Git } from '../../workspace/git/git.ts';
import { toFolderPath } from '../../workspace/files/safe-path.ts';

/** A commit with the files that it changed. */
export interface CommitFiles {
  readonly commit: string;
  /** `undefined` for the first commit. */
  readonly parent: string | undefined;
  readonly subject: string;
  /** Relative to the workspace folder. */
  readonly files: readonly string[];
}

/** The last commits of the current branch with the files that they changed, newest first, without merges. */
export async function readRecentChanges(
  folder: string,
  {
    prefix,
    limit,
    signal,
  }: { readonly prefix: string; readonly limit: number; readonly signal?: AbortSignal | undefined },
): Promise<readonly CommitFiles[]> {
  const format = '--format=%x01%H%x02%P%x02%s%x02';
  const log = ['log', `--max-count=${limit}`, '--no-merges', '--no-renames', '--name-only', '-z', format];
  const output = await new Git(folder).call(log, { action: 'read the commits', signal });
  return output.stdout
    .toString('utf8')
    .split('\u0001')
    .slice(1)
    .map((entry) => {
      const [commit = '', parents = '', subject = '', names = ''] = entry.split('\u0002');
      const files = names
        .split('\0')
        .map((name) => name.replace(/^\n/, ''))
        .filter((name) => name !== '');
      return {
        commit,
        parent: parents.split(' ').find((parent) => parent !== ''),
        subject,
        files: files.filter((file) => file.startsWith(prefix)).map((file) => toFolderPath(prefix, file)),
      };
    });
}
