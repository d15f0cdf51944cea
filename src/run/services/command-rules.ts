import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import type { RunServices } from './run-services.ts';

/** How the commands of a contract run in this run. */
export function commandRulesOf({ configuration }: Pick<RunServices, 'configuration'>): CommandRules {
  return { passedVariables: configuration.environment };
}
