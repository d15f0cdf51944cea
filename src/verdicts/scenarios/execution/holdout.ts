import type { ConfinementKind } from '../../../workspace/confinement/confinement-rules.ts';
import type { ScenarioSource } from '../files/scenario-source.ts';
import type { ScenarioReport } from '../scenario-report.ts';

/**
 * Whether code is generated without access to the scenarios [ASSERT-SCEN-002]: they lie outside of the repository, or the
 * commands of attempts run in a sandbox that hides the user's tree and repository.
 */
export function describeHoldout(
  { isOutside }: Pick<ScenarioSource, 'isOutside'>,
  confinement: ConfinementKind,
): ScenarioReport['holdout'] {
  if (isOutside || confinement !== 'unconfined') return { enforced: true };
  return {
    enforced: false,
    reason:
      'Commands run unconfined, so that an attempt can read the scenarios in the repository. Install a sandbox, or move the scenarios to a folder outside of the repository ("scenarios.folder").',
  };
}
