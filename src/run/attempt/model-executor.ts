import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import type { AgentOutcome, StopReason } from '../../models/agent/agent-input.ts';
import type { StartingFiles } from '../../models/agent/files/kept-declarations.ts';
import { runAgent } from '../../models/agent/run-agent.ts';
import { isExclusion, isPathPattern } from '../../contract/globs/path-matcher.ts';
import type { Chunk } from '../../contract/model.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import { knownContextWindow, learnContextWindow } from '../../models/calls/context-windows.ts';
import { chooseTokenCounter } from '../../models/cost/token-estimate.ts';
import { buildPrompt, type Prompt } from '../../models/prompts/build-prompt.ts';
import { fitPrompt } from '../../models/prompts/fit-prompt.ts';
import type { PromptInput } from '../../models/prompts/prompt-input.ts';
import { PendingWrites } from '../../foundation/pending-writes.ts';
import type { AttemptExecutor, AttemptTask } from './attempt-executor.ts';
import { updatePrompt } from './updated-prompt.ts';

/**
 * The models that answer in blocks although they may know tools, by what makes their calls. Small models write calls of tools
 * that do not exist into their text, and cannot be taught. In blocks, the same models write the file.
 */
const answeringInBlocks = new WeakSet<LanguageModelV4>();
/** The models that have not called a tool in their last attempt. The next one says that tools are required. */
const ignoringTools = new WeakSet<LanguageModelV4>();

/** After these, the answers of the model are known. */
const COMPLETE_ANSWERS: ReadonlySet<StopReason> = new Set(['finished', 'no-change', 'output-limit', 'repeated-text']);

interface PreparedAttempt extends Prompt {
  readonly model: ConfiguredModel;
  readonly history: readonly ModelMessage[] | undefined;
}

/** Carries out attempts with a model, in a conversation with Holdfast's own tools. */
export class ModelExecutor implements AttemptExecutor {
  readonly continuesSession = false;
  readonly writesItself = false;
  readonly #model: ConfiguredModel;

  constructor(model: ConfiguredModel) {
    this.#model = model;
  }

  /** An attempt whose prompt is too long for the model starts again with one that fits: a refused request costs nothing. */
  async execute(task: AttemptTask): Promise<AgentOutcome> {
    const { chunk, services } = task;
    for (;;) {
      const prepared = await this.#prepare(task);
      try {
        const outcome = await this.#run(task, prepared);
        this.#learn(outcome);
        return outcome;
      } catch (thrown) {
        const window = await learnContextWindow(thrown, this.#model.model, textOf(prepared));
        if (window === undefined) throw thrown;
        const message = `The prompt does not fit the context window of ${this.#model.reference}. It is shortened to ${window} tokens.`;
        services.report({ type: 'note', chunk: chunk.id, level: 'info', message });
      }
    }
  }

  /** The prompt of the attempt, and the model with tools or without. */
  async #prepare(task: AttemptTask): Promise<PreparedAttempt> {
    const { chunk, conversation, services } = task;
    const window = knownContextWindow(this.#model.model);
    const model = this.#chooseTools(conversation);
    const input = await updatePrompt(task);
    const advised = (withTools: boolean): PromptInput => (withTools ? input : withBlockAdvice(input));
    if (window === undefined)
      return { model, history: conversation, ...buildPrompt(advised(model.supportsTools !== false)) };
    // An earlier conversation would take the room of the task, which the prompt contains.
    const fitted = fitPrompt(advised(model.supportsTools !== false), window, await chooseTokenCounter('', -1));
    if (fitted.leftOut.length > 0) {
      const message = `To fit a context window of ${window} tokens, the prompt leaves out: ${fitted.leftOut.join('; ')}.`;
      services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
    }
    return { model: fitted.offersTools ? model : { ...model, supportsTools: false }, history: undefined, ...fitted };
  }

  async #run(task: AttemptTask, { model, history, system, user }: PreparedAttempt): Promise<AgentOutcome> {
    const { chunk, services, runId, number, files, check } = task;
    const { limits } = services.configuration;
    const records = new PendingWrites();
    try {
      return await runAgent({
        model,
        system,
        prompt: user,
        ...(history === undefined ? {} : { history }),
        files,
        onlyFile: findOnlyFile(chunk),
        checkContract: (request, signal) => check.check(request, signal),
        readDeclarations: (texts) => services.analysis.declarations(texts),
        task: taskTextOf(task),
        start: originalFilesOf(task),
        limits: {
          maxSteps: limits.maxSteps,
          timeoutMs: limits.attemptTimeoutSeconds * 1000,
          stallTimeoutMs: limits.stallTimeoutSeconds * 1000,
          budget: services.budget,
        },
        signal: services.signal,
        onEvent: (event) => services.report({ ...event, chunk: chunk.id }),
        onCall: (call) => records.add(services.history.recordCall({ runId, attempt: number, call })),
        clock: services.clock,
        label: { chunk: chunk.id, attempt: number },
      });
    } finally {
      await Promise.all([records.settle(), check.settle()]);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  /** The model, without tools if it has not used them. A conversation that contains calls is continued with tools. */
  #chooseTools(conversation: readonly ModelMessage[] | undefined): ConfiguredModel {
    const hasCalls = conversation?.some(({ role }) => role === 'tool') ?? false;
    return answeringInBlocks.has(this.#model.model) && !hasCalls
      ? { ...this.#model, supportsTools: false }
      : this.#model;
  }

  /**
   * [AGENT-10] If a server does not say whether a model can call tools, attempts show it: a refusal, or two answers in a row
   * without any call, the second after a prompt that says that tools are required. An attempt without tools that changed nothing
   * is followed by one with tools.
   */
  #learn({ offeredTools, calledTools, stopReason }: AgentOutcome): void {
    const { model, supportsTools } = this.#model;
    if (supportsTools !== 'unknown' || !COMPLETE_ANSWERS.has(stopReason)) return;
    const wasIgnoring = ignoringTools.delete(model);
    if (offeredTools && !calledTools && !wasIgnoring) ignoringTools.add(model);
    if (offeredTools ? !calledTools && wasIgnoring : stopReason !== 'no-change') answeringInBlocks.add(model);
    else answeringInBlocks.delete(model);
  }
}

/** The text that an attempt sends first. */
function textOf({ model, system, user, history }: PreparedAttempt): string {
  return [system(model.supportsTools !== false), user, JSON.stringify(history ?? [])].join('\n');
}

/** The advice on how to write blocks for a model without tools, also after an attempt with tools. */
function withBlockAdvice(prompt: PromptInput): PromptInput {
  const { retry } = prompt;
  return retry?.unusedMeans === 'tools' ? { ...prompt, retry: { ...retry, unusedMeans: 'blocks' } } : prompt;
}

/** The only file that a chunk may write, if it names exactly one. */
function findOnlyFile({ allowedFiles: [file, ...others] }: Chunk): string | undefined {
  if (file === undefined || others.length > 0 || isPathPattern(file) || isExclusion(file)) return undefined;
  return file;
}

/** What the chunk asks for, and what gates and people said about its results. */
function taskTextOf({ chunk, prompt: { review, gateGuidance } }: AttemptTask): string {
  return JSON.stringify([chunk, review, gateGuidance]);
}

/** An attempt that continues another one must keep what the base declares, not what the other one wrote. */
function originalFilesOf({ attemptStart, base, services }: AttemptTask): StartingFiles | undefined {
  if (attemptStart.continuedFrom === undefined) return undefined;
  return {
    changed: attemptStart.changes.flatMap(({ path, previousPath = path }) => [path, previousPath]),
    read: async (path) => {
      const files = await services.repository.readFiles(base.commit, [path], services.signal);
      return files.get(path)?.toString('utf8');
    },
  };
}
