import { SCENARIOS_FOLDER } from '../../configuration/shared-files.ts';
import type { CommandSurroundings } from '../../run/services/command-rules.ts';
import type { Repository } from '../../workspace/repository.ts';

/** What commands in the user's own tree see besides it, without the scenarios [ASSERT-SCEN-002]. */
export async function readUserTreeSurroundings(
  repository: Pick<Repository, 'viewUserTree' | 'findHiddenTexts'>,
): Promise<Pick<CommandSurroundings, 'view' | 'hiddenTexts'>> {
  const [view, hiddenTexts] = await Promise.all([
    repository.viewUserTree([SCENARIOS_FOLDER]),
    repository.findHiddenTexts([SCENARIOS_FOLDER]),
  ]);
  return { view, hiddenTexts };
}
