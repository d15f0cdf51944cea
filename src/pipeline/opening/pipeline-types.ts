import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { ReviewOutcome, ScenarioOutcome } from '../state/judgement.ts';
import type { CostLine } from '../state/spending.ts';
import type { Failure, ItemState, SafetyReason } from '../state/item-state.ts';
import type { OutsideComment } from '../forge/line-comments.ts';
import type { ForgeComment, LineComment, PullRequest, PullRequestReview } from '../forge/forge.ts';
import type { StepOutcome } from '../step/run-step.ts';
import type { RunListener } from '../../run/report/run-events.ts';
import type { ErrorDetail } from '../../foundation/errors.ts';
import type { JobSlots } from '../../foundation/job-slots.ts';

/** Where the work items of a folder are. */
export type ForgeLocation =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'github';
      readonly apiUrl: string;
      /** Whether there is a token for the server. */
      readonly hasToken: boolean;
    };

/** A work item in the pipeline, or one that could enter it. */
export interface WorkItem {
  /** The number on the forge, as text. */
  readonly id: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly labels: readonly string[];
  /** The item of which it is a sub-issue. Only in lists of items. */
  readonly parent?: string | undefined;
  /** Absent if the item has never entered the pipeline, or its state cannot be read. */
  readonly progress?: WorkItemProgress | undefined;
  /** Why its state cannot be read. Only in lists of items. */
  readonly problem?: PipelineProblem | undefined;
}

/** Something that stops an item, or all items, until a person corrects it. */
export interface PipelineProblem {
  readonly message: string;
  /** What the person can do. */
  readonly hint?: string | undefined;
  /** The mistakes in the configuration, with their files and lines. Empty if it is another problem. */
  readonly details: readonly ErrorDetail[];
}

/** Where an item is in the pipeline. */
export interface WorkItemProgress {
  readonly stage: StageName;
  readonly round: number;
  readonly status: ItemState['status'];
  /** People changed its labels against its state: nothing happens until that is resolved. */
  readonly isLabelConflict: boolean;
  readonly isProcessing: boolean;
  /** `null` if the price of a model is unknown. */
  readonly costUsd: number | null;
  readonly failure?: Failure | undefined;
  /** What a person must decide. Empty if nothing waits. */
  readonly decisions: readonly WaitingDecision[];
}

/** A document or a change that waits for a person's decision. */
export interface WaitingDecision {
  readonly stage: StageName;
  readonly subItem?: string | undefined;
  /** Identifies what is approved: the hash of the stored answer, or the commit of the change. */
  readonly hash: string;
  /** The pull request where it is reviewed, if there is one. */
  readonly pullRequest?: number | undefined;
}

/** Everything that is known about one item. */
export interface WorkItemDetails extends WorkItem {
  readonly body: string;
  readonly safety: readonly SafetyReason[];
  readonly subItems: readonly WorkSubItem[];
  readonly cost: readonly CostLine[];
  /** Oldest first. */
  readonly timeline: readonly TimelineEntry[];
  /** The stored answers of the stages, as the model gave them and the checks accepted them. */
  readonly answers: readonly StageAnswer[];
  /** Oldest first. Absent on a forge that shows them itself. */
  readonly comments?: readonly ForgeComment[] | undefined;
}

export interface StageAnswer {
  readonly stage: StageName;
  readonly hash: string;
  /** The answer as a document: Markdown, YAML, or the interface files one after the other. */
  readonly text: string;
  readonly language: 'markdown' | 'yaml' | 'typescript';
  readonly pullRequest?: number | undefined;
}

export interface WorkSubItem {
  /** The id of its chunk in the planned contract. */
  readonly id: string;
  readonly title: string;
  readonly dependsOn: readonly string[];
  readonly stage: StageName;
  readonly status: ItemState['subItems'][number]['status'];
  readonly attempts: number;
  readonly branch?: string | undefined;
  readonly issue?: string | undefined;
  readonly pullRequest?: number | undefined;
  /** The commit that passed. */
  readonly commit?: string | undefined;
  /** The commit that its change starts from. */
  readonly baseCommit?: string | undefined;
  /** What scenarios said last. It is about the commit that it names. */
  readonly scenarios?: ScenarioOutcome | undefined;
  /** What the review said last. It is about the commit that it names. */
  readonly review?: ReviewOutcome | undefined;
  /** What scenarios and the review said about `commit`, one sentence each. Absent if nothing was said. */
  readonly judgements?: readonly string[] | undefined;
  /** What could not be checked about the change. Absent if everything was. */
  readonly warnings?: readonly string[] | undefined;
}

/** Something that happened to an item. */
export interface TimelineEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: 'transition' | 'attempt' | 'gate' | 'effect' | 'call';
  readonly stage: StageName;
  readonly subItem?: string | undefined;
  /** For people: one sentence, which the findings, scores or mistakes can follow as lines. */
  readonly text: string;
  readonly costUsd?: number | undefined;
}

export type { OutsideComment };

/** How a step ended. `busy`: try again later. */
export interface StepReport {
  readonly outcome: StepOutcome;
  readonly item?: WorkItem | undefined;
  /** One line: what scenarios and reviews found, and what happens next or what the item waits for. */
  readonly summary: string;
  /** The answers to commands of people that could not be applied: which command, and why. Absent if there are none. */
  readonly refusedCommands?: readonly string[] | undefined;
}

/**
 * What the run label leads to: the item `starts`, `resumes` after a failure, `restarts` after it was cancelled, or `continues`
 * as it would anyway. Nothing happens to an item that is `finished`: it gets no label.
 */
export type RunRequest = 'starts' | 'resumes' | 'restarts' | 'continues' | 'finished';

/** A comment on a line by a person who may write to the repository. */
export interface WritersComment extends LineComment {
  readonly line: number;
  readonly author: string;
  /** The same in each query. */
  readonly id: string;
}

export interface PullRequestDetails extends PullRequest {
  readonly reviews: readonly PullRequestReview[];
  /** The comments on the whole pull request, oldest first. Absent on a forge that shows them itself. */
  readonly comments?: readonly ForgeComment[] | undefined;
  /** Unified diff of the change. */
  readonly diff: string;
  /** The commits that the diff compares, in this repository. Absent if the base branch was deleted. */
  readonly compared?: { readonly from: string; readonly to: string } | undefined;
}

export interface StepOptions {
  readonly model?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Places for attempts of further sub-items at the same time. Steps of several items can share them. Default: none. */
  readonly slots?: JobSlots | undefined;
  /** What happens while a stage is executed. */
  readonly onEvent?: RunListener | undefined;
}

/**
 * The pipeline of a workspace folder: work items, their stages, and the pull requests that deliver them. Throws `not-found`
 * for an item or a pull request that does not exist. Methods for pull requests and new items that change something throw
 * `unsupported` on a forge where people do that themselves.
 */
export interface Pipeline {
  readonly forge: 'local' | 'github';
  /** What is wrong with the configuration of the pipeline, which stops all items; undefined if nothing is. */
  problem(): Promise<PipelineProblem | undefined>;
  /**
   * Open items with the run label or a state, oldest first. `all` adds the others. An item whose state cannot be read has a
   * `problem`. While the configuration is malformed, the run label of any prefix counts.
   */
  items(options?: { readonly all?: boolean }): Promise<readonly WorkItem[]>;
  item(id: string): Promise<WorkItemDetails>;
  /** Performs at most one transition, or with `slots` one attempt of each sub-item that is ready. */
  step(id: string, options?: StepOptions): Promise<StepReport>;
  /** Returns the id. With `start`, the item gets the run label. */
  createItem(item: { readonly title: string; readonly body: string; readonly start: boolean }): Promise<string>;
  /** Adds the run label. @throws HoldfastError `conflict` if the item is closed */
  requestRun(id: string): Promise<RunRequest>;
  /** Closes an item, which its next step cancels, or opens it again. */
  setOpen(id: string, isOpen: boolean): Promise<void>;
  /** Changes the title or the text of an item. Stages that have an answer keep it. */
  editItem(id: string, change: { readonly title?: string; readonly body?: string }): Promise<void>;
  /** Comments on an item, as the person. The next step reads commands in it. */
  commentOnItem(id: string, body: string): Promise<void>;
  /**
   * Approves what waits, as a comment of the person. `hash` is needed if more than one decision waits. This and the other
   * commands throw `conflict` if the next step would not apply them.
   */
  approve(id: string, hash?: string): Promise<WaitingDecision>;
  reject(id: string, reason: string, hash?: string): Promise<WaitingDecision>;
  restart(id: string): Promise<void>;
  cancel(id: string): Promise<void>;
  pullRequests(options?: { readonly all?: boolean }): Promise<readonly PullRequest[]>;
  pullRequest(number: number): Promise<PullRequestDetails>;
  /** Returns where a comment with a line can be if its line is not in the change. It is in the text of the review then. */
  comment(number: number, body: string, line?: Omit<LineComment, 'body'>): Promise<OutsideComment | undefined>;
  /** [SESSION-2] The comments on lines in the reviews of people who may write to the repository. The forge is queried each time. */
  writersComments(number: number): Promise<readonly WritersComment[]>;
  review(number: number, verdict: 'approved' | 'changes-requested', body: string): Promise<void>;
  closePullRequest(number: number): Promise<void>;
  /**
   * Recorded calls, transitions, attempts, gate decisions and effects of an item, or of all items, in the order of time. Each
   * is one JSON object with `item`, `at`, `kind`, `event`, `round`, `stage` and `details`; texts are hashes.
   */
  audit(id?: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}
