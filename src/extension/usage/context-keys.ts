import { getShownContract } from '../state/shown-contract.ts';
import type { ContractState, FolderState, WorkspaceState } from '../state/workspace-state.ts';

/** The context keys that hide what was not used yet: commands in the palette, views, and steps of the walkthrough. */
export interface UsageKeys {
  'holdfast.hasModel': boolean;
  'holdfast.hasRuns': boolean;
  'holdfast.hasLandings': boolean;
  /** Whether a result was accepted, applied or discarded. */
  'holdfast.hasDecided': boolean;
  'holdfast.hasPlanTries': boolean;
  /** Whether a contract was imported from a plan. */
  'holdfast.hasImports': boolean;
  'holdfast.hasInterfaces': boolean;
  'holdfast.hasScenarios': boolean;
  'holdfast.hasScenarioResults': boolean;
  'holdfast.hasReview': boolean;
}

/** [EDIT-1] What the workspace has and what was used in it. */
export function computeUsageKeys({ folders }: Pick<WorkspaceState, 'folders'>): UsageKeys {
  const some = (has: (folder: FolderState) => boolean): boolean => folders.some(has);
  const hasLandings = some(
    ({ past, landings = {} }) =>
      past?.hasLandings === true || Object.values(landings).some(({ files }) => files.length > 0),
  );
  return {
    'holdfast.hasModel': some(({ isModelMissing }) => isModelMissing === false),
    'holdfast.hasRuns': some(({ past, run }) => run !== undefined || (past?.runs ?? 0) > 0),
    'holdfast.hasLandings': hasLandings,
    'holdfast.hasDecided': hasLandings || some(({ resolutions = {} }) => Object.keys(resolutions).length > 0),
    'holdfast.hasPlanTries': some(({ past }) => past?.hasPlanTries === true),
    'holdfast.hasImports': some(({ contracts }) => contracts.some(isImported)),
    'holdfast.hasInterfaces': some(({ dataFiles }) => (dataFiles?.interfaces ?? []).length > 0),
    'holdfast.hasScenarios': some(({ dataFiles }) => (dataFiles?.scenario ?? []).length > 0),
    'holdfast.hasScenarioResults': some(({ jobs }) => jobs?.scenarios?.result !== undefined),
    'holdfast.hasReview': some(({ jobs }) => jobs?.review?.result !== undefined),
  };
}

/** Whether a contract remembers the plan that it was imported from. */
export function isImported(contract: ContractState): boolean {
  return getShownContract(contract).document.contract?.source !== undefined;
}
