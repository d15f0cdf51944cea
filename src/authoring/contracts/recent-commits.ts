import { Git } from '../../workspace/git/git.ts';
import type { SourceCommit } from './authoring-types.ts';

/** The last commits of the current branch, newest first. */
export async function readRecentCommits(folder: string, limit: number): Promise<readonly SourceCommit[]> {
  const lines = await new Git(folder).text(['log', `--max-count=${limit}`, '--format=%h %s'], {
    action: 'read the commits',
  });
  return lines.split('\n').flatMap((line) => {
    const space = line.indexOf(' ');
    return space < 0 ? [] : [{ commit: line.slice(0, space), subject: line.slice(space + 1) }];
  });
}
