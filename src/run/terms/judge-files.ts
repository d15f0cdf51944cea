import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import { createForbiddenMatcher, createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { Chunk } from '../../contract/model.ts';
import { findPortabilityProblem } from '../../workspace/files/safe-path.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';

export interface FilesInput {
  readonly chunk: Pick<Chunk, 'allowedFiles' | 'forbiddenFiles'>;
  readonly changes: readonly Pick<FileChange, 'path' | 'previousPath' | 'kind'>[];
  /** The unified diff of the changes. */
  readonly diff: string;
  /** Masks every API key that is known. */
  readonly redact: (text: string) => string;
}

/**
 * [AGENT-4] Judges the changed files of an executor that writes files itself, by the rules that Holdfast's own tools refuse a
 * write by: the files of the chunk, names that other systems cannot have, and API keys.
 */
export function judgeFiles({ chunk, changes, diff, redact }: FilesInput): readonly AssertionResult[] {
  const { allowedFiles, forbiddenFiles } = chunk;
  const isAllowed = allowedFiles.length === 0 ? () => true : createPathMatcher(allowedFiles);
  const isForbidden = createForbiddenMatcher(forbiddenFiles);
  const paths = new Set(changes.flatMap(({ path, previousPath = path }) => [previousPath, path]));
  const results: AssertionResult[] = [];
  for (const file of [...paths].sort()) {
    if (isForbidden(file)) {
      results.push(createResult(file, 'The contract forbids changes to it (forbiddenFiles)'));
    } else if (!isAllowed(file)) {
      results.push(createResult(file, `The contract allows changes only to these files: ${allowedFiles.join(', ')}`));
    } else {
      const problem = findPortabilityProblem(file);
      if (problem !== undefined) results.push(createResult(file, problem));
    }
  }
  const file = findAddedKey(diff, redact);
  if (file !== undefined) {
    results.push(createResult(file, 'It contains an API key. Read the key from the environment'));
  }
  return results;
}

/** The first file of a diff with an added line that contains a key. */
function findAddedKey(diff: string, redact: FilesInput['redact']): string | undefined {
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    else if (line.startsWith('+') && redact(line) !== line) return file;
  }
  return undefined;
}

function createResult(file: string, reason: string): AssertionResult {
  return {
    assertion: {
      type: 'assert',
      message: `Restore ${file}: this chunk may not change it`,
      check: { type: 'files_kept', target: file, file },
    },
    passed: false,
    expected: `The file is unchanged. ${reason}`,
    actual: 'It was changed',
    durationMs: 0,
    location: { file, line: 1, column: 1 },
  };
}
