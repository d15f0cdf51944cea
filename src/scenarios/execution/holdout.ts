import type { ConfinementKind } from '../../workspace/confinement/confinement-rules.ts';
import type { ScenarioReport } from '../scenario-report.ts';

/**
 * Whether code is generated without access to the scenarios: they lie outside of the repository, or the commands of attempts
 * run in a sandbox that hides the user's tree and repository.
 */
export function holdoutOf(isOutside: boolean, confinement: ConfinementKind): ScenarioReport['holdout'] {
  if (isOutside || confinement !== 'unconfined') return { enforced: true };
  return {
    enforced: false,
    reason:
      'Commands run unconfined, so that an attempt can read the scenarios in the repository. Install a sandbox, or move the scenarios to a folder outside of the repository ("scenarios.folder").',
  };
}
