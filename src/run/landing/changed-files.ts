import type { Repository } from '../../workspace/repository.ts';
import type { ChangedFile } from '../report/decisions.ts';

/** The files that differ between two commits, before and after. The texts of binary files are `undefined`. */
export async function readChangesBetween(
  repository: Pick<Repository, 'listChanges' | 'readFile'>,
  base: string,
  result: string,
): Promise<readonly ChangedFile[]> {
  const changes = await repository.listChanges(base, result);
  return Promise.all(
    changes.map(async ({ path, previousPath, kind }) => ({
      path,
      previousPath,
      kind,
      before: kind === 'created' ? undefined : await readText(repository, base, previousPath ?? path),
      after: kind === 'deleted' ? undefined : await readText(repository, result, path),
    })),
  );
}

/** The text of a file in a commit; undefined if there is no file or it is binary. */
async function readText(
  repository: Pick<Repository, 'readFile'>,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const bytes = await repository.readFile(commit, path);
  return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString('utf8');
}
