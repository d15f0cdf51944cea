import { HoldfastError } from '../../foundation/errors.ts';
import { requiredResults } from '../../foundation/verdict.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { judgeOnly, prepareTree } from '../validation/prepare-tree.ts';
import { runBuild } from '../validation/run-build.ts';
import { readVerifications, runVerification } from '../validation/run-verifications.ts';
import { isRefuted, toProblem } from '../validation/stage-command.ts';
import type { SnapshotVerdict } from '../validation/validate-snapshot.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import { isSameCommandFailure } from './failure-fingerprint.ts';

export interface BaseVerificationInput extends Pick<ChunkRunInput, 'document' | 'contract' | 'chunk' | 'services'> {
  readonly base: Snapshot;
}

/**
 * Finds verifications that fail on the base too. A failure there is normal while the work is missing, so that alone says
 * nothing. It does if the rest of the contract is met and the command still fails with the same output: then the change does
 * not affect what fails.
 */
export class BaseVerification {
  readonly #input: BaseVerificationInput;
  /** By command. The base is the same for all attempts. */
  readonly #reports = new Map<string, Promise<CommandReport | undefined>>();

  constructor(input: BaseVerificationInput) {
    this.#input = input;
  }

  /** The verdict, with `failsOnBase` if a verification is all that fails, and fails in the same way on the base. */
  async compare(verdict: SnapshotVerdict): Promise<SnapshotVerdict> {
    const failed = findOnlyFailure(verdict);
    if (failed === undefined) return verdict;
    const before = await this.#verify(failed.command);
    if (before === undefined || !isSameCommandFailure(failed, before)) return verdict;
    const marked = { ...failed, failsOnBase: true as const };
    const problem = toProblem(marked);
    const { chunk, services } = this.#input;
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message: `The ${problem.message}` });
    return {
      ...verdict,
      commands: verdict.commands.map((report) => (report === failed ? marked : report)),
      problems: [problem],
    };
  }

  #verify(command: string): Promise<CommandReport | undefined> {
    const known = this.#reports.get(command) ?? this.#runOnBase(command);
    this.#reports.set(command, known);
    return known;
  }

  /** `undefined` if the base has no result: the verification is not due there, or its worktree cannot be prepared. */
  async #runOnBase(command: string): Promise<CommandReport | undefined> {
    const { document, contract, chunk, base, services } = this.#input;
    services.report({ type: 'stage', chunk: chunk.id, stage: 'verify', detail: `without the change: ${command}` });
    // The commands are not part of the attempt, whose commands would be reported in the same way.
    const quiet = { ...services, report: () => undefined };
    try {
      return await withAttemptWorktree({ contract, services: quiet }, base, async (attempt) => {
        const input = { document, contract, chunk, attempt, services: quiet };
        const setup = await prepareTree(input, base);
        await judgeOnly(input, base);
        const verifications = await readVerifications(input);
        const due = verifications.find((one) => one.command === command && one.unmet.length === 0);
        if (due === undefined || setup.some(({ passed }) => !passed)) return undefined;
        const build = await runBuild(input);
        return build?.passed === false ? undefined : await runVerification(input, due);
      });
    } catch (thrown) {
      // What the base says is an explanation, and the verdict on the attempt does not depend on it.
      if (services.signal.aborted || !(thrown instanceof HoldfastError)) throw thrown;
      return undefined;
    }
  }
}

/** The verification that ran to its end and is all that fails. */
function findOnlyFailure({ commands, problems, ...verdict }: SnapshotVerdict): CommandReport | undefined {
  const failed = commands.filter(({ passed }) => !passed);
  const [only] = failed;
  const isRestMet =
    failed.length === 1 &&
    problems.every(({ stage }) => stage === 'verify') &&
    requiredResults(verdict).every(({ passed }) => passed) &&
    verdict.changedPackages === undefined;
  return isRestMet && only?.stage === 'verify' && isRefuted(only) ? only : undefined;
}
