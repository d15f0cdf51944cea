import type { Git } from '../../workspace/git/git.ts';
import { isConventional, type ChangeTitle } from './announcements.ts';

/** How many titles show the convention of a repository, and how many of them must follow it. */
const READ_TITLES = 10;
const CONVENTIONAL_TITLES = 8;

/** Whether the last titles before a change follow the convention of `type: subject`. */
export async function followsConvention(git: Git, base: string, signal: AbortSignal): Promise<boolean> {
  const args = ['log', '--first-parent', `--max-count=${READ_TITLES}`, '--format=%s', base, '--'];
  const text = await git.text(args, { action: 'read the titles of commits', acceptedExitCodes: [128], signal });
  const titles = text.split('\n').filter((title) => title !== '');
  return titles.filter(isConventional).length >= CONVENTIONAL_TITLES;
}

/** The commits of a change with their files, without merges. Empty if the change is not committed. */
export async function readChangeTitles(git: Git, base: string, signal: AbortSignal): Promise<readonly ChangeTitle[]> {
  const args = [
    'log',
    '--no-merges',
    '--name-only',
    '--no-renames',
    '--relative',
    '--format=%x1e%s%x1f%b%x1f',
    `${base}..HEAD`,
    '--',
  ];
  const text = await git.text(args, { action: 'read the titles of commits', acceptedExitCodes: [128], signal });
  return text
    .split('\u001E')
    .filter((record) => record.trim() !== '')
    .map((record) => {
      const [title = '', body = '', files = ''] = record.split('\u001F');
      return { title: title.trim(), body, files: files.split('\n').filter((file) => file !== '') };
    });
}
