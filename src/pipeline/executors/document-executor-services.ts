import type { Observation } from '../../verdicts/domains/constraints/observation.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import type { CallPolicy } from '../../models/calls/call-policy.ts';
import type { CallReport } from '../../models/calls/call-report.ts';
import type { PlanInput } from '../../verdicts/plan/check-plan.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { TextCommit } from '../../workspace/git/write-text-commit.ts';
import type { PipelineSettings } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import type { OmittedItem } from '../context/context-item.ts';
import type { Forge } from '../forge/forge.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';

/** The files of a commit on disk, with the packages that are installed in the user's tree. An `AttemptWorktree` is one. */
export interface OpenedCommit extends AsyncDisposable {
  readonly tree: SourceTree;
}

/** One model call of a stage, for the history and the audit. Every retry is a separate call. */
export interface StageCall {
  readonly item: string;
  readonly round: number;
  readonly stage: StageName;
  /** The number of the answer within the stage and the round, from 1. */
  readonly attempt: number;
  readonly call: CallReport;
  /** The estimated tokens of the context, the tokens that were available for it, and what was left out [ASSERT-CODE-006]. */
  readonly context: { readonly tokens: number; readonly limit: number; readonly omitted: readonly OmittedItem[] };
}

/** What the executors of intake, architecture, interfaces and planning need. */
export interface DocumentExecutorServices {
  /** Opens the configured model before its first call. @throws HoldfastError `configuration` if none is configured */
  readonly openModel: () => Promise<ConfiguredModel>;
  /** The retries and time limits of calls. The budget of each execution is the available part of the item's budget. */
  readonly calls: Pick<CallPolicy, 'retry' | 'stallTimeoutMs' | 'clock' | 'onRetry'>;
  /**
   * The tokens of a request, and of an answer. Defaults: 100,000, or less if the window of the model is known to be smaller;
   * and 16,000.
   */
  readonly limits?: { readonly promptTokens?: number | undefined; readonly answerTokens?: number | undefined };
  /** Opens the files of a commit, for example with `Repository.openWorktree`. Paths are relative to the workspace folder. */
  readonly openCommit: (commit: string, signal: AbortSignal) => Promise<OpenedCommit>;
  /**
   * Writes a commit to the repository from which the forge pushes, for example with `writeTextCommit`. Paths are relative to
   * the workspace folder.
   */
  readonly writeCommit: (commit: TextCommit) => Promise<string>;
  /** The pipeline's configuration in a commit. @throws HoldfastError `configuration` if it is malformed */
  readonly readSettings: (commit: string, signal: AbortSignal) => Promise<PipelineSettings>;
  /** To read what people wrote about an item. */
  readonly forge: Pick<Forge, 'listComments' | 'canWrite'>;
  /** What the plan rules know of an opened commit: `readPlanSituation`, with the shared gates of the commit. */
  readonly readPlanSituation: (tree: SourceTree, signal: AbortSignal) => Promise<Omit<PlanInput, 'document'>>;
  /** Whether no stage may write a path: contracts, gates, the configuration, hooks, workflows. */
  readonly isProtected: (path: string) => boolean;
  /**
   * What the artifacts of a commit have for the interfaces of the registry, by domain. Services that are not there are left
   * out. Default: nothing is known.
   */
  readonly observe?:
    | ((tree: {
        /** Absolute path of the workspace folder with the files of the commit. */
        readonly root: string;
        readonly commit: string;
        readonly signal: AbortSignal;
      }) => Promise<readonly Observation[]>)
    | undefined;
  /** Masks the API keys in a text. */
  readonly redact: (text: string) => string;
  /** Stores a call. It is awaited before the execution ends. */
  readonly recordCall?: ((call: StageCall) => Promise<void>) | undefined;
}

export const DEFAULT_PROMPT_TOKENS = 100_000;
export const DEFAULT_ANSWER_TOKENS = 16_000;
