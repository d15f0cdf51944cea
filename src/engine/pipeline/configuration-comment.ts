import { createHash } from 'node:crypto';
import { PIPELINE_FILE } from '../../pipeline/configuration/pipeline-settings.ts';
import type { Forge } from '../../pipeline/forge/forge.ts';
import type { ItemState } from '../../pipeline/state/item-state.ts';
import { isRunLabel } from '../../pipeline/state/labels.ts';
import { formatErrorDetail, HoldfastError } from '../../shared/errors.ts';

/** Whether an error says that `.holdfast/pipeline.yaml` of a commit is malformed. */
export function isMalformedConfiguration(thrown: unknown): thrown is HoldfastError {
  return (
    thrown instanceof HoldfastError &&
    thrown.code === 'configuration' &&
    thrown.details.some(({ file }) => file === PIPELINE_FILE)
  );
}

/**
 * Reports a malformed configuration on an item that it stops, once for the same errors [PIPE-4]. The prefix of the labels is
 * unknown then, so an item without a state is one that has the run label of any prefix.
 */
export async function reportMalformedConfiguration(
  forge: Forge,
  id: string,
  state: ItemState | undefined,
  { error, signal }: { readonly error: HoldfastError; readonly signal: AbortSignal },
): Promise<void> {
  const item = await forge.readItem(id, signal);
  const isStopped =
    state === undefined ? item?.labels.some(isRunLabel) : state.status !== 'finished' && state.status !== 'cancelled';
  if (item?.isOpen !== true || isStopped !== true) return;
  const lines = error.details.map((detail) => `- \`${detail.file}:${detail.line}\` ${formatErrorDetail(detail)}`);
  const body = [
    `The item is stopped: \`${PIPELINE_FILE}\` of the base branch has errors. No default is used instead.`,
    '',
    ...lines,
    '',
    'Fix the file on the base branch. The next step then continues.',
  ].join('\n');
  const key = `configuration/${createHash('sha256').update(body).digest('hex').slice(0, 16)}`;
  const marker = { item: id, round: state?.round ?? 1, stage: state?.stage ?? 'intake', key } as const;
  if ((await forge.findComments(id, marker, signal)).length > 0) return;
  await forge.createComment(id, body, marker, signal);
}
