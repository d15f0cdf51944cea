import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { RunServices } from '../services/run-services.ts';
import { guardPackages } from '../validation/guard-packages.ts';
import { judgeByCommands, type CommandVerdict } from '../validation/judge-by-commands.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import type { RunningAttempt } from './running-attempt.ts';

/** The verdict of the commands on the files of an attempt, and the files of the user's packages that changed meanwhile. */
export interface CopyVerdict extends CommandVerdict {
  readonly changedPackages: readonly string[];
}

export interface CopyRunOptions {
  readonly signal: AbortSignal;
  /** Called with the files of the user's packages that changed, even if the commands were stopped. */
  readonly onChangedPackages: (files: readonly string[]) => void;
}

/**
 * Runs the commands of a contract on a snapshot of an attempt, like its validation, in a separate worktree. Nothing that the
 * commands write reaches the worktree in which the model works: if they leave their own, its files are restored.
 */
export async function runCommandsOnCopy(
  attempted: RunningAttempt,
  judged: Snapshot,
  { signal, onChangedPackages }: CopyRunOptions,
): Promise<CopyVerdict> {
  const { contract, attempt, base } = attempted;
  const services = createCopyServices(attempted, signal);
  const changes = await attempt.listChanges(base.commit, judged.commit, signal);
  const changedFiles = [...new Set([...changes.map(({ path }) => path), ...attempted.files.written])].sort();
  try {
    return await withAttemptWorktree({ contract, services }, judged, async (copy) => {
      const input = { ...attempted, attempt: copy, services };
      const { result, changedPackages } = await guardPackages(input, async () => {
        const { dueConditions } = attempted.terms;
        // Commands that were stopped may have changed packages too, so an error ends the work only after the comparison.
        const [outcome] = await Promise.allSettled([
          judgeByCommands({ ...input, judged, changedFiles, dueConditions }),
        ]);
        return outcome;
      });
      onChangedPackages(changedPackages);
      if (result.status === 'rejected') throw result.reason;
      return { ...result.value, changedPackages };
    });
  } finally {
    await restoreAttempt(attempted, judged);
    attempted.services.report({ type: 'stage', chunk: attempted.chunk.id, stage: 'write' });
  }
}

/**
 * The services of the copy. Its commands are part of the conversation and not of the validation, so they are reported as
 * progress only.
 */
function createCopyServices({ chunk, services }: RunningAttempt, signal: AbortSignal): RunServices {
  return {
    ...services,
    signal,
    report(event) {
      if (event.type !== 'stage') return;
      const detail = `check_contract: ${event.detail ?? event.stage}`;
      services.report({ type: 'stage', chunk: chunk.id, stage: 'write', detail });
    },
  };
}

/** Without a sandbox, commands can write to the worktree of the attempt. Its snapshot would contain such files. */
async function restoreAttempt({ attempt, chunk, files, services }: RunningAttempt, judged: Snapshot): Promise<void> {
  const after = await attempt.snapshot({ written: files.written });
  if (after.tree === judged.tree) return;
  const changes = await attempt.listChanges(judged.commit, after.commit);
  await attempt.checkout(judged.commit);
  await services.analysis.filesChanged(attempt.root, 'all');
  const paths = changes.map(({ path }) => path).join(', ');
  const message = `Restored files that commands of check_contract changed outside their worktree: ${paths}`;
  services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
}
