import { isHoldoutFile } from '../../workspace/configuration/holdout-files.ts';
import type { FileVersions } from '../protection/changes/protected-change.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { Fact } from '../../foundation/fact.ts';
import { canHaveFacts, type FactQuery } from './find-facts.ts';

/** A longer text is mostly generated, and is not reviewed line by line. */
const MAX_CHARACTERS = 1_000_000;

export interface FactSources {
  readonly repository: Pick<Repository, 'readFiles'>;
  /** The commit before the change. */
  readonly base: string;
  readonly changes: readonly Pick<FileChange, 'path' | 'previousPath' | 'kind' | 'binary'>[];
  /** Reads the bytes of changed files after the change. */
  readonly readAfter: (paths: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;
  /** Compares the versions of the files, in the worker of the analysis. */
  readonly find: (query: FactQuery) => Promise<readonly Fact[]>;
  readonly signal?: AbortSignal | undefined;
}

/** [PROOF-5] Reads the versions of the changed files, and finds what a reviewer should look at. */
export async function readFacts({
  repository,
  base,
  changes: all,
  readAfter,
  find,
  signal,
}: FactSources): Promise<readonly Fact[]> {
  // A fact quotes code, and the texts of scenarios stay hidden.
  const changes = all.filter(({ path, previousPath = path }) => !isHoldoutFile(path) && !isHoldoutFile(previousPath));
  // Rules compare: a file that exists only before or after the change has no facts.
  const compared = changes.filter(
    ({ path, kind, binary }) => !binary && kind !== 'created' && kind !== 'deleted' && canHaveFacts(path),
  );
  if (compared.length === 0) return [];
  const originals = compared.map(({ path, previousPath = path }) => previousPath);
  const before = await repository.readFiles(base, originals, signal);
  const after = await readAfter(compared.map(({ path }) => path));
  const files = compared.map(({ path, previousPath }): FileVersions => ({
    path,
    previousPath,
    before: decode(before.get(previousPath ?? path)),
    after: decode(after.get(path)),
  }));
  return find({ files, changedPaths: changes.map(({ path }) => path) });
}

/** `undefined` for a file that does not exist, is not text or is too long. */
function decode(bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined || bytes.length > MAX_CHARACTERS || bytes.includes(0)) return undefined;
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}
