/** What the command line ends with; public, documented in docs/cli.md. */
export const ExitCode = {
  /** All asserts hold, or the chunk passed. */
  ok: 0,
  /** They do not, the contract has errors, or the run failed, conflicted or was blocked. */
  findings: 1,
  /** It could not run, or there was nothing to check. */
  couldNotRun: 2,
  cancelled: 130,
} as const;

export type ExitCodeValue = (typeof ExitCode)[keyof typeof ExitCode];
