import type { CommandReport } from '../report/run-result.ts';
import type { EarlierWork } from './broken-asserts.ts';
import type { CommandValidationInput, Problems } from './command-validation.ts';

/** A judged tree whose commands passed. */
export interface ProofInput extends CommandValidationInput {
  /** The work that the change follows; absent if a tree is judged and not a change. */
  readonly earlier?: EarlierWork | undefined;
  /** Whether nothing in the contract allows changes of tests. */
  readonly grantsNothing?: boolean | undefined;
}

/** The commands of a passed verdict with what their success proves, and the problems that follow. */
export interface ProofVerdict {
  readonly commands: readonly CommandReport[];
  readonly problems: Problems;
}

/** A passed command, and the test file of the judged tree that gets a failing test. */
export interface ProvedCommand {
  readonly report: CommandReport;
  readonly file: string;
}
