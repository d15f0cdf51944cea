import { requirePipelineSettings } from '../../../workspace/configuration/pipeline/pipeline-document.ts';
import { PIPELINE_FILE } from '../../../workspace/configuration/pipeline/pipeline-settings.ts';
import { findSafetyReasons } from '../../stages/modules/safety-reasons.ts';
import { TreeModules } from '../../../workspace/configuration/pipeline/tree-modules.ts';
import type { ItemState, SafetyReason } from '../../state/item-state.ts';
import type { GenerationServices } from './generation-services.ts';

/** Why the files of a change make the item safety-affecting [ASSERT-PSM-004], by the list of the item's base. */
export async function findChangedSafety(
  state: ItemState,
  base: string,
  changedFiles: readonly string[],
  { repository }: Pick<GenerationServices, 'repository'>,
  signal: AbortSignal,
): Promise<readonly SafetyReason[]> {
  const text = await repository.readFile(state.base.commit, PIPELINE_FILE, signal);
  const { safetyCriticalModules } = requirePipelineSettings(text?.toString('utf8'));
  if (safetyCriticalModules.length === 0) return [];
  const modules = new TreeModules([...(await repository.listFiles(base, signal)), ...changedFiles]);
  return findSafetyReasons('changed-file', changedFiles, safetyCriticalModules, modules);
}
