import type { ConfinementRules } from '../confinement/confinement-rules.ts';

/** How the commands of a contract run. Plain data, so that it can be sent to the thread of the analysis. */
export interface CommandRules {
  /** Names of variables that commands and validators receive in addition to the allow list. */
  readonly passedVariables: readonly string[];
  /** Variables with values of the tree that the commands work in. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Texts of scenarios that are replaced in the output [ASSERT-SCEN-002]. Default: none. */
  readonly hiddenTexts?: readonly string[] | undefined;
  /** The restrictions of commands; none if absent. */
  readonly confinement?: ConfinementRules | undefined;
}
