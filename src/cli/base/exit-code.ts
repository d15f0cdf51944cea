/** The exit codes of the command line. They are public and documented in docs/cli.md. */
export const ExitCode = {
  /** The command succeeded: all checked asserts hold, or the run passed. */
  ok: 0,
  /** The command found errors: an assert fails, the contract has errors, or the run failed, conflicted or was blocked. */
  findings: 1,
  /** The command could not run, or there was nothing to check. */
  couldNotRun: 2,
  /** A step of a work item could not be performed now, for example because another process works on the item. */
  tryAgainLater: 75,
  cancelled: 130,
} as const;

export type ExitCodeValue = (typeof ExitCode)[keyof typeof ExitCode];
