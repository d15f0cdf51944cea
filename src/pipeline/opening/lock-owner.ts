import { currentProcess, mayBeRunning } from '../../history/database/process-identity.ts';
import type { HasOwnerEnded } from '../state/lock.ts';
import type { StepServices } from '../step/run-step.ts';

type OwnerIdentity = StepServices['identity'];

/** This process as the owner of a lock. On GitHub's runners the workflow run identifies it, too. */
export function readOwnerIdentity(environment: Readonly<Record<string, string | undefined>>): OwnerIdentity {
  const { host, pid, token } = currentProcess();
  const { GITHUB_RUN_ID: run = '', GITHUB_RUN_ATTEMPT: attempt = '1' } = environment;
  return { host, pid, processToken: token, ...(run === '' ? {} : { workflowRun: `${run}/${attempt}` }) };
}

/**
 * Finds out whether the owner of a lock has ended: by the status of its workflow run, or by its process on this host.
 * Runners can have equal host names, so the process of another run is never searched here.
 */
export function createOwnerCheck(
  own: OwnerIdentity,
  hasWorkflowRunEnded: (run: string) => Promise<boolean | undefined>,
): HasOwnerEnded {
  return async (lock) => {
    if (lock.workflowRun !== own.workflowRun && lock.workflowRun !== undefined) {
      return hasWorkflowRunEnded(lock.workflowRun);
    }
    if (lock.host !== own.host) return undefined;
    return !mayBeRunning({ host: lock.host, pid: lock.pid, token: lock.processToken });
  };
}
