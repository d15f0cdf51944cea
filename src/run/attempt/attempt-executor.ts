import type { ModelMessage } from 'ai';
import type { ConfiguredAgent } from '../../models/agent/acp/external-agent.ts';
import type { AgentOutcome } from '../../models/agent/agent-input.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import type { PromptInput } from '../../models/prompts/prompt-input.ts';
import type { AttemptFiles } from '../../workspace/files/attempt-files.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import type { AttemptStart } from './attempt-start.ts';
import type { AttemptCheck } from './attempt-check.ts';
import type { AttemptRetryContext } from './retry-context.ts';

/** Who carries out the attempts of a run: a model in Holdfast's own loop, or an external agent. */
export type AttemptWorker =
  | { readonly kind: 'model'; readonly model: ConfiguredModel }
  | { readonly kind: 'agent'; readonly agent: ConfiguredAgent };

/** One attempt: what to do, and the worktree to do it in. */
export interface AttemptTask extends Pick<ChunkRunInput, 'chunk' | 'services'> {
  readonly runId: string;
  readonly number: number;
  readonly attempt: AttemptWorktree;
  /** What is in the worktree before the model works. */
  readonly attemptStart: AttemptStart;
  /** The tree that the result is compared with. */
  readonly base: Snapshot;
  readonly prompt: Omit<PromptInput, 'retry'>;
  readonly retry: AttemptRetryContext | undefined;
  /** The conversation of the previous attempt, if this one continues it. */
  readonly conversation?: readonly ModelMessage[] | undefined;
  /** The files of the worktree, with the rules of the chunk. */
  readonly files: AttemptFiles;
  /** The checks that a model can request. */
  readonly check: AttemptCheck;
}

/** Carries out the attempts of one chunk. It only changes files: the tree decides what is accepted. */
export interface AttemptExecutor extends AsyncDisposable {
  /**
   * Whether the next attempt continues the session of the previous one. It then also starts from its files, since the
   * session refers to them.
   */
  readonly continuesSession: boolean;
  /** Whether it can write files without Holdfast's tools. The rules of the chunk are then judged by the tree. */
  readonly writesItself: boolean;
  /** @throws HoldfastError if the work cannot be done, CancelledError when the signal of the run is aborted */
  execute(task: AttemptTask): Promise<AgentOutcome>;
}
