import type { Engine, GateChoice, PersonVerdict } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { toRunOptions, type ContinueFlags } from '../base/options.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { formatAnswers, printPendingChoice, waitsForPerson } from '../render/choice-report.ts';
import { createProgressListener } from '../render/run-progress.ts';
import { printRun, printRunErrors, runExitCode } from '../render/run-report.ts';
import { resolveGateChoices } from './resolve-gate-choices.ts';

export interface ChooseFlags extends ContinueFlags {
  readonly instruction?: string;
  readonly reason?: string;
  readonly gate?: string;
}

/** `holdfast choices`: lists the runs of this folder that wait for a choice, oldest first. */
export async function choicesCommand(context: CommandContext, flags: { format: OutputFormat }): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  for (const note of await engine.recover()) terminal.progressLine(note);
  const choices = await engine.runs.pendingChoices();
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ choices }, null, 2));
    return ExitCode.ok;
  }
  if (choices.length === 0) terminal.result('No run waits for a choice.');
  for (const choice of choices) printPendingChoice(choice, (line) => terminal.result(line), terminal);
  if (choices.length > 0) {
    const waits = choices.some(({ gates }) => waitsForPerson(gates));
    terminal.progressLine(`To continue a run: holdfast choose <run> ${formatAnswers(waits)}`);
  }
  return ExitCode.ok;
}

/**
 * `holdfast choose`: continues a run that waits for a choice. If the run stops at its gates again, the command prompts
 * for the next choice. Without a terminal, the run stays waiting.
 */
export async function chooseCommand(
  context: CommandContext,
  run: string,
  choice: GateChoice | PersonVerdict,
  flags: ChooseFlags,
): CommandResult {
  const { terminal, signal } = context;
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory), {
    model: flags.model,
    baseUrl: flags.baseUrl,
    record: flags.record,
  });
  for (const note of await engine.recover()) terminal.progressLine(note);
  const onEvent = createProgressListener(terminal, { verbose: flags.verbose === true });
  const words = choice === 'retry' ? flags.instruction : flags.reason;
  const first = await engine.runs.choose(await findRunId(engine, run), choice, {
    ...toRunOptions(flags),
    ...(words === undefined ? {} : { instruction: words }),
    ...(flags.gate === undefined ? {} : { gate: flags.gate }),
    signal,
    onEvent,
  });
  const { result, leftWaiting } = terminal.interactive
    ? await resolveGateChoices(context, engine, first, { signal, onEvent })
    : { result: first, leftWaiting: false };
  if (flags.format === 'json') terminal.result(JSON.stringify(result, null, 2));
  else printRun(terminal, result);
  printRunErrors(terminal, result);
  return runExitCode(result, leftWaiting);
}

/**
 * Finds the id of the waiting run whose id starts with `prefix`. Returns `prefix` if there is none, so that the engine
 * reports the unknown id. Throws if there are several.
 */
async function findRunId(engine: Engine, prefix: string): Promise<string> {
  const ids = (await engine.runs.pendingChoices())
    .map(({ runId }) => runId)
    .filter((runId) => runId.startsWith(prefix));
  if (ids.length <= 1) return ids[0] ?? prefix;
  throw new HoldfastError('configuration', `Ambiguous run id: ${ids.length} runs start with "${prefix}"`, {
    hint: `Use one of: ${ids.join(', ')}.`,
  });
}
