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
  // A message can contain every character but NUL.
  const options = ['--no-merges', '--no-renames', '--no-relative', '--name-only', '-z', '--format=%x00%H%x00%P%x00%s'];
  const fields = await new Git(folder).fields(['log', `--max-count=${limit}`, ...options], {
    action: 'read the commits',
    signal,
  });
  const changes: CommitFiles[] = [];
  for (let at = 0; at < fields.length; at++) {
    if (fields[at] === '') continue;
    const [commit = '', parents = '', subject = ''] = fields.slice(at, (at += 3));
    const files: string[] = [];
    for (; at < fields.length && fields[at] !== ''; at++) files.push((fields[at] ?? '').replace(/^\n/, ''));
    const own = files.filter((file) => file.startsWith(prefix)).map((file) => toFolderPath(prefix, file));
    changes.push({ commit, parent: parents.split(' ').find((parent) => parent !== ''), subject, files: own });
  }
  return changes;
}
