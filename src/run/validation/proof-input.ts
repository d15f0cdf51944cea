import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { CommandValidationInput, Problems } from './command-validation.ts';

/** The change that led to a judged tree. */
export interface ProvedChange {
  readonly before: Snapshot;
  /** The files that it creates, modifies or deletes. */
  readonly files: readonly string[];
  /** Whether it may change tests, besides what the chunk allows. */
  readonly mayChangeTests?: boolean | undefined;
}

/** A judged tree whose commands passed. */
export interface ProofInput extends CommandValidationInput {
  readonly change: ProvedChange;
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
