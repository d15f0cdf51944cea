import path from 'node:path';
import type { Amendment, AmendmentStatus, Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { toRunOptions, type ContinueFlags } from '../base/options.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { formatAmendmentLine, printAmendment } from '../render/amendment-report.ts';
import { createProgressListener } from '../render/run-progress.ts';
import { printContractRun, printRunErrors, runExitCode } from '../render/run-report.ts';

interface FormatFlag {
  readonly format: OutputFormat;
}

/** `holdfast amendments list`: lists proposed contract changes, newest first. */
export async function listAmendmentsCommand(
  context: CommandContext,
  flags: FormatFlag & { readonly status?: AmendmentStatus },
): CommandResult {
  const { terminal } = context;
  const amendments = await (await openWorkspaceEngine(context)).amendments.list(flags.status);
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ amendments }, null, 2));
    return ExitCode.ok;
  }
  if (amendments.length === 0) {
    terminal.result(flags.status === undefined ? 'No amendments.' : `No ${flags.status} amendments.`);
  }
  for (const amendment of amendments) terminal.result(formatAmendmentLine(terminal, amendment));
  return ExitCode.ok;
}

/** `holdfast amendments show`: prints one amendment with everything that a decision needs. */
export async function showAmendmentCommand(context: CommandContext, id: string, flags: FormatFlag): CommandResult {
  const amendment = await findAmendment(await openWorkspaceEngine(context), id);
  if (flags.format === 'json') context.terminal.result(JSON.stringify(amendment, null, 2));
  else printAmendment(context.terminal, amendment);
  return ExitCode.ok;
}

export interface ProposeFlags extends FormatFlag {
  readonly chunk: string;
  readonly requirement?: string;
  readonly set: readonly { readonly path: string; readonly newValue: unknown }[];
  readonly reason?: string;
}

/** `holdfast amendments propose`: proposes that the contract states what the code has, or the given values. */
export async function proposeAmendmentCommand(
  context: CommandContext,
  file: string,
  flags: ProposeFlags,
): CommandResult {
  const { workingDirectory } = context;
  const folder = findWorkspaceFolder(file, workingDirectory);
  const contract = path.relative(folder, path.resolve(workingDirectory, file)).split(path.sep).join('/');
  const engine = await context.openEngine(folder);
  const { chunk, requirement, reason, set } = flags;
  const changes = set.length === 0 ? undefined : set;
  const { signal } = context;
  const amendment = await engine.amendments.propose({ contract, chunk, requirement, reason, changes, signal });
  if (flags.format === 'json') {
    context.terminal.result(JSON.stringify({ amendment }, null, 2));
    return ExitCode.ok;
  }
  printAmendment(context.terminal, amendment);
  const id = amendment.id.slice(0, 8);
  context.terminal.result(`\nDecide with "holdfast amendments accept ${id}" or "holdfast amendments reject ${id}".`);
  return ExitCode.ok;
}

/** `holdfast amendments reject`: leaves the contract unchanged and marks the chunk as failed. */
export async function rejectAmendmentCommand(context: CommandContext, id: string, flags: FormatFlag): CommandResult {
  const engine = await openWorkspaceEngine(context);
  const amendment = await engine.amendments.reject((await findAmendment(engine, id)).id);
  if (flags.format === 'json') context.terminal.result(JSON.stringify({ amendment }, null, 2));
  else {
    const status = amendment.proposedBy === 'model' ? `The chunk "${amendment.chunk.id}" failed. ` : '';
    context.terminal.result(`Rejected. ${status}${amendment.contract} is unchanged.`);
  }
  return ExitCode.ok;
}

export interface AcceptFlags extends ContinueFlags {
  /** False with `--no-continue`: the chunk does not run now. */
  readonly continue: boolean;
}

/** `holdfast amendments accept`: writes the change to the contract and runs the chunk again. */
export async function acceptAmendmentCommand(context: CommandContext, id: string, flags: AcceptFlags): CommandResult {
  const { terminal, signal } = context;
  const engine = await openWorkspaceEngine(context, flags);
  for (const note of await engine.recover()) terminal.progressLine(note);
  const amendment = await acceptIfPending(engine, await findAmendment(engine, id));
  const accepted = `Accepted. ${amendment.contract} contains the change.`;
  // Only the proposal of a run is followed by a run.
  if (!flags.continue || amendment.proposedBy !== 'model') {
    terminal.result(flags.format === 'json' ? JSON.stringify({ amendment }, null, 2) : accepted);
    return ExitCode.ok;
  }
  if (flags.format === 'text') terminal.result(accepted);
  const run = await engine.amendments.continue(amendment.id, {
    ...toRunOptions(flags),
    signal,
    onEvent: createProgressListener(terminal, { verbose: flags.verbose === true }),
  });
  if (flags.format === 'json') terminal.result(JSON.stringify({ amendment, run }, null, 2));
  else printContractRun(terminal, run);
  printRunErrors(terminal, run);
  return runExitCode(run);
}

/**
 * Accepts a pending amendment. An amendment that is already accepted is returned as it is, because `--no-continue` or a
 * crash may have left it without a run.
 */
function acceptIfPending(engine: Engine, amendment: Amendment): Promise<Amendment> {
  return amendment.status === 'accepted' ? Promise.resolve(amendment) : engine.amendments.accept(amendment.id);
}

function openWorkspaceEngine(context: CommandContext, flags: Partial<AcceptFlags> = {}): Promise<Engine> {
  return context.openEngine(findWorkspaceFolder('.', context.workingDirectory), {
    model: flags.model,
    baseUrl: flags.baseUrl,
    record: flags.record,
    landing: flags.apply,
  });
}

/** Finds the amendment whose id starts with `prefix`. Throws if there is none, or more than one. */
async function findAmendment(engine: Engine, prefix: string): Promise<Amendment> {
  const found = (await engine.amendments.list()).filter((amendment) => amendment.id.startsWith(prefix));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const message =
    found.length === 0
      ? `Amendment not found: ${prefix}`
      : `Ambiguous amendment id: ${found.length} amendments start with "${prefix}"`;
  throw new HoldfastError('not-found', message, { hint: 'Run "holdfast amendments list" to list the amendments.' });
}
