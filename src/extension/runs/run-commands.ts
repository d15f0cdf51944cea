import * as l10n from '@vscode/l10n';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { RunOverrides } from '../services/feature-services.ts';
import { parseCommandTarget, pickContract, type CommandTarget } from '../targets/command-target.ts';
import { pickChunk } from '../targets/pick-chunk.ts';

/** Runs one chunk. Returns the status after the run has ended, or `undefined` if no run was started. */
export async function runChunk(services: ExtensionServices, argument: unknown): Promise<unknown> {
  const requested = parseCommandTarget(argument);
  const target = await pickChunk(services, requested, l10n.t('Run Chunk'));
  return target && (await services.runs()).start(target, toOverrides(requested));
}

function toOverrides(requested: CommandTarget | undefined): RunOverrides {
  return { allowFailingBuild: requested?.allowFailingBuild, force: requested?.force };
}

/** Runs all chunks of a contract. Returns the same as `runChunk`. */
export async function runAllChunks(services: ExtensionServices, argument: unknown): Promise<unknown> {
  const requested = parseCommandTarget(argument);
  const picked = await pickContract(services, requested, l10n.t('Run All Chunks'));
  if (!picked) return undefined;
  const target = { folder: picked.folder, contract: picked.contract };
  return (await services.runs()).start(target, toOverrides(requested));
}

/**
 * Checks a contract against the current files and shows the verdict for the chunk in the argument, or for all chunks.
 * Returns whether the whole contract passed, or `undefined` if the person cancelled.
 */
export async function validate(services: ExtensionServices, argument: unknown): Promise<unknown> {
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
export async function validateFully(services: ExtensionServices, argument: unknown): Promise<unknown> {
  const requested = parseCommandTarget(argument);
  const picked = await pickContract(services, requested, l10n.t('Validate Fully'));
  if (!picked) return undefined;
  const target = { folder: picked.folder, contract: picked.contract, chunk: requested?.chunk };
  const check = await (await services.fullChecks()).start(target, { judge: requested?.judge });
  return check?.ok;
}

/** Cancels the runs and full checks of the folder in the argument, or all of them. */
export async function cancel(services: ExtensionServices, argument: unknown): Promise<void> {
  const folder = parseCommandTarget(argument)?.folder;
  (await services.runs()).cancel(folder);
  (await services.fullChecks()).cancel(folder);
}
