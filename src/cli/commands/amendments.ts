import type { Amendment, AmendmentStatus, Engine } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { amendmentLine, printAmendment } from '../render/amendment-report.ts';
import { runProgress } from '../render/run-progress.ts';
import { endOf, printContractRun } from '../render/run-report.ts';
import { workspaceFolderOf } from '../workspace-folder.ts';

interface FormatFlag {
  readonly format: OutputFormat;
}

/** `holdfast amendments list`: proposed changes of contracts, newest first. */
export async function listAmendmentsCommand(
  context: CommandContext,
  flags: FormatFlag & { readonly status?: AmendmentStatus },
): CommandResult {
  const { terminal } = context;
  const amendments = await (await engineHere(context)).amendments(flags.status);
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ amendments }, null, 2));
    return ExitCode.ok;
  }
  if (amendments.length === 0) {
    terminal.result(
      flags.status === undefined ? 'No amendment has been proposed here.' : `No amendment is ${flags.status}.`,
    );
  }
  for (const amendment of amendments) terminal.result(amendmentLine(terminal, amendment));
  return ExitCode.ok;
}

/** `holdfast amendments show`: one of them, as a person decides on it. */
export async function showAmendmentCommand(context: CommandContext, id: string, flags: FormatFlag): CommandResult {
  const amendment = await amendmentNamed(await engineHere(context), id);
  if (flags.format === 'json') context.terminal.result(JSON.stringify(amendment, null, 2));
  else printAmendment(context.terminal, amendment);
  return ExitCode.ok;
}

/** `holdfast amendments reject`: the contract stays as it is, and the chunk has failed. */
export async function rejectAmendmentCommand(context: CommandContext, id: string, flags: FormatFlag): CommandResult {
  const engine = await engineHere(context);
  const amendment = await engine.rejectAmendment((await amendmentNamed(engine, id)).id);
  if (flags.format === 'json') context.terminal.result(JSON.stringify({ amendment }, null, 2));
  else
    context.terminal.result(
      `Rejected. The chunk "${amendment.chunk.id}" has failed; ${amendment.contract} is as it was.`,
    );
  return ExitCode.ok;
}

export interface AcceptFlags extends FormatFlag {
  /** False where the chunk is not to be run again now. */
  readonly continue: boolean;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly maxCost?: number;
  readonly jobs?: number;
  readonly apply?: 'commit' | 'working-tree' | 'none';
  readonly record?: string;
  readonly verbose?: boolean;
}

/** `holdfast amendments accept`: writes the change into the contract, and runs the chunk again. */
export async function acceptAmendmentCommand(context: CommandContext, id: string, flags: AcceptFlags): CommandResult {
  const { terminal, signal } = context;
  const engine = await engineHere(context, flags);
  for (const note of await engine.recover()) terminal.progress(note);
  const amendment = await acceptOnce(engine, await amendmentNamed(engine, id));
  const written = `Accepted: ${amendment.contract} is amended.`;
  if (!flags.continue) {
    terminal.result(flags.format === 'json' ? JSON.stringify({ amendment }, null, 2) : written);
    return ExitCode.ok;
  }
  if (flags.format === 'text') terminal.result(written);
  const run = await engine.continueAmended(amendment.id, {
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.maxCost === undefined ? {} : { maxCostUsd: flags.maxCost }),
    ...(flags.jobs === undefined ? {} : { jobs: flags.jobs }),
    ...(flags.apply === undefined ? {} : { landing: flags.apply }),
    signal,
    onEvent: runProgress(terminal, { verbose: flags.verbose === true }),
  });
  if (flags.format === 'json') terminal.result(JSON.stringify({ amendment, run }, null, 2));
  else printContractRun(terminal, run);
  return endOf(terminal, run);
}

/** An accepted amendment stays accepted: what is left to do is to go on. */
function acceptOnce(engine: Engine, amendment: Amendment): Promise<Amendment> {
  return amendment.status === 'accepted' ? Promise.resolve(amendment) : engine.acceptAmendment(amendment.id);
}

function engineHere(context: CommandContext, flags: Partial<AcceptFlags> = {}): Promise<Engine> {
  return context.openEngine(workspaceFolderOf('.', context.workingDirectory), {
    model: flags.model,
    baseUrl: flags.baseUrl,
    record: flags.record,
    landing: flags.apply,
  });
}

/** The amendment of an id, or of the beginning of one that no other begins with. */
async function amendmentNamed(engine: Engine, id: string): Promise<Amendment> {
  const found = (await engine.amendments()).filter((amendment) => amendment.id.startsWith(id));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const why = found.length === 0 ? 'there is none of that id' : `${found.length} amendments begin so`;
  throw new HoldfastError('not-found', `Failed to find the amendment ${id}: ${why}.`, {
    hint: 'holdfast amendments list shows those that there are.',
  });
}
