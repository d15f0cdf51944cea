import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import { attemptRules } from '../services/command-rules.ts';
import { judgeProtection, type ProtectionVerdict } from '../terms/judge-protection.ts';
import { checkChunk } from '../validation/check-chunk.ts';
import { readVerifications, type PendingVerification } from '../validation/run-verifications.ts';
import { findModuleErrors } from '../validation/syntax-check.ts';
import type { RunningAttempt } from './running-attempt.ts';
import { requiredResults } from '../../foundation/verdict.ts';

/** What the files of an attempt show while the model works. No command, validator or model runs. */
export interface CurrentFilesCheck {
  /** Postconditions, asserts and rules for protected files. Those that need more than files are marked as untrusted. */
  readonly required: readonly AssertionResult[];
  readonly suggested: readonly AssertionResult[];
  /** The syntax errors of the written modules, each with its location. */
  readonly syntaxErrors: readonly string[];
  /** The verifications, with their conditions as the files answer them. */
  readonly verifications: readonly PendingVerification[];
}

/** Checks the files of an attempt as they are now. */
export async function checkCurrentFiles(attempted: RunningAttempt, signal: AbortSignal): Promise<CurrentFilesCheck> {
  const { attempt, files, services } = attempted;
  await services.analysis.filesChanged(attempt.root, files.written);
  const checked = await checkChunk({
    ...attempted,
    analysis: services.analysis,
    tree: attempt.tree,
    changedFiles: files.written,
    trusted: false,
    workspaceTypeScript: true,
    commandTimeoutMs: 0,
    commandRules: attemptRules(attempted),
    signal,
  });
  const protection = await judgeCurrentFiles(attempted);
  return {
    required: [...requiredResults(checked), ...protection.violations],
    suggested: [...checked.suggestResults, ...protection.warnings],
    syntaxErrors: await findModuleErrors({ attempt, changedFiles: files.written }),
    verifications: await readVerifications({ ...attempted, dueConditions: attempted.terms.dueConditions }),
  };
}

/** Judges the protected files as they are now, before the attempt has ended. */
async function judgeCurrentFiles(attempted: RunningAttempt): Promise<ProtectionVerdict> {
  const { attempt, base, files, services } = attempted;
  const inBase = await services.repository.readFiles(base.commit, [...files.written, ...files.removed]);
  const changes = [
    ...files.written.map((path) => ({ path, kind: inBase.has(path) ? ('modified' as const) : ('created' as const) })),
    ...files.removed.filter((path) => inBase.has(path)).map((path) => ({ path, kind: 'deleted' as const })),
  ];
  const readAfter = async (paths: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
    const contents = new Map<string, Buffer>();
    for (const path of paths) {
      const bytes = await attempt.tree.readBytes(path);
      if (bytes !== undefined) contents.set(path, bytes);
    }
    return contents;
  };
  return judgeProtection({ ...attempted, changes, readAfter });
}
