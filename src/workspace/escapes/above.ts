import { runCommand, type CommandOutcome } from '../processes/run-command.ts';
import type { ConfinementRules } from '../confinement/confinement-rules.ts';
import type { InsideRequest } from './inside.ts';

/** Commands to run in a sandbox, one after the other. */
export interface AboveRequest {
  readonly command: readonly string[];
  readonly runs: readonly { readonly rules: ConfinementRules; readonly request: InsideRequest }[];
}

const LIMIT_MS = 300_000;
const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024;

/** Runs the commands as Holdfast runs those of a contract. This process is one of the processes outside. */
export async function runAbove({ command, runs }: AboveRequest): Promise<readonly CommandOutcome[]> {
  const cancel = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => cancel.abort());
  const outcomes: CommandOutcome[] = [];
  for (const { rules, request } of runs) {
    const bait = { ...request.bait, processes: [...request.bait.processes, process.pid] };
    const outcome = await runCommand({
      command,
      cwd: rules.tree,
      rules: { passedVariables: [], confinement: rules },
      input: JSON.stringify({ ...request, bait }),
      timeoutMs: LIMIT_MS,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      signal: cancel.signal,
    });
    outcomes.push(outcome);
  }
  return outcomes;
}
