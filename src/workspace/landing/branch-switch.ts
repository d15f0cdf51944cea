import type { HeadState } from '../git/commits.ts';
import type { LandOptions } from './landing-target.ts';

/** The user switched to another branch while the work was in progress. */
export class BranchSwitchedError extends Error {
  override readonly name = 'BranchSwitchedError';
}

/** @throws BranchSwitchedError if HEAD refers to another branch than at the start of the work */
export function checkBranch(head: HeadState, { startedOn }: Pick<LandOptions, 'startedOn'>): void {
  if (startedOn === undefined || head.ref === startedOn) return;
  throw new BranchSwitchedError(
    `You switched from ${describeRef(startedOn)} to ${describeRef(head.ref)} while the chunk ran. Switch back and run the chunk again, or apply the kept result.`,
  );
}

function describeRef(ref: string): string {
  return ref === 'HEAD' ? 'a detached HEAD' : `the branch ${ref.replace(/^refs\/heads\//, '')}`;
}
