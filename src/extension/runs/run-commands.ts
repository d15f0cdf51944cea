import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { RunOverrides } from './run-controller.ts';
import { describeRunCost } from '../state/run-estimate.ts';
import { parseCommandTarget, pickContract, type CommandTarget } from '../targets/command-target.ts';
import { pickPendingResult } from '../results/result-commands.ts';
import type { ContractOrChunkTarget, ContractTarget } from '../state/target.ts';
import { findFolder } from '../state/workspace-state.ts';
import { pickChunk } from '../targets/pick-chunk.ts';

/** Runs one chunk. Returns the status after the run has ended, or `undefined` if no run was started. */
export async function runChunk(
  services: Pick<ExtensionServices, 'engines' | 'log' | 'runs' | 'store'>,
  argument: unknown,
): Promise<unknown> {
  const requested = parseCommandTarget(argument);
  const target = await pickChunk(services, requested, l10n.t('Run Chunk'));
  return target && (await services.runs()).start(target, toOverrides(requested));
}

function toOverrides(requested: CommandTarget | undefined): RunOverrides {
  return { allowFailingBuild: requested?.allowFailingBuild, force: requested?.force };
}

/**
 * [EDIT-1] Runs a chunk, or the chunks of a result, again with an instruction of the person. Returns the same as `runChunk`.
 * The result that waits for review stays until the new run has one.
 */
export async function tryAgain(
  services: Pick<ExtensionServices, 'results' | 'runs' | 'store'>,
  argument: unknown,
): Promise<unknown> {
  const target = await findTriedTarget(services, argument);
  if (target === undefined) return undefined;
  const instruction = await vscode.window.showInputBox({
    title: l10n.t('Try Again, But…'),
    prompt: l10n.t('What must be different? The model receives it together with the contract.'),
    placeHolder: l10n.t('For example: keep the function free of side effects'),
    ignoreFocusOut: true,
  });
  if (instruction === undefined || instruction.trim() === '') return undefined;
  return (await services.runs()).start(target, { force: true, instruction: instruction.trim() });
}

/** What a run of the argument, or of the result that is shown or waits alone, ran. */
async function findTriedTarget(
  services: Pick<ExtensionServices, 'results' | 'store'>,
  argument: unknown,
): Promise<ContractOrChunkTarget | undefined> {
  const requested = parseCommandTarget(argument);
  if (requested?.contract !== undefined)
    return { folder: requested.folder, contract: requested.contract, chunk: requested.chunk };
  const shown = await pickPendingResult(services, argument, l10n.t('Try Again, But…'));
  const pending = shown && findFolder(services.store.state, shown.folder)?.pendingResults;
  const result = pending?.find(({ runId }) => runId === shown?.runId);
  if (shown === undefined || result === undefined) return undefined;
  const [only, ...others] = result.chunks;
  return { folder: shown.folder, contract: result.contract, chunk: others.length === 0 ? only?.id : undefined };
}

/** Runs all chunks of a contract. Returns the same as `runChunk`. */
export async function runAllChunks(
  services: Pick<ExtensionServices, 'engines' | 'paths' | 'runs' | 'store'>,
  argument: unknown,
): Promise<unknown> {
  const requested = parseCommandTarget(argument);
  const picked = await pickContract(services, requested, l10n.t('Run Whole Contract'));
  if (!picked) return undefined;
  const target = { folder: picked.folder, contract: picked.contract };
  // In the palette, the command is one key away from the one for a single chunk.
  if (requested?.contract === undefined && !(await confirmRun(services, target))) return undefined;
  return (await services.runs()).start(target, toOverrides(requested));
}

async function confirmRun(
  { engines }: Pick<ExtensionServices, 'engines'>,
  { folder, contract }: ContractTarget,
): Promise<boolean> {
  const engine = await engines.get(folder);
  const { contract: read } = await engine.contracts.read(contract);
  const count = read?.chunks.length ?? 0;
  if (read === undefined || count < 2) return true;
  const run = l10n.t('Run');
  const question = l10n.t('Run all chunks of "{0}"?', read.spec.title);
  const { totals } = await engine.history.analytics();
  const detail = describeRunCost(count, totals);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, run)) === run;
}

/**
 * Checks a contract against the current files and shows the verdict for the chunk in the argument, or for all chunks.
 * Returns whether the whole contract passed, or `undefined` if the person cancelled.
 */
export async function validate(
  services: Pick<ExtensionServices, 'checks' | 'paths' | 'resultsPanel' | 'store'>,
  argument: unknown,
): Promise<unknown> {
  const requested = parseCommandTarget(argument);
  const target = await pickContract(services, requested, l10n.t('Validate'));
  if (!target) return undefined;
  const { folder, contract } = target;
  const check = await services.checks.checkNow({ folder, contract });
  (await services.resultsPanel()).showCheck({ folder, contract, chunk: requested?.chunk });
  return check.ok;
}

/**
 * Checks a contract like `validate`, with all its commands and gates, in a worktree of the files on disk. Returns whether the
 * check passed, or `undefined` if the person cancelled.
 */
export async function validateFully(
  services: Pick<ExtensionServices, 'fullChecks' | 'paths' | 'store'>,
  argument: unknown,
): Promise<unknown> {
  const requested = parseCommandTarget(argument);
  const picked = await pickContract(services, requested, l10n.t('Validate Fully'));
  if (!picked) return undefined;
  const target = { folder: picked.folder, contract: picked.contract, chunk: requested?.chunk };
  const check = await (await services.fullChecks()).start(target, { judge: requested?.judge });
  return check?.ok;
}

/** Cancels the runs and full checks of the folder in the argument, or all of them. */
export async function cancel(
  services: Pick<ExtensionServices, 'fullChecks' | 'runs'>,
  argument: unknown,
): Promise<void> {
  const folder = parseCommandTarget(argument)?.folder;
  (await services.runs()).cancel(folder);
  (await services.fullChecks()).cancel(folder);
}
