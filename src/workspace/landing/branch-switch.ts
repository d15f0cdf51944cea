import { readHeadRef } from '../git/commits.ts';
import { Git } from '../git/git.ts';
import type { UserRepository } from '../store/private-repository.ts';
import type { LandOptions } from './landing-target.ts';

/** The user switched to another branch while the work was in progress. */
export class BranchSwitchedError extends Error {
  override readonly name = 'BranchSwitchedError';
}

/** @throws BranchSwitchedError if HEAD refers to another branch than at the start of the work */
export async function checkBranch(
  user: UserRepository,
  { startedOn, signal }: Pick<LandOptions, 'startedOn' | 'signal'>,
): Promise<void> {
  if (startedOn === undefined) return;
  const current = await readHeadRef(new Git(user.topLevel), signal);
  if (current === startedOn) return;
  throw new BranchSwitchedError(
    `You switched from ${describeRef(startedOn)} to ${describeRef(current)} while the chunk ran. Switch back and run the chunk again, or apply the kept result.`,
  );
}

function describeRef(ref: string): string {
  return ref === 'HEAD' ? 'a detached HEAD' : `the branch ${ref.replace(/^refs\/heads\//, '')}`;
}
