import type { PendingFiles, PendingFile } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';

/**
 * The ids of the changes that arguments name: `<path>` for all changes of a file, `<path>:<number>` or `<path>:<hash>` for one.
 * A file name can contain a colon, so a whole path takes precedence.
 *
 * @throws HoldfastError `not-found` if the result has no such change
 */
export function findNamedChanges({ files }: PendingFiles, names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => findOne(files, name.replace(/^\.\//, ''))))];
}

function findOne(files: readonly PendingFile[], name: string): readonly string[] {
  const whole = files.find(({ path, previousPath }) => path === name || previousPath === name);
  if (whole !== undefined) return whole.hunks.map(({ id }) => id);
  const separator = name.lastIndexOf(':');
  const [path, hunk] = [name.slice(0, separator), name.slice(separator + 1)];
  const file = separator < 0 ? undefined : files.find((candidate) => candidate.path === path);
  if (file === undefined) {
    throw new HoldfastError('not-found', `The result does not change ${separator < 0 ? name : path}.`, {
      hint: `It changes: ${files.map((candidate) => candidate.path).join(', ')}.`,
    });
  }
  const found = file.hunks[Number(hunk) - 1] ?? findByHash(file, hunk);
  if (found !== undefined) return [found.id];
  throw new HoldfastError('not-found', `${path} has no change "${hunk}".`, {
    hint: `Use a number from 1 to ${file.hunks.length}, as "holdfast results show" prints them.`,
  });
}

function findByHash({ path, hunks }: PendingFile, hash: string): PendingFile['hunks'][number] | undefined {
  const matching = hash.length < 4 ? [] : hunks.filter(({ id }) => id.slice(path.length + 1).startsWith(hash));
  return matching.length === 1 ? matching[0] : undefined;
}
