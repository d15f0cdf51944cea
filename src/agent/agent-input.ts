import type { ModelMessage } from 'ai';
import type { CallLabel } from '../models/call-label.ts';
import type { CallReport } from '../models/call-report.ts';
import type { Clock } from '../models/clock.ts';
import type { ConfiguredModel } from '../models/configured-model.ts';
import type { CostBudget } from '../models/cost-budget.ts';
import type { RetryPolicy } from '../models/retry-policy.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentFiles } from './agent-files.ts';

/** Where an attempt ends, whatever the model answers. */
export interface AgentLimits {
  /** Calls of the model. */
  readonly maxSteps: number;
  /** For the whole attempt. */
  readonly timeoutMs: number;
  /** For each silence of the model. */
  readonly stallTimeoutMs: number;
  /** Per call; the provider's own where absent. */
  readonly maxOutputTokens?: number;
  /** Shared by the attempts of a run. */
  readonly budget: CostBudget;
  readonly retry?: RetryPolicy;
}

export interface AgentInput {
  readonly model: ConfiguredModel;
  /** The system text; a function where it differs for a model that cannot call tools. */
  readonly system: string | ((withTools: boolean) => string);
  /** The one user message of the attempt. */
  readonly prompt: string;
  /** The conversation of an attempt before, to be continued. */
  readonly history?: readonly ModelMessage[];
  readonly files: AgentFiles;
  /** How the tree of the attempt stands against the contract, as text for the model. */
  readonly checkContract: (signal: AbortSignal) => Promise<string>;
  readonly limits: AgentLimits;
  readonly signal: AbortSignal;
  readonly onEvent: (event: AgentEvent) => void;
  /** Every call of the model, failed and cancelled ones included; all of them before the attempt ends. */
  readonly onCall?: (report: CallReport) => void;
  /** The machine's own where absent. */
  readonly clock?: Clock;
  /** Which attempt this is. It is not sent; recordings are made and answered by it. */
  readonly label: CallLabel;
}

/**
 * Why the conversation ended: `finished` the model was done and had written something; `no-change` it was done and had
 * not; `output-limit` its last answer was cut at the token limit; `context-limit` the conversation outgrew what it can
 * take in; `content-filter` the provider stopped it.
 */
export type StopReason =
  | 'finished'
  | 'no-change'
  | 'step-limit'
  | 'time-limit'
  | 'cost-limit'
  | 'output-limit'
  | 'context-limit'
  | 'content-filter';

export interface RefusedWrite {
  readonly path: string;
  readonly reason: string;
}

export interface AgentOutcome {
  readonly stopReason: StopReason;
  /** What the model said last. */
  readonly output: string;
  /** The whole conversation, the history included, the system text not. */
  readonly messages: readonly ModelMessage[];
  /** Answers of the model. */
  readonly steps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** null where the cost of any call is not known. */
  readonly costUsd: number | null;
  /** Files that were written and stand, in the order of their first write; those written as they were included. */
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly refused: readonly RefusedWrite[];
  /** What the next attempt should be told: malformed blocks, nothing written, a limit. */
  readonly problems: readonly string[];
  /** Why the model asks for an amendment of the contract; absent where it does not. */
  readonly amendmentReason?: string;
}
