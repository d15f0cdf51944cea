/** Reads several things of a repository in one call of git each. */
import { GitError, splitFields } from './git.ts';
import type { Git } from './git.ts';

/** The contents of objects by their names. Throws a GitError for one that is missing. */
export async function readBlobs(
  git: Git,
  objects: Iterable<string>,
  signal?: AbortSignal,
): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(objects)];
  const contents = new Map<string, Buffer>();
  if (wanted.length === 0) return contents;
  const what = 'read the contents of files';
  const { stdout } = await git.call(['cat-file', '--batch'], {
    what,
    input: wanted.map((object) => `${object}\n`).join(''),
    signal,
  });
  let at = 0;
  for (const object of wanted) {
    const end = stdout.indexOf(10, at);
    const [, kind, size] = stdout.subarray(at, end).toString('utf8').split(' ');
    if (end < 0 || kind !== 'blob' || size === undefined)
      throw new GitError(what, undefined, `there is no object ${object}`);
    const start = end + 1;
    contents.set(object, stdout.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return contents;
}

/** Every setting that holds in a repository, by its name in lower case; the last one of a name wins. */
export async function readSettings(git: Git, signal?: AbortSignal): Promise<Map<string, string>> {
  const answer = await git.call(['config', '-z', '--list', '--show-scope'], {
    what: "read the repository's settings",
    signal,
  });
  const settings = new Map<string, string>();
  const fields = splitFields(answer.stdout);
  for (let at = 0; at + 1 < fields.length; at += 2) {
    // Settings of the call itself are ours, not the repository's.
    if (fields[at] === 'command') continue;
    const [name = '', ...value] = (fields[at + 1] ?? '').split('\n');
    settings.set(name, value.length === 0 ? 'true' : value.join('\n'));
  }
  return settings;
}

/** A setting that is true or false, as git reads it. */
export function isOn(value: string | undefined, byDefault: boolean): boolean {
  if (value === undefined) return byDefault;
  return /^(true|yes|on|[1-9][0-9]*)$/i.test(value);
}
