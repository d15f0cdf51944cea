import { realpath } from 'node:fs/promises';
import type { CallReport } from '../../calls/call-report.ts';
import { CostLimitError, type CostBudget, type Reservation } from '../../cost/cost-budget.ts';
import type { CostCalculator } from '../../cost/model-prices.ts';
import { NO_TOKENS } from '../../cost/token-usage.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { CancelledError, messageOf, throwIfCancelled } from '../../../foundation/errors.ts';
import type { AgentEvent } from '../agent-event.ts';
import type { AgentOutcome, StopReason } from '../agent-input.ts';
import type { AgentFiles } from '../files/agent-files.ts';
import { withoutSecrets } from '../files/secret-free-files.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { AgentSession, START_LIMIT_MS, type AgentSessionOptions } from './agent-session.ts';
import { decidePermission, selectOption, toRelative, type PermissionRules } from './permissions.ts';
import type { PermissionRequest, PromptAnswer, WriteRequest } from './protocol.ts';
import { TurnMonitor } from './turn-monitor.ts';

/** How often an agent is prompted again within an attempt because a refusal ended its turn. */
const MAX_REFUSAL_PROMPTS = 3;

/** An external agent that is ready for use. */
export interface ConfiguredAgent {
  /** `acp:name` or `acp:command`. */
  readonly reference: string;
  readonly definition: AgentDefinition;
  /** The price of the tokens that it reports. */
  readonly price: CostCalculator;
  /** The variables that only this agent receives, with the API keys that it may use. */
  readonly variables: Readonly<Record<string, string>>;
  /** The values of those keys, to redact streamed text. */
  readonly secrets: readonly string[];
}

/** The files that an agent works on. */
export interface ExternalAgentFiles extends AgentFiles {
  /** Why a file must not be changed; undefined if it may. */
  permit(path: string): Promise<{ readonly refused: string } | undefined>;
}

/** One attempt of an external agent. */
export interface ExternalAgentTask {
  /** The prompt of the attempt, for a new session or for one that has seen the earlier attempts. */
  readonly prompt: (isContinued: boolean) => string;
  readonly files: ExternalAgentFiles;
  /** The commands of the contract, and whether it asks for network access. */
  readonly commands: readonly string[];
  readonly network: boolean;
  readonly limits: {
    /** The maximum number of tool calls. */
    readonly maxSteps: number;
    readonly timeoutMs: number;
    readonly budget: CostBudget;
  };
  readonly onEvent: (event: AgentEvent) => void;
  readonly onCall: (report: CallReport) => void;
  readonly signal: AbortSignal;
}

export interface ExternalAgentOptions extends Omit<AgentSessionOptions, 'agent'> {
  readonly agent: ConfiguredAgent;
  readonly clock: Clock;
}

/**
 * Carries out the attempts of one chunk with an external agent, in one session as long as its process lives. Disposing it
 * ends the process.
 */
export class ExternalAgent implements AsyncDisposable {
  readonly #options: ExternalAgentOptions;
  #session: AgentSession | undefined;
  /** The cost of the session that earlier prompts account for, in US dollars. */
  #countedCostUsd = 0;

  constructor(options: ExternalAgentOptions) {
    this.#options = options;
  }

  /**
   * Runs one attempt: prompts the agent and answers its requests until it has finished or a limit is reached.
   *
   * @throws HoldfastError `model` if the agent fails, `process` if it cannot start; CostLimitError if the cost limit cannot
   * be applied to it
   * @throws CancelledError when the signal is aborted
   */
  async work(task: ExternalAgentTask): Promise<AgentOutcome> {
    const { agent, clock, folder, redact } = this.#options;
    throwIfCancelled(task.signal, 'the attempt');
    this.#refuseUnknownCost(task.limits.budget);
    const { timeoutMs, maxSteps } = task.limits;
    const timeout = new AbortController();
    const stepLimit = new AbortController();
    const stopClock = clock.after(timeoutMs, () => timeout.abort());
    const signal = AbortSignal.any([task.signal, timeout.signal, stepLimit.signal]);
    const roots = [...new Set([folder, await realpath(folder)])];
    const monitor = new TurnMonitor({
      roots,
      secrets: agent.secrets,
      redact,
      onEvent: task.onEvent,
      onStep: (count) => {
        if (count > maxSteps) stepLimit.abort();
      },
    });
    const attempt: RunningWork = {
      task,
      monitor,
      roots,
      signal,
      totals: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    };
    const problems: string[] = [];
    let stopReason: StopReason;
    try {
      const answer = await this.#converse(attempt);
      stopReason = toStopReason(answer, problems);
    } catch (thrown) {
      if (task.signal.aborted) throw new CancelledError('the attempt');
      if (thrown instanceof CostLimitError && thrown.reason === 'spent') {
        stopReason = 'cost-limit';
        problems.push(thrown.message);
      } else if (timeout.signal.aborted || stepLimit.signal.aborted) stopReason = 'finished';
      else throw thrown;
    } finally {
      stopClock();
      // A process that the agent left in the background must not change what is judged.
      await this.#session?.pause();
    }
    throwIfCancelled(task.signal, 'the attempt');
    if (timeout.signal.aborted) {
      stopReason = 'time-limit';
      problems.push(`The attempt reached the time limit of ${Math.round(timeoutMs / 1000)} s.`);
    } else if (stepLimit.signal.aborted) {
      stopReason = 'step-limit';
      problems.push(`The attempt reached the limit of ${maxSteps} steps.`);
    }
    return {
      stopReason,
      output: monitor.output,
      messages: [],
      steps: monitor.steps,
      ...attempt.totals,
      // The tree shows what an agent wrote.
      // It has its own tools.
      offeredTools: false,
      calledTools: false,
      written: [],
      deleted: [],
      refused: monitor.refused,
      problems,
    };
  }

  async #converse(work: RunningWork): Promise<PromptAnswer> {
    const isContinued = this.#session?.hasEnded === false;
    const session = await this.#open(work.signal);
    let answer = await this.#prompt(session, work.task.prompt(isContinued), work);
    for (let count = 0; count < MAX_REFUSAL_PROMPTS && work.monitor.endsWithRefusal; count++) {
      if (work.signal.aborted || session.hasEnded) break;
      answer = await this.#prompt(session, describeRefusals(work.monitor), work);
    }
    return answer;
  }

  async #open(signal: AbortSignal): Promise<AgentSession> {
    if (this.#session?.hasEnded === false) return this.#session;
    await this.#session?.[Symbol.asyncDispose]();
    const { agent, clock, ...options } = this.#options;
    this.#countedCostUsd = 0;
    const late = new AbortController();
    const stopClock = clock.after(START_LIMIT_MS, () => late.abort());
    try {
      this.#session = await AgentSession.start({ ...options, agent: agent.definition }, signal, late.signal);
      return this.#session;
    } finally {
      stopClock();
    }
  }

  /** Sends one prompt, and reports its usage once, for every end. */
  async #prompt(session: AgentSession, text: string, work: RunningWork): Promise<PromptAnswer> {
    const { agent, clock, redact } = this.#options;
    const { task, monitor, signal } = work;
    const { budget } = task.limits;
    const prompt = redact(text);
    const reservation = await budget.reserve(agent, () => prompt, { purpose: 'attempt', signal });
    const startedAt = clock.now();
    const rules: PermissionRules = {
      roots: work.roots,
      refuseWrite: async (file) => (await task.files.permit(file))?.refused,
      commands: task.commands,
      isConfined: session.isConfined,
      network: task.network,
    };
    monitor.startPrompt();
    let answer: PromptAnswer | undefined;
    let error: string | undefined;
    try {
      answer = await session.prompt(
        prompt,
        {
          onUpdate: (update) => monitor.update(update),
          onPermission: (request) => answerRequest(request, rules, monitor),
          onWrite: (request) => writeFile(request, withoutSecrets(task.files, redact), work),
        },
        signal,
      );
    } catch (thrown) {
      error = redact(messageOf(thrown));
      throw thrown;
    } finally {
      monitor.endPrompt();
      const finishReason = signal.aborted ? 'cancelled' : (answer?.stopReason ?? 'error');
      this.#reportCall(work, reservation, { answer, finishReason, error, durationMs: clock.now() - startedAt });
    }
    if (budget.limitUsd !== undefined) this.#requireKnownCost(work, budget.limitUsd);
    return answer;
  }

  #reportCall(
    { task, monitor, totals }: RunningWork,
    reservation: Reservation,
    {
      answer,
      error,
      ...end
    }: {
      readonly answer: PromptAnswer | undefined;
      readonly finishReason: string;
      readonly durationMs: number;
      readonly error: string | undefined;
    },
  ): void {
    const { agent } = this.#options;
    const usage = agent.definition.reportsUsage ? answer?.usage : undefined;
    const costUsd = this.#takeCost(usage, monitor.sessionCostUsd);
    reservation.settle(costUsd);
    const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage ?? NO_TOKENS;
    totals.inputTokens += inputTokens;
    totals.outputTokens += outputTokens;
    totals.costUsd = totals.costUsd === null || costUsd === null ? null : totals.costUsd + costUsd;
    task.onEvent({ type: 'usage', inputTokens, outputTokens, costUsd });
    task.onCall({
      model: agent.reference,
      inputTokens,
      cachedInputTokens,
      outputTokens,
      reasoningTokens,
      costUsd,
      estimated: usage === undefined,
      ...end,
      ...(error === undefined ? {} : { error }),
    });
  }

  /** The cost of a prompt: what the agent reports for its session since the last prompt, else by the price of its tokens. */
  #takeCost(usage: PromptAnswer['usage'], sessionCostUsd: number | undefined): number | null {
    const { agent } = this.#options;
    if (!agent.definition.reportsUsage) return null;
    if (sessionCostUsd !== undefined) {
      const recordedCostUsd = Math.max(0, sessionCostUsd - this.#countedCostUsd);
      this.#countedCostUsd = sessionCostUsd;
      return recordedCostUsd;
    }
    const priceUsd = usage === undefined ? null : agent.price(usage);
    // The next report of the session contains this prompt.
    this.#countedCostUsd += priceUsd ?? 0;
    return priceUsd;
  }

  /** Refuses an agent whose cost would stay unknown before it starts. */
  #refuseUnknownCost({ limitUsd }: CostBudget): void {
    const { definition } = this.#options.agent;
    if (limitUsd === undefined || definition.reportsUsage) return;
    throw this.#unknownCost(limitUsd, 'it does not report the usage of a whole prompt');
  }

  #requireKnownCost({ totals }: RunningWork, limitUsd: number): void {
    if (totals.costUsd === null) throw this.#unknownCost(limitUsd, 'it did not report the usage of a prompt');
  }

  #unknownCost(limitUsd: number, cause: string): CostLimitError {
    return new CostLimitError(
      'unknown-price',
      `Failed to apply the cost limit of $${limitUsd.toFixed(2)} to the agent ${this.#options.agent.definition.title}: ${cause}`,
      'Use an agent that reports it, such as acp:codex or acp:gemini, or remove the cost limit.',
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session?.[Symbol.asyncDispose]();
  }
}

interface RunningWork {
  readonly task: ExternalAgentTask;
  readonly monitor: TurnMonitor;
  readonly roots: readonly string[];
  readonly signal: AbortSignal;
  readonly totals: { inputTokens: number; outputTokens: number; costUsd: number | null };
}

async function answerRequest(
  { toolCall, options }: PermissionRequest,
  rules: PermissionRules,
  monitor: TurnMonitor,
): Promise<string | undefined> {
  monitor.addToolCall(toolCall);
  const { subject, refused } = await decidePermission(toolCall, rules);
  if (refused !== undefined) monitor.addRefusal({ path: subject, reason: refused }, toolCall);
  return selectOption(options, refused === undefined);
}

async function writeFile(
  { path: file, content }: WriteRequest,
  files: AgentFiles,
  { roots, monitor }: RunningWork,
): Promise<{ readonly refused: string } | undefined> {
  const relative = toRelative(file, roots);
  const refusal =
    relative === undefined
      ? { refused: 'it is outside the folder of the attempt' }
      : await files.write(relative, content);
  if (refusal !== undefined) monitor.addRefusal({ path: relative ?? file, reason: refusal.refused });
  return refusal;
}

function toStopReason({ stopReason }: PromptAnswer, problems: string[]): StopReason {
  switch (stopReason) {
    case 'max_tokens':
      problems.push('The last answer was cut off at the limit of output tokens.');
      return 'output-limit';
    case 'max_turn_requests':
      problems.push('The agent reached its own limit of requests.');
      return 'step-limit';
    case 'refusal':
      problems.push('The agent refused to continue.');
      return 'content-filter';
    default:
      return 'finished';
  }
}

/** Some agents end their turn after a refusal, and their model does not learn the reason. */
function describeRefusals({ refused }: TurnMonitor): string {
  const items = refused.map(({ path, reason }) => `- ${path}: ${reason}`);
  return `Refused:\n${items.join('\n')}\n\nDo not try that again in another way. Continue with the task within these rules.`;
}
