/** A problem of an attempt with its stage. The message about a failed command names the stage itself. */
export function formatProblem(problem: {
  readonly stage: string;
  readonly message: string;
  readonly command?: string | undefined;
}): string {
  return problem.command === undefined ? `${problem.stage}: ${problem.message}` : problem.message;
}
