import { stat } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { findWorkspaceFolder } from './workspace-folder.ts';

/**
 * The folder that a plan starts from: the folder given with `--repo`, or the workspace folder of the plan.
 *
 * @param repo the value of `--repo` as the user wrote it
 */
export async function findPlanFolder(
  file: string,
  repo: string | undefined,
  workingDirectory: string,
): Promise<string> {
  return repo === undefined
    ? findWorkspaceFolder(file, workingDirectory)
    : requireFolder(path.resolve(workingDirectory, repo), repo);
}

/** @param argument the path as the user wrote it, for messages */
async function requireFolder(absolute: string, argument: string): Promise<string> {
  try {
    if ((await stat(absolute)).isDirectory()) return absolute;
  } catch (thrown) {
    throw new HoldfastError('not-found', `Failed to use --repo ${argument}: ${messageOf(thrown)}`, { cause: thrown });
  }
  throw new HoldfastError('not-found', `Failed to use --repo ${argument}: not a folder`);
}
