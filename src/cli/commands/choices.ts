import type { Engine, GateChoice, PendingChoice } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { settleChoices } from '../gate-choices.ts';
import { printPendingChoice } from '../render/choice-report.ts';
import { runProgress } from '../render/run-progress.ts';
import { endOf, printRun } from '../render/run-report.ts';
import { workspaceFolderOf } from '../workspace-folder.ts';

export interface ChooseFlags {
  readonly instruction?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly maxCost?: number;
  readonly jobs?: number;
  readonly apply?: 'commit' | 'working-tree' | 'none';
  readonly record?: string;
  readonly verbose?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast choices`: the runs of this folder that wait for a choice, oldest first. */
export async function choicesCommand(context: CommandContext, flags: { format: OutputFormat }): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(workspaceFolderOf('.', context.workingDirectory));
  for (const note of await engine.recover()) terminal.progress(note);
  const choices = await engine.pendingChoices();
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ choices }, null, 2));
    return ExitCode.ok;
  }
  if (choices.length === 0) terminal.result('No run waits for a choice.');
  for (const choice of choices) printPendingChoice(choice, (line) => terminal.result(line), terminal);
  if (choices.length > 0) terminal.progress('Go on with one: holdfast choose <run> retry|skip|abort');
  return ExitCode.ok;
}

/** `holdfast choose`: goes on with a run that waits. Where it comes to wait again, nobody has chosen for it. */
export async function chooseCommand(
  context: CommandContext,
  run: string,
  choice: GateChoice,
  flags: ChooseFlags,
): CommandResult {
  const { terminal, signal } = context;
  const engine = await context.openEngine(workspaceFolderOf('.', context.workingDirectory), {
    model: flags.model,
    baseUrl: flags.baseUrl,
    record: flags.record,
  });
  for (const note of await engine.recover()) terminal.progress(note);
  const { runId } = await chosenRun(engine, run);
  const onEvent = runProgress(terminal, { verbose: flags.verbose === true });
  const first = await engine.choose(runId, choice, {
    instruction: flags.instruction,
    model: flags.model,
    maxCostUsd: flags.maxCost,
    jobs: flags.jobs,
    landing: flags.apply,
    signal,
    onEvent,
  });
  const { result, leftWaiting } = terminal.interactive
    ? await settleChoices(context, engine, first, { signal, onEvent })
    : { result: first, leftWaiting: false };
  if (flags.format === 'json') terminal.result(JSON.stringify(result, null, 2));
  else printRun(terminal, result);
  return endOf(terminal, result, leftWaiting);
}

/** A run by its id, or by a beginning that no other has. */
async function chosenRun(engine: Engine, named: string): Promise<PendingChoice | { readonly runId: string }> {
  const matching = (await engine.pendingChoices()).filter(({ runId }) => runId.startsWith(named));
  const [first, second] = matching;
  if (first === undefined) return { runId: named };
  if (second === undefined) return first;
  throw new HoldfastError('configuration', `Failed to choose: ${matching.length} runs begin with "${named}".`, {
    hint: `They are: ${matching.map(({ runId }) => runId).join(', ')}.`,
  });
}
