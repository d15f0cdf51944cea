import { ALWAYS_FILE } from '../../contract/always-file.ts';
import { createForbiddenMatcher } from '../../contract/globs/path-matcher.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { ChangeFinding } from './change-types.ts';
import { describeChange } from './change-findings.ts';
import { mayWrite } from './chunk-relation.ts';
import type { ChunkJudge, RunnableTerms } from './chunk-judge.ts';
import type { SelectedChunk } from './select-chunks.ts';

export interface OutsideFilesInput {
  /** The changed files, without those that the change is judged by. */
  readonly changes: readonly FileChange[];
  /** The chunks that the change carries out. */
  readonly chunks: readonly SelectedChunk[];
  /** Those of them that decide what the change may write: the contracts of the change itself allow nothing. */
  readonly allowing: readonly SelectedChunk[];
  /** Judges the base. */
  readonly base: ChunkJudge;
}

/** [SESSION-2] The changed files that a rule for every change protects. */
export function findRuledFiles(
  changes: readonly FileChange[],
  contracts: readonly RunnableTerms[],
): readonly ChangeFinding[] {
  const rules = contracts.filter(({ document }) => document.file === ALWAYS_FILE);
  return rules.flatMap(({ document, contract }) =>
    contract.chunks.flatMap(({ id, title, forbiddenFiles }) => {
      const isForbidden = createForbiddenMatcher(forbiddenFiles);
      return changes.flatMap((change): readonly ChangeFinding[] => {
        const file = [change.previousPath ?? change.path, change.path].find((path) => isForbidden(path));
        if (file === undefined) return [];
        return [
          {
            kind: 'outside-files',
            severity: 'error',
            message: `Undo the change of ${file}: ${title}`,
            file,
            line: 1,
            expected: describeAllowed([], forbiddenFiles),
            actual: describeChange(change),
            chunk: { contract: document.file, chunk: id },
          },
        ];
      });
    }),
  );
}

/**
 * Finds the changed files that no chunk of the change may write. Chunks that the base satisfies were done before: a later
 * change of their files is maintenance and not bound to `allowedFiles`.
 */
export async function findOutsideFiles({
  changes,
  chunks,
  allowing,
  base,
}: OutsideFilesInput): Promise<readonly ChangeFinding[]> {
  const paths = new Map(
    changes.flatMap((change) =>
      [change.previousPath ?? change.path, change.path].map((path) => [path, change] as const),
    ),
  );
  for (const within of [allowing, chunks]) {
    const outside = [...paths].filter(([file]) => !within.some(({ chunk }) => mayWrite(chunk, file)));
    const bound = outside.length === 0 ? undefined : await findBoundChunk(within, base);
    if (bound !== undefined) return outside.map(([file, change]) => toFinding(bound, file, change));
  }
  return [];
}

function toFinding({ terms, chunk }: SelectedChunk, file: string, change: FileChange): ChangeFinding {
  return {
    kind: 'outside-files',
    severity: 'error',
    message: `Undo the change of ${file}: the chunk "${chunk.id}" may not write it`,
    file,
    line: 1,
    expected: describeAllowed(chunk.allowedFiles, chunk.forbiddenFiles),
    actual: describeChange(change),
    chunk: { contract: terms.document.file, chunk: chunk.id },
  };
}

/** The active chunk, or else the first one whose work the change does: the base does not satisfy it. */
async function findBoundChunk(chunks: readonly SelectedChunk[], base: ChunkJudge): Promise<SelectedChunk | undefined> {
  for (const selected of chunks) {
    if (selected.relation === 'active') return selected;
    const { verdict } = await base.judge(selected.terms, selected.chunk);
    if (verdict === 'unsatisfied') return selected;
  }
  return undefined;
}

function describeAllowed(allowedFiles: readonly string[], forbiddenFiles: readonly string[]): string {
  const parts = [
    ...(allowedFiles.length === 0 ? [] : [`allowedFiles: ${allowedFiles.join(', ')}`]),
    ...(forbiddenFiles.length === 0 ? [] : [`forbiddenFiles: ${forbiddenFiles.join(', ')}`]),
  ];
  return `Only files of the chunk change (${parts.join('; ')})`;
}
