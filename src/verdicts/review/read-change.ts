import type { Analysis } from '../analysis/analysis.ts';
import { isHoldoutFile } from '../../workspace/configuration/holdout-files.ts';
import { readProtectedChanges } from '../protection/read-protected-changes.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { ReviewInput } from './review-input.ts';

/** A longer diff cannot be reviewed as a whole. */
const MAX_DIFF_BYTES = 32 * 1024 * 1024;

export interface ChangeSource {
  readonly repository: Pick<Repository, 'listChanges' | 'readDiff' | 'readFiles' | 'listFiles'>;
  readonly analysis: Pick<Analysis, 'protectedChanges'>;
  /** The commits before and after the change. */
  readonly from: string;
  readonly to: string;
  /** The commands that judge the change, such as the build. The scripts that they run are protected, too. */
  readonly commands?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

export interface ReadChange extends Pick<ReviewInput, 'change' | 'protectedChanges'> {
  readonly changes: readonly FileChange[];
}

/** Reads the change between two commits, and the tests and settings that it weakens. */
export async function readChange(source: ChangeSource): Promise<ReadChange> {
  const { repository, analysis, from, to, commands = [], signal } = source;
  const changedFiles = await repository.listChanges(from, to, signal);
  const existing = changedFiles.flatMap(({ path, kind }) => (kind === 'deleted' ? [] : [path]));
  const after = await repository.readFiles(to, existing, signal);
  const protectedChanges = await readProtectedChanges({
    repository,
    base: from,
    changes: changedFiles,
    readAfter: (paths) => Promise.resolve(new Map([...after].filter(([path]) => paths.includes(path)))),
    commands,
    find: (query) => analysis.protectedChanges(query, { signal }),
    signal,
  });
  const hidden = await readHoldoutTexts(repository, [from, to], signal);
  return {
    change: {
      holdoutCopies: [...after].flatMap(([path, bytes]) => (hidden.has(textOf(bytes)) ? [path] : [])),
      diff: await repository.readDiff(from, to, signal, MAX_DIFF_BYTES),
      files: [...after].flatMap(([path, bytes]) =>
        bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8').replace(/^\ufeff/, '') }],
      ),
      changedFiles,
    },
    protectedChanges,
    changes: changedFiles,
  };
}

/** The texts of the scenarios in some commits: a copy of one elsewhere is not sent to a model, either. */
async function readHoldoutTexts(
  repository: ChangeSource['repository'],
  commits: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const commit of commits) {
    const files = (await repository.listFiles(commit, signal)).filter((file) => isHoldoutFile(file));
    if (files.length === 0) continue;
    for (const bytes of (await repository.readFiles(commit, files, signal)).values()) texts.add(textOf(bytes));
  }
  texts.delete('');
  return texts;
}

/** The text of a file without differences of line ends, and of white space at its start and end. */
function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trim();
}
