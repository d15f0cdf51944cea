import { verificationsOf } from '../../contract/verifications.ts';
import { findProgramProblem } from '../../workspace/environment/find-program.ts';
import { subprocessEnvironment } from '../../workspace/environment/subprocess-environment.ts';
import { CommandSyntaxError, splitCommand } from '../../workspace/processes/split-command.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Blocker } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';

/**
 * [EDIT-8] The blocker for a verify command whose program is not installed. No attempt can install it, so that each would
 * fail and cost money. Undefined if the program exists, or if a setup command or a chunk can still provide it.
 */
export async function findMissingProgram({
  document,
  attempt,
  services: { configuration, repository },
}: Pick<ChunkRunInput, 'document'> & {
  readonly attempt: Pick<AttemptWorktree, 'root'>;
  readonly services: Pick<ChunkRunInput['services'], 'configuration' | 'repository'>;
}): Promise<Blocker | undefined> {
  const setup = [document.contract?.attempt?.setup ?? [], configuration.attempt.setup].flat();
  // On Windows, the extensions of programs decide, which the search does not know.
  if (setup.length > 0 || process.platform === 'win32') return undefined;
  const searchPath = subprocessEnvironment(configuration.environment)['PATH'];
  for (const { command, requires = [] } of verificationsOf(document)) {
    const program = programOf(command);
    if (requires.length > 0 || program === undefined) continue;
    // The worktree has its packages only after it was prepared.
    const problems = [attempt.root, repository.folder].map((root) => findProgramProblem(program, root, searchPath));
    if (!(await Promise.all(problems)).every((problem) => problem === 'ENOENT')) continue;
    const details = `The verify command "${command}" cannot start: ${program} is neither on the PATH nor in node_modules/.bin. Install ${program}, or correct "verify" in the contract.`;
    return { type: 'failing_build', item: command, stopsRun: true, details };
  }
  return undefined;
}

/** The program of a command line; undefined if it is a path in the tree, or if the line is not valid. */
function programOf(command: string): string | undefined {
  try {
    const [program = ''] = splitCommand(command);
    return program === '' || /[\\/]/.test(program) ? undefined : program;
  } catch (thrown) {
    if (thrown instanceof CommandSyntaxError) return undefined;
    throw thrown;
  }
}
