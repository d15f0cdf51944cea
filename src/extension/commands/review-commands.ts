import type { ExtensionParts } from '../extension-parts.ts';
import { askReview } from './ask-target.ts';
import { commandTarget } from './command-argument.ts';

/** Opens the changes of a result that waits, in the editor's multi-file diff. */
export async function openChanges(parts: ExtensionParts, argument: unknown): Promise<void> {
  const reviews = await parts.reviews();
  const target = await askReview(parts, commandTarget(argument) ?? reviews.inActiveEditor(), 'Open changes');
  if (target) await reviews.openChanges(target);
}

/** Lands a result that waits. Answers with the landing's report. */
export async function acceptResult(parts: ExtensionParts, argument: unknown): Promise<unknown> {
  const reviews = await parts.reviews();
  const target = await askReview(parts, commandTarget(argument) ?? reviews.inActiveEditor(), 'Accept');
  return target && reviews.accept(target);
}

/** Drops a result that waits. */
export async function discardResult(parts: ExtensionParts, argument: unknown): Promise<unknown> {
  const reviews = await parts.reviews();
  const target = await askReview(parts, commandTarget(argument) ?? reviews.inActiveEditor(), 'Discard');
  return target && reviews.discard(target);
}
