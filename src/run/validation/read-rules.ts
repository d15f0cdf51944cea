import { ALWAYS_FILE } from '../../contract/always-file.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { createForbiddenMatcher } from '../../contract/globs/path-matcher.ts';
import type { Contract } from '../../contract/model.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { Repository } from '../../workspace/repository.ts';

/** The contract with the rules for every change. */
export interface RuleContract {
  readonly document: ContractDocument;
  readonly contract: Contract;
}

/**
 * [SESSION-2] Reads the rules for every change as a commit has them. `undefined` if it has none, or if they have errors, which
 * `check` reports.
 */
export async function readRules(
  repository: Pick<Repository, 'readFiles'>,
  commit: string,
  signal?: AbortSignal,
): Promise<RuleContract | undefined> {
  const bytes = (await repository.readFiles(commit, [ALWAYS_FILE], signal)).get(ALWAYS_FILE);
  if (bytes === undefined) return undefined;
  const document = readContract({ file: ALWAYS_FILE, text: bytes.toString('utf8'), checks: CHECKS });
  const { contract, problems } = document;
  // The gates of a rule are judged with a change, and their files are not read here.
  const isWrong = problems.some(({ severity, code }) => severity === 'error' && code !== 'unknown-gate');
  if (contract === undefined || isWrong) return undefined;
  return { document, contract };
}

/** [SESSION-2] The changed files that a rule protects, each with the rule that says so. */
export function judgeRuledFiles(
  rules: RuleContract | undefined,
  changes: readonly Pick<FileChange, 'path' | 'previousPath'>[],
): readonly AssertionResult[] {
  const files = [...new Set(changes.flatMap(({ path, previousPath = path }) => [previousPath, path]))].sort();
  return (rules?.contract.chunks ?? []).flatMap(({ title, forbiddenFiles }) =>
    files.filter(createForbiddenMatcher(forbiddenFiles)).map((file) => ({
      assertion: {
        type: 'assert' as const,
        message: `Restore ${file}: ${title}`,
        check: { type: 'files_kept' as const, target: file, file },
      },
      passed: false,
      expected: `The file is unchanged. A rule in ${ALWAYS_FILE} protects it`,
      actual: 'It was changed',
      durationMs: 0,
      location: { file, line: 1, column: 1 },
    })),
  );
}
