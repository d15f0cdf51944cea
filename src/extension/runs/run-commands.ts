import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { RunOverrides } from './run-controller.ts';
import { describeRunCost } from './run-estimate.ts';
import { parseCommandTarget, pickContract, type CommandTarget } from '../targets/command-target.ts';
import type { ContractTarget } from '../state/target.ts';
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
  const detail = describeRunCost(count, await engine.history.analytics());
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
