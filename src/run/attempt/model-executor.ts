import type { AgentOutcome } from '../../agent/agent-input.ts';
import type { OriginalFiles } from '../../agent/files/kept-declarations.ts';
import { runAgent } from '../../agent/run-agent.ts';
import { isExclusion, isPathPattern } from '../../contract/globs/path-matcher.ts';
import type { Chunk } from '../../contract/model.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import { buildPrompt } from '../../prompts/build-prompt.ts';
import { PendingWrites } from '../../shared/pending-writes.ts';
import type { AttemptExecutor, AttemptTask } from './attempt-executor.ts';
import { updatePrompt } from './updated-prompt.ts';

/** Carries out attempts with a model, in a conversation with Holdfast's own tools. */
export class ModelExecutor implements AttemptExecutor {
  readonly continuesSession = false;
  readonly writesItself = false;
  readonly #model: ConfiguredModel;

  constructor(model: ConfiguredModel) {
    this.#model = model;
  }

  async execute(task: AttemptTask): Promise<AgentOutcome> {
    const { chunk, services, runId, number, conversation, files, check } = task;
    const { limits } = services.configuration;
    const { system, user } = buildPrompt(await updatePrompt(task));
    const records = new PendingWrites();
    try {
      return await runAgent({
        model: this.#model,
        system,
        prompt: user,
        ...(conversation === undefined ? {} : { history: conversation }),
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
function originalFilesOf({ attemptStart, base, services }: AttemptTask): OriginalFiles | undefined {
  if (attemptStart.continuedFrom === undefined) return undefined;
  return {
    changed: attemptStart.changes.flatMap(({ path, previousPath = path }) => [path, previousPath]),
    read: async (path) => {
      const files = await services.repository.readFiles(base.commit, [path], services.signal);
      return files.get(path)?.toString('utf8');
    },
  };
}
