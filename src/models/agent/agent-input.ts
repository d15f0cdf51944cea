import type { ModelMessage } from 'ai';
import type { CallLabel } from '../base/call-label.ts';
import type { ConfiguredModel } from '../base/configured-model.ts';
import type { CallReport } from '../calls/call-report.ts';
import type { RetryPolicy } from '../calls/retry-policy.ts';
import type { CostBudget } from '../cost/cost-budget.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { RefusedWrite } from '../../workspace/files/attempt-files.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentFiles } from './files/agent-files.ts';
import type { LostDeclarations, StartingFiles, ReadDeclarations } from './files/kept-declarations.ts';
import type { CheckContract } from './tools/agent-tool.ts';

/** The limits of an attempt. */
export interface AgentLimits {
  /** The maximum number of model answers. */
  readonly maxSteps: number;
  /** The time limit of the whole attempt. */
  readonly timeoutMs: number;
  /** The maximum time that the model may send nothing. */
  readonly stallTimeoutMs: number;
  /** The maximum number of output tokens of one call. Default: the limit of the provider. */
  readonly maxOutputTokens?: number;
  /** The cost budget, which all attempts of a run share. */
  readonly budget: CostBudget;
  readonly retry?: RetryPolicy;
}

/** The input of an attempt. */
export interface AgentInput {
  readonly model: ConfiguredModel;
  /** The system prompt, or a function if it depends on whether the model can call tools. */
  readonly system: string | ((withTools: boolean) => string);
  /** The user message of the attempt. */
  readonly prompt: string;
  /** The conversation of an earlier attempt, to continue it. */
  readonly history?: readonly ModelMessage[];
  readonly files: AgentFiles;
  /** The only file that the attempt may write, if there is exactly one. A single block of an answer can omit its path. */
  readonly onlyFile?: string | undefined;
  /** Checks the worktree against the contract and returns a report for the model. */
  readonly checkContract: CheckContract;
  /** Reads what files declare: a whole-file write must not delete what the task does not name. */
  readonly readDeclarations: ReadDeclarations;
  /** What the work started from, if the attempt continues an earlier one. */
  readonly start?: StartingFiles | undefined;
  /** The texts that say what to do, without the code of the prompt. */
  readonly task: string;
  readonly limits: AgentLimits;
  readonly signal: AbortSignal;
  readonly onEvent: (event: AgentEvent) => void;
  /** Called for every model call, including failed and canceled calls, before the attempt ends. */
  readonly onCall?: (report: CallReport) => void;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Identifies the attempt in recordings and replays. It is not sent to the model. */
  readonly label: CallLabel;
}

/**
 * Why the conversation ended.
 *
 * - `finished`: the model finished and changed files
 * - `no-change`: it finished without changing a file
 * - `repeated-call`: it repeated one tool call without anything else
 * - `repeated-text`: its last answer repeated the same text without an end
 * - `output-limit`: its last answer was cut off at the token limit
 * - `context-limit`: the conversation exceeds the context window
 * - `content-filter`: the provider stopped the answer
 */
export type StopReason =
  | 'finished'
  | 'no-change'
  | 'repeated-call'
  | 'repeated-text'
  | 'step-limit'
  | 'time-limit'
  | 'cost-limit'
  | 'output-limit'
  | 'context-limit'
  | 'content-filter';

/** How a model changes files: with tools, or with blocks in its answer if it cannot call tools. */
export type WriteMeans = 'tools' | 'blocks';

/** The outcome of an attempt. */
export interface AgentOutcome {
  readonly stopReason: StopReason;
  /** The last text of the model. */
  readonly output: string;
  /** The whole conversation, including the history and excluding the system prompt. */
  readonly messages: readonly ModelMessage[];
  /** The number of model answers. */
  readonly steps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `null` if the cost of at least one call is unknown. */
  readonly costUsd: number | null;
  /** The written files that still exist, in the order of the first write, including files written without a change. */
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly refused: readonly RefusedWrite[];
  /** What whole-file writes deleted without a reason in the task. Absent if nothing. */
  readonly lost?: readonly LostDeclarations[];
  /** Problems to report to the next attempt: malformed blocks, no changes, a limit. */
  readonly problems: readonly string[];
  /** How the model should have changed files, if it ended without trying to. */
  readonly unusedMeans?: WriteMeans;
  /** Whether the last request offered tools. A server can refuse them. */
  readonly offeredTools: boolean;
  /** Whether the model called a tool, even with mistakes. */
  readonly calledTools: boolean;
  /** Why the model requested an amendment of the contract; absent if it did not. */
  readonly amendmentReason?: string;
}
