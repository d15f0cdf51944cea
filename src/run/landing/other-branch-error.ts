import { HoldfastError } from '../../foundation/errors.ts';

/** A result would be committed to another branch than the one that its run started on. A person can want that. */
export class OtherBranchError extends HoldfastError {
  /** The branches, or `HEAD` if none was checked out. */
  readonly startedOn: string;
  readonly current: string;

  constructor(startedOn: string, current: string) {
    super('conflict', `The run started on ${startedOn}, and ${current} is checked out now. Nothing was written.`, {
      hint: `Switch back with "git switch ${startedOn}", or commit the result to ${current} with --any-branch.`,
    });
    this.name = 'OtherBranchError';
    this.startedOn = startedOn;
    this.current = current;
  }
}
