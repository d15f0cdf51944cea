/** Reads many values of a repository with few git calls. */
import { throwIfCancelled } from '../../foundation/errors.ts';
import { GitError, splitFields } from './git.ts';
import type { Git } from './git.ts';

/** Reads the contents of blobs, by object name. Throws a GitError if an object is missing. */
export async function readBlobs(
  git: Git,
  objects: Iterable<string>,
  signal?: AbortSignal,
): Promise<Map<string, Buffer>> {
  const action = 'read the contents of files';
  const contents = new Map<string, Buffer>();
  const unknown = new Set<string>();
  for (const object of objects) {
    const known = git.objects?.blobs.get(object);
    if (known === undefined) unknown.add(object);
    else contents.set(object, known);
  }
  if (contents.size > 0) throwIfCancelled(signal, action);
  if (unknown.size === 0) return contents;
  const { stdout } = await git.call(['cat-file', '--batch'], {
    action,
    input: [...unknown].map((object) => `${object}\n`).join(''),
    signal,
  });
  let at = 0;
  for (const object of unknown) {
    const end = stdout.indexOf(10, at);
    const [, kind, size] = stdout.subarray(at, end).toString('utf8').split(' ');
    if (end < 0 || kind !== 'blob' || size === undefined)
      throw new GitError(action, undefined, `object not found: ${object}`);
    const start = end + 1;
    const content = stdout.subarray(start, start + Number(size));
    contents.set(object, content);
    git.objects?.addBlob(object, content);
    at = start + Number(size) + 1;
  }
  return contents;
}

/** Splits paths into batches that fit on a command line. */
export function* splitIntoBatches(files: readonly string[]): Generator<string[]> {
  for (let start = 0; start < files.length; start += 100) yield files.slice(start, start + 100);
}

/** Reads the effective git configuration of a repository. Keys are lower case; the last value of a key wins. */
export async function readConfig(git: Git, signal?: AbortSignal): Promise<Map<string, string>> {
  const output = await git.call(['config', '-z', '--list', '--show-scope'], {
    action: 'read the git configuration',
    signal,
  });
  const config = new Map<string, string>();
  const fields = splitFields(output.stdout);
  for (let at = 0; at + 1 < fields.length; at += 2) {
    // Values of the `command` scope come from the git call itself.
    if (fields[at] === 'command') continue;
    const [name = '', ...value] = (fields[at + 1] ?? '').split('\n');
    config.set(name, value.length === 0 ? 'true' : value.join('\n'));
  }
  return config;
}

/** Whether a boolean configuration value is true for git. Returns the default if the value is `undefined`. */
export function isConfigTrue(value: string | undefined, defaultValue: boolean): boolean {
  if (value === undefined) return defaultValue;
  return /^(true|yes|on|[1-9][0-9]*)$/i.test(value);
}
