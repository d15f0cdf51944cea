import type { ContractDocument } from '../../contract/document.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { TreeFile } from '../../workspace/hunks/result-files.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChangeJudgement, ChunkReference } from '../change/change-types.ts';
import { relationOf } from '../change/chunk-relation.ts';
import { keyHunks, splitCreated } from './hunk-key.ts';
import type { HunkReview, HunkReviewFile } from './review-types.ts';

export interface HunkReviewInput {
  readonly repository: Pick<Repository, 'listHunkFiles'>;
  readonly base: Snapshot;
  readonly head: Snapshot;
  readonly judgement: ChangeJudgement;
  readonly contracts: readonly ContractDocument[];
  /** Which of some keys a person has reviewed. */
  readonly findReviewed: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly notes: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** [SESSION-1] Reads the hunks of a judged change with what was reviewed of them. */
export async function readReviewedChange(input: HunkReviewInput): Promise<HunkReview> {
  const { repository, base, head, judgement, contracts, findReviewed, notes, signal } = input;
  // What the judgement leaves out, such as a conversion of line endings, is not part of the change. A file that left the
  // folder is deleted for the judgement, and renamed for the hunks.
  const judged = new Set(judgement.changedFiles.flatMap(pathsOf));
  const listed = await repository.listHunkFiles(base, head, { splitCreated, signal });
  const keyed = await Promise.all(
    listed
      .filter(({ file }) => pathsOf(file).some((path) => judged.has(path)))
      .map(async ({ file, source }) => ({ file, source, keys: await keyHunks(source) })),
  );
  const reviewed = await findReviewed(keyed.flatMap(({ keys }) => keys.map(({ key }) => key)));
  const files = keyed.map(({ file, source, keys }): HunkReviewFile => {
    const paths = pathsOf(file);
    const chunks = findChunks(contracts, paths);
    return {
      ...file,
      content: contentOf(source),
      hunks: file.hunks.map((hunk, index) => {
        const { key = '', declaration = '' } = keys[index] ?? {};
        return { ...hunk, key, declaration, isReviewed: reviewed.has(key) };
      }),
      chunks,
      isOutside: contracts.length > 0 && chunks.length === 0,
      findings: judgement.findings.filter((finding) => finding.file !== undefined && paths.includes(finding.file)),
    };
  });
  const hunks = files.flatMap((file) => file.hunks);
  return {
    judgement,
    files: files.sort(compareFiles),
    reviewedCount: hunks.filter(({ isReviewed }) => isReviewed).length,
    hunkCount: hunks.length,
    notes: [...notes, ...judgement.notes],
  };
}

function pathsOf({ path, previousPath = path }: Pick<HunkReviewFile, 'path' | 'previousPath'>): readonly string[] {
  return [path, previousPath];
}

/** Identifies the content and the mode of a file; that of a deleted file is empty. */
function contentOf({ after }: TreeFile): string {
  return after === undefined ? '' : `${after.mode} ${after.object}`;
}

function findChunks(contracts: readonly ContractDocument[], paths: readonly string[]): readonly ChunkReference[] {
  const changed = new Set(paths);
  const reach = { changed, reached: changed, known: changed, affectsAll: false };
  return contracts.flatMap(({ file, contract }) =>
    (contract?.chunks ?? [])
      .filter((chunk) => contract !== undefined && relationOf(contract, chunk, reach) === 'written')
      .map(({ id }) => ({ contract: file, chunk: id })),
  );
}

function compareFiles(one: HunkReviewFile, other: HunkReviewFile): number {
  const rank = ({ isOutside, findings }: HunkReviewFile): number =>
    findings.some(({ severity }) => severity === 'error') ? 0 : isOutside ? 1 : 2;
  const chunkOf = ({ chunks: [chunk] }: HunkReviewFile): string => `${chunk?.contract ?? ''}#${chunk?.chunk ?? ''}`;
  return rank(one) - rank(other) || compareTexts(chunkOf(one), chunkOf(other)) || compareTexts(one.path, other.path);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
