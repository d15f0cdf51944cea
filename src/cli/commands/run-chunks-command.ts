import path from 'node:path';
import { isPlanFile, type Engine, type GateChoice } from '../../engine.ts';
import type { ChunkRunResult, ContractRunResult } from '../../run/report/run-result.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { toRunOptions, type ContinueFlags } from '../base/options.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { createProgressListener } from '../render/run-progress.ts';
import { isSkipped, printContractRun, printRun, printRunErrors, runExitCode } from '../render/run-report.ts';
import { resolveGateChoices } from './resolve-gate-choices.ts';

export interface RunFlags extends ContinueFlags {
  readonly chunk?: string;
  readonly all?: boolean;
  readonly force?: boolean;
  readonly skipSatisfied?: boolean;
  readonly allowFailingBuild?: boolean;
  readonly maxAttempts?: number;
  readonly onExhausted?: GateChoice;
}

/** `holdfast run`: runs one chunk or all chunks of a contract, from preflight to landing. */
export async function runCommand(context: CommandContext, contract: string, flags: RunFlags): CommandResult {
  const { terminal, signal } = context;
  const folder = findWorkspaceFolder(contract, context.workingDirectory);
  const engine = await context.openEngine(folder, {
    model: flags.model,
    baseUrl: flags.baseUrl,
    record: flags.record,
    landing: flags.apply,
  });
  const file = path.relative(folder, path.resolve(context.workingDirectory, contract)).split(path.sep).join('/');
  const onEvent = createProgressListener(terminal, { verbose: flags.verbose === true });
  const options = {
    contract: file,
    ...toRunOptions(flags),
    ...(flags.maxAttempts === undefined ? {} : { maxAttempts: flags.maxAttempts }),
    force: flags.force === true,
    skipSatisfied: flags.skipSatisfied === true,
    allowFailingBuild: flags.allowFailingBuild === true,
    signal,
    onEvent,
  };
  const choiceOptions = { onExhausted: flags.onExhausted, signal, onEvent };
  for (const note of await engine.recover()) terminal.progressLine(note);
  if (isPlanFile(file)) await tellContradictions(context, engine, file);
  const chunk = flags.all === true ? undefined : await selectChunk(engine, file, flags.chunk);
  const first =
    chunk === undefined
      ? await engine.runs.runAll(options)
      : toContractRun(await engine.runs.runChunk({ ...options, chunk }));
  const { result, leftWaiting } = await resolveGateChoices(context, engine, first, choiceOptions);
  if (chunk === undefined) {
    if (flags.format === 'json') terminal.result(JSON.stringify(result, null, 2));
    else printContractRun(terminal, result);
  } else {
    if (flags.format === 'json') terminal.result(JSON.stringify(result.chunks[0] ?? first.chunks[0], null, 2));
    else printRun(terminal, result);
  }
  printRunErrors(terminal, result);
  return runExitCode(result, leftWaiting);
}

/** [PLANS-2] Reports what the tasks of a plan say against each other before a token is spent. */
async function tellContradictions({ terminal }: CommandContext, engine: Engine, file: string): Promise<void> {
  const { contradictions } = await engine.plans.readPlan(file);
  for (const { severity, line, message } of contradictions) {
    terminal.progressLine(`${severity === 'error' ? 'warning' : severity}: ${file}:${line}: ${message}`);
  }
}

/** Wraps the result of a single chunk. A result that passed and did not land is kept under the id of its run. */
function toContractRun(chunk: ChunkRunResult): ContractRunResult {
  const { status, landed, runId } = chunk;
  const isKept = status === 'pass' && landed === undefined && !isSkipped(chunk);
  return { status, chunks: [chunk], ...(isKept ? { keptAs: runId } : {}) };
}

/**
 * Returns the id of the chunk to run. If the contract is invalid, returns an empty text, and the engine reports the problems
 * of the contract.
 */
async function selectChunk(engine: Engine, file: string, id: string | undefined): Promise<string> {
  if (id !== undefined) return id;
  const document = await engine.contracts.read(file);
  if (document.contract === undefined) return '';
  const ids = document.contract.chunks.map((chunk) => chunk.id);
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  throw new HoldfastError('configuration', `${file} has ${ids.length} chunks. Select the chunks to run.`, {
    hint: `Add --all, or --chunk with one of: ${ids.join(', ')}.`,
  });
}
