import { createModelJudge } from '../../verdicts/gates/model-judge.ts';
import type { ScenarioEvent } from '../../verdicts/scenarios/execution/scenario-events.ts';
import type { ScenarioServices } from '../../verdicts/scenarios/execution/run-scenarios.ts';
import { commandRulesOf } from '../services/command-rules.ts';
import { withRecordedCalls } from '../services/recorded-calls.ts';
import type { RunServices } from '../services/run-services.ts';

/**
 * Runs `work` with the services of a scenario validation: commands run like those of a contract, and the configured model
 * judges. Its calls use the budget of the services, and are recorded.
 */
export function withScenarioServices<Result>(
  services: RunServices,
  onEvent: (event: ScenarioEvent) => void,
  work: (scenarioServices: ScenarioServices) => Promise<Result>,
): Promise<Result> {
  const { repository, analysis, configuration, clock, signal } = services;
  const hasModel = configuration.model !== undefined || configuration.replay !== undefined;
  return withRecordedCalls(services, { purpose: 'judge' }, async (policy) => {
    let costUsd: number | null = 0;
    using account = services.judges.open(async () => {
      const model = await services.judgeModel();
      return (
        model &&
        createModelJudge(model, {
          ...policy,
          onCall: (call) => {
            costUsd = costUsd === null || call.costUsd === null ? null : costUsd + call.costUsd;
            policy.onCall?.(call);
          },
        })
      );
    });
    return await work({
      repository,
      analysis,
      commandRules: ({ tree, write, view, privateFolder, network }) => {
        const rules = commandRulesOf({ contract: { network }, configuration, tree, view, privateFolder });
        const { confinement } = rules;
        if (confinement === undefined) return rules;
        return { ...rules, confinement: { ...confinement, write: [...confinement.write, ...write] } };
      },
      commandTimeoutMs: configuration.limits.commandTimeoutSeconds * 1000,
      copy: configuration.attempt.copy,
      validatorsFrom: services.termsFolder ?? repository.folder,
      judgeAccount: hasModel ? account.id : undefined,
      judgeCostUsd: () => costUsd,
      clock,
      onEvent,
      signal,
    });
  });
}
