import { openPipeline, type Pipeline } from '../../pipeline.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, EngineFlags } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

/**
 * Opens the pipeline of the workspace folder, ends what an interrupted command has left, and runs a command. A failure that a later try may avoid, such as a
 * rate limit, ends with the exit code for "try again later".
 *
 * @param reportFailure called with such a failure, in addition to the messages for people
 */
export async function withPipeline(
  context: CommandContext,
  work: (pipeline: Pipeline) => CommandResult,
  flags: EngineFlags = {},
  reportFailure?: (failure: HoldfastError) => void,
): CommandResult {
  const { terminal, signal } = context;
  try {
    const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory), flags);
    const pipeline = await openPipeline(engine);
    for (const note of await engine.recover()) terminal.progressLine(note);
    return await work(pipeline);
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof HoldfastError && thrown.retryable)) throw thrown;
    terminal.progressLine(terminal.style('yellow', thrown.message));
    if (thrown.hint !== undefined) terminal.progressLine(thrown.hint);
    reportFailure?.(thrown);
    return ExitCode.tryAgainLater;
  }
}
