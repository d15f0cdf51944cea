import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk } from '../../contract/model.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { decodeText } from '../../workspace/files/disk-tree.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { Git } from '../../workspace/git/git.ts';
import type { Repository } from '../../workspace/repository.ts';
import { findReviewBase } from '../review/review-base.ts';
import type { FolderContracts } from '../services/folder-services.ts';

export interface CurrentChangeSources {
  readonly tree: Pick<SourceTree, 'readText'>;
  readonly contracts: Pick<FolderContracts, 'parse'>;
  configuration(): Promise<Pick<Configuration, 'contracts' | 'forge' | 'plans'>>;
  repository(): Promise<Repository>;
}

/** What differs between the current files and the merge base with the default branch. */
export interface CurrentChange {
  /**
   * Whether the change may have begun the work of a chunk: the chunk is older, also if it may have another id since, or a file
   * that it may write differs.
   */
  mayHaveBegun(chunk: Chunk): boolean;
}

/** Reads the current change; `undefined` if nothing shows where it began: without git, or without a default branch. */
export async function readCurrentChange(
  sources: CurrentChangeSources,
  document: ContractDocument,
): Promise<CurrentChange | undefined> {
  const signal = new AbortController().signal;
  const repository = await sources.repository();
  const head = await repository.commits?.head(signal);
  if (head === undefined) return undefined;
  const configuration = await sources.configuration();
  const git = new Git(repository.folder);
  const action = 'list the files that differ from the merge base';
  const found = await findBase(git, head, configuration, signal);
  if (found === undefined) return undefined;
  const lists = await Promise.all([
    git.text(['diff', '--name-only', '--no-renames', '--relative', '-z', found, '--', '.'], { action, signal }),
    git.text(['ls-files', '--others', '--exclude-standard', '-z', '--', '.'], { action, signal }),
  ]);
  const changed = lists.flatMap((list) => list.split('\0')).filter((file) => file !== '');
  // A chunk can come from a contract that was renamed or split.
  const isContract = createPathMatcher([...configuration.contracts, ...configuration.plans]);
  const earlier = new Set([document.file, ...changed.filter(isContract)]);
  const older = await listOlderChunks(sources, repository, { commit: found, files: [...earlier] });
  const current = await listCurrentChunks(sources, document, [...earlier]);
  const isAnyGone = [...older].some((id) => !current.has(id));
  const work = changed.filter((file) => file !== document.file);
  return {
    mayHaveBegun: ({ id, allowedFiles }) =>
      isAnyGone || older.has(id) || work.some(allowedFiles.length === 0 ? () => true : createPathMatcher(allowedFiles)),
  };
}

async function findBase(
  git: Git,
  head: string,
  configuration: Pick<Configuration, 'forge'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await findReviewBase(git, head, { base: undefined, configuration, signal })).commit;
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'git') return undefined;
    throw thrown;
  }
}

/** The ids of the chunks that contracts have in a commit. */
async function listOlderChunks(
  { contracts }: CurrentChangeSources,
  repository: Repository,
  { commit, files }: { readonly commit: string; readonly files: readonly string[] },
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const [file, bytes] of await repository.readFiles(commit, files)) {
    addChunks(ids, await contracts.parse(file, decodeText(file, bytes)));
  }
  return ids;
}

/** The ids of the chunks that contracts have now. */
async function listCurrentChunks(
  { contracts, tree }: CurrentChangeSources,
  document: ContractDocument,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  addChunks(ids, document);
  for (const file of files) {
    const text = file === document.file ? undefined : await tree.readText(file);
    if (text !== undefined) addChunks(ids, await contracts.parse(file, text));
  }
  return ids;
}

function addChunks(ids: Set<string>, { contract }: ContractDocument): void {
  for (const { id } of contract?.chunks ?? []) ids.add(id);
}
