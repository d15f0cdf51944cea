import { OtherBranchError } from '../../engine.ts';

/**
 * Lands a result. Asks first if it would be committed to another branch than the one that its run started on.
 *
 * @param land lands the result; `anyBranch` says that the current branch is wanted
 * @param confirm asks the person
 * @returns `undefined` if the person declines: nothing was written
 */
export async function landOnBranch<Landing>(
  land: (anyBranch: boolean) => Promise<Landing>,
  confirm: (error: OtherBranchError) => Promise<boolean>,
): Promise<Landing | undefined> {
  try {
    return await land(false);
  } catch (error) {
    if (!(error instanceof OtherBranchError)) throw error;
    return (await confirm(error)) ? land(true) : undefined;
  }
}
