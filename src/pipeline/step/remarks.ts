import type { ForgeComment, ForgeItem } from '../forge/forge.ts';
import { isMarked } from '../forge/marker.ts';
import { readCommand } from './comment-commands.ts';

/**
 * The comments that are material for the stages: texts of the item's author and of people who may write, without commands
 * and without what Holdfast wrote. Comments of others start nothing and enter no prompt.
 */
export async function selectRemarks(
  comments: readonly ForgeComment[],
  item: Pick<ForgeItem, 'author'>,
  labelPrefix: string,
  canWrite: (login: string) => Promise<boolean>,
): Promise<readonly ForgeComment[]> {
  const remarks: ForgeComment[] = [];
  for (const comment of comments) {
    if (isMarked(comment.body) || readCommand(comment, labelPrefix) !== undefined || comment.body.trim() === '')
      continue;
    if (comment.author === item.author || (await canWrite(comment.author))) remarks.push(comment);
  }
  return remarks;
}
