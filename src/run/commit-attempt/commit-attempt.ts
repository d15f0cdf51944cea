import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import type { PromptDesign } from '../../models/prompts/prompt-input.ts';
import type { EarlierAttempts } from '../services/earlier-attempts.ts';
import { runChunk } from '../chunk/run-chunk.ts';
import { recordingMessage } from '../records/write-records.ts';
import type { AttemptReport, ChunkRunResult, RunError } from '../report/run-result.ts';
import type { RunnableContract, UnlandedResult } from '../services/chunk-run-input.ts';
import { requireChunk } from '../services/runnable-contract.ts';
import type { RunServices } from '../services/run-services.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';

/** The workflows of a forge. They decide what judges a change there, as hooks do. */
const WORKFLOW_GLOBS = ['**/.github/workflows/**', '**/.github/actions/**'];

/** One attempt of one chunk that starts from a commit instead of the user's files. */
export interface CommitAttemptInput {
  readonly runnable: RunnableContract;
  /** The id of the chunk. */
  readonly chunk: string;
  /** The commit that the change starts from. */
  readonly base: string;
  /** The commit whose validators judge. */
  readonly terms: string;
  /** The ids of the chunks whose results are part of the base. */
  readonly passed: ReadonlySet<string>;
  /** Whether a model wrote the contract and no person has approved it. */
  readonly grantsNothing: boolean;
  readonly earlier: EarlierAttempts;
  /** The design that the contract follows, for the prompt. */
  readonly design: readonly PromptDesign[];
  /** The message and the time of the result commit. */
  readonly commit: { readonly message: string; readonly at: string };
  /** With the configuration of the terms. */
  readonly services: RunServices;
}

/** What every outcome says about the calls that were made. */
interface Spent {
  /** In USD; `null` if the price of the model is unknown, 0 if no model was called. */
  readonly costUsd: number | null;
}

/**
 * `blocked`: no attempt can pass on this base, for the reason: preflight stopped it, or a gate has no verdict. `error`:
 * something outside the change failed, such as the model's server.
 */
export type CommitAttemptOutcome = Spent &
  (
    | {
        readonly kind: 'passed';
        readonly attempt: AttemptReport;
        /** One commit on top of the base, in the user's repository, which no ref names yet. */
        readonly commit: string;
        /** Relative to the workspace folder. */
        readonly changedFiles: readonly string[];
      }
    | { readonly kind: 'failed'; readonly attempt: AttemptReport; readonly reason: string }
    | { readonly kind: 'blocked'; readonly reason: string }
    | { readonly kind: 'error'; readonly error: RunError }
  );

/**
 * Runs one attempt of a chunk on a commit. It reads nothing of the user's files except installed dependencies, and changes
 * no branch, index or file of the user: the result is a commit [PIPE-5].
 *
 * @throws CancelledError
 */
export async function attemptOnCommit(input: CommitAttemptInput): Promise<CommitAttemptOutcome> {
  const { runnable, services } = input;
  const chunk = requireChunk(runnable.document, runnable.contract, input.chunk);
  const tree = await services.repository.resolve(input.base, services.signal);
  return withTerms(input, async (onCommit) => {
    const { result, unlanded } = await runChunk({
      ...runnable,
      chunk,
      landing: 'none',
      maxAttempts: 1,
      start: { tree, passed: input.passed },
      skip: 'none',
      isStacked: true,
      unattended: true,
      earlierAttempts: input.earlier,
      design: input.design,
      grantsNothing: input.grantsNothing,
      protectedGlobs: WORKFLOW_GLOBS,
      services: onCommit,
    });
    const costUsd = result.usage === undefined ? 0 : result.usage.costUsd;
    const [attempt] = result.attempts;
    if (result.status === 'cancelled' || services.signal.aborted) throw new CancelledError('run the attempt');
    if (result.status === 'pass' && unlanded !== undefined && attempt !== undefined) {
      const commit = await commitResult(input, result.runId, unlanded);
      const changedFiles = unlanded.passed.flatMap((passed) => passed.changedFiles);
      return { kind: 'passed', attempt, commit, changedFiles, costUsd };
    }
    return { ...describeFailure(result, attempt), costUsd };
  });
}

function describeFailure(result: ChunkRunResult, attempt: AttemptReport | undefined) {
  const reason = result.reason ?? 'The attempt did not pass.';
  if (result.error !== undefined) return { kind: 'error', error: result.error } as const;
  if (attempt === undefined || isUndecided(attempt)) return { kind: 'blocked', reason } as const;
  return { kind: 'failed', attempt, reason } as const;
}

/** Whether only gates without a verdict block the result. Another attempt would not give them one. */
function isUndecided({ validation }: AttemptReport): boolean {
  const blocking = (validation.gates ?? []).filter(({ mode, verdict }) => mode === 'blocking' && verdict !== 'PASS');
  return blocking.length > 0 && blocking.every(({ verdict }) => verdict !== 'FAIL');
}

/** Commits the result, and deletes the copy that the run kept. */
async function commitResult(
  { runnable, base, commit, services }: CommitAttemptInput,
  runId: string,
  { result, passed }: UnlandedResult,
): Promise<string> {
  const { repository, signal } = services;
  const message = recordingMessage(commit.message, runnable.contract, passed);
  const created = await repository.createCommit({
    message,
    at: commit.at,
    content: result.commit,
    parents: [base],
    signal,
  });
  await repository.deleteKeptResult(runId, signal);
  return created;
}

/** Runs work with the validators of a commit, which are in a worktree that nothing else uses. */
export async function withTerms<Result>(
  { runnable, terms, services }: Pick<CommitAttemptInput, 'runnable' | 'terms' | 'services'>,
  work: (services: RunServices) => Promise<Result>,
): Promise<Result> {
  const { repository, signal } = services;
  if (repository.kind !== 'git') throw createNoRepositoryError(repository.folder);
  const snapshot = await repository.resolve(terms, signal);
  return withAttemptWorktree({ ...runnable, services }, snapshot, ({ root }) =>
    work({ ...services, termsFolder: root }),
  );
}

function createNoRepositoryError(folder: string): HoldfastError {
  return new HoldfastError('git', `Failed to run the attempt: ${folder} is in no git repository`, {
    hint: 'Work items need commits. Create a repository with "git init" and a first commit.',
  });
}
