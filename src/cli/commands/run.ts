import path from 'node:path';
import type { Engine, GateChoice } from '../../engine.ts';
import type { ChunkRunResult, ContractRunResult } from '../../run/result.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { settleChoices } from '../gate-choices.ts';
import { endOf, printContractRun, printRun } from '../render/run-report.ts';
import { runProgress } from '../render/run-progress.ts';
import { workspaceFolderOf } from '../workspace-folder.ts';

export interface RunFlags {
  readonly chunk?: string;
  readonly all?: boolean;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly maxAttempts?: number;
  readonly maxCost?: number;
  readonly jobs?: number;
  readonly apply?: 'commit' | 'working-tree' | 'none';
  readonly onExhausted?: GateChoice;
  readonly record?: string;
  readonly verbose?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast run`: one chunk or all chunks of a contract, from the gate to the landing. */
export async function runCommand(context: CommandContext, contract: string, flags: RunFlags): CommandResult {
  const { terminal, signal } = context;
  const folder = workspaceFolderOf(contract, context.workingDirectory);
  const engine = await context.openEngine(folder, {
    model: flags.model,
    baseUrl: flags.baseUrl,
    record: flags.record,
    landing: flags.apply,
  });
  const file = path.relative(folder, path.resolve(context.workingDirectory, contract)).split(path.sep).join('/');
  const options = {
    contract: file,
    model: flags.model,
    maxAttempts: flags.maxAttempts,
    maxCostUsd: flags.maxCost,
    jobs: flags.jobs,
    landing: flags.apply,
    signal,
    onEvent: runProgress(terminal, { verbose: flags.verbose === true }),
  };
  const going = { onExhausted: flags.onExhausted, signal, onEvent: options.onEvent };
  for (const note of await engine.recover()) terminal.progress(note);
  const chunk = flags.all === true ? undefined : await chosenChunk(engine, file, flags.chunk);
  if (chunk !== undefined) {
    const first = await engine.runChunk({ ...options, chunk });
    const started = { status: first.status, chunks: [first], ...keptOf(first) };
    const { result, leftWaiting } = await settleChoices(context, engine, started, going);
    if (flags.format === 'json') terminal.result(JSON.stringify(result.chunks[0] ?? first, null, 2));
    else printRun(terminal, result);
    return endOf(terminal, result, leftWaiting);
  }
  const { result, leftWaiting } = await settleChoices(context, engine, await engine.runAll(options), going);
  if (flags.format === 'json') terminal.result(JSON.stringify(result, null, 2));
  else printContractRun(terminal, result);
  return endOf(terminal, result, leftWaiting);
}

/** A chunk that passed and did not land is kept under its own run. */
function keptOf({ status, landed, runId }: ChunkRunResult): Pick<ContractRunResult, 'keptAs'> {
  return status === 'pass' && landed === undefined ? { keptAs: runId } : {};
}

async function chosenChunk(engine: Engine, file: string, named: string | undefined): Promise<string> {
  const document = await engine.contract(file);
  const ids = document.contract?.chunks.map((chunk) => chunk.id) ?? [];
  if (named !== undefined) {
    if (document.contract === undefined || ids.includes(named)) return named;
    throw new HoldfastError('not-found', `Failed to run chunk "${named}": ${file} has no such chunk.`, {
      hint: `Its chunks: ${ids.join(', ')}.`,
    });
  }
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  if (document.contract === undefined) return '';
  throw new HoldfastError('configuration', `${file} has ${ids.length} chunks: say which to run.`, {
    hint: `Give --all, or --chunk with one of: ${ids.join(', ')}.`,
  });
}
