import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { HeadSnapshot } from './snapshot-head.ts';

/**
 * Lists the files that differ between a commit and the result. If git converts the line endings of a file (`core.autocrlf`,
 * `eol`), its bytes on disk always differ from those of a commit. Without another difference it is not part of the change,
 * because a commit of it would not contain one.
 *
 * @param base the commit that the change starts from
 */
export async function listJudgedChanges(
  repository: Pick<Repository, 'listChanges'>,
  base: string,
  head: Pick<HeadSnapshot, 'commit' | 'converted'>,
  signal: AbortSignal,
): Promise<readonly FileChange[]> {
  const changes = await repository.listChanges(base, head.commit, signal);
  const converted = new Set(head.converted);
  const mayBeSame = ({ kind, path }: FileChange): boolean => kind === 'modified' && converted.has(path);
  if (!changes.some(mayBeSame)) return changes;
  const different = await repository.listChanges(base, head.commit, signal, { ignoreLineEndings: true });
  const paths = new Set(different.map(({ path }) => path));
  return changes.filter((change) => !mayBeSame(change) || paths.has(change.path));
}
