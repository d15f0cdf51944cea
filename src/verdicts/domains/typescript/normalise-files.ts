import { CancelledError, HoldfastError } from '../../../foundation/errors.ts';
import { findProgramProblem } from '../../../workspace/environment/find-program.ts';
import { DiskTree } from '../../../workspace/files/disk-tree.ts';
import { runCommand } from '../../../workspace/processes/run-command.ts';
import type { MethodResult } from '../protocol/methods.ts';
import { NO_LIMIT_MS, OUTPUT_LIMIT_BYTES, type TypeScriptRequest } from './typescript-request.ts';

/**
 * Formats files with the repository's Prettier. Returns the files whose text changes.
 *
 * @throws HoldfastError `unsupported` if Prettier is not installed, `process` if it cannot format a file
 */
export async function normaliseFiles({
  root,
  files,
  rules,
  signal,
}: TypeScriptRequest): Promise<MethodResult<'normalise'>['artifacts']> {
  if ((await findProgramProblem('prettier', root)) !== undefined) {
    throw new HoldfastError('unsupported', 'The repository has no Prettier.', { hint: 'Install Prettier.' });
  }
  const tree = new DiskTree(root);
  const changed: MethodResult<'normalise'>['artifacts'] = [];
  for (const artifact of files) {
    const before = await tree.readText(artifact);
    if (before === undefined) continue;
    const outcome = await runCommand({
      command: ['prettier', '--stdin-filepath', artifact],
      cwd: root,
      rules,
      signal,
      input: before,
      timeoutMs: NO_LIMIT_MS,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
    });
    if (outcome.cancelled) throw new CancelledError('format');
    if (outcome.exitCode !== 0 || outcome.truncated) {
      const cause = outcome.startError ?? (outcome.standardError.trim() || 'the file is too large');
      throw new HoldfastError('process', `Failed to format ${artifact}: ${cause}`);
    }
    if (outcome.standardOutput !== before) changed.push({ artifact, text: outcome.standardOutput });
  }
  return changed;
}
