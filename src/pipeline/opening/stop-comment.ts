import { createHash } from 'node:crypto';
import { DOMAINS_FILE } from '../../workspace/configuration/shared-files.ts';
import { isInterfaceFile } from '../../verdicts/domains/registry/read-registry.ts';
import { PIPELINE_FILE } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import type { Forge } from '../forge/forge.ts';
import type { ItemState } from '../state/item-state.ts';
import { isRunLabel } from '../state/labels.ts';
import { formatErrorDetail, HoldfastError } from '../../foundation/errors.ts';
import { BaseBranchError } from './base-branch.ts';

/**
 * Whether an error says that the configuration of a commit is malformed: `.holdfast/pipeline.yaml`, the interface registry, or
 * the declarations of domain services.
 */
export function isMalformedConfiguration(thrown: unknown): thrown is HoldfastError {
  return (
    thrown instanceof HoldfastError &&
    thrown.code === 'configuration' &&
    thrown.details.some(({ file = '' }) => isConfigurationFile(file))
  );
}

function isConfigurationFile(file: string): boolean {
  return file === PIPELINE_FILE || file === DOMAINS_FILE || isInterfaceFile(file);
}

/** An error that stops an item, as a comment on it. Undefined if another try, or another person, is what is needed. */
export function describeStop(thrown: unknown): StopReport | undefined {
  if (thrown instanceof BaseBranchError) {
    const lines = [`The item is stopped. ${thrown.message}.`, '', ...(thrown.hint === undefined ? [] : [thrown.hint])];
    return { kind: 'base-branch', body: lines.join('\n') };
  }
  if (!isMalformedConfiguration(thrown)) return undefined;
  const lines = thrown.details.map((detail) => `- \`${detail.file}:${detail.line}\` ${formatErrorDetail(detail)}`);
  const files = [...new Set(thrown.details.map(({ file }) => `\`${file}\``))];
  const body = [
    `The item is stopped: ${files.join(', ')} of the base branch has errors. No default is used instead.`,
    '',
    ...lines,
    '',
    'Fix the file on the base branch. The next step then continues.',
  ].join('\n');
  return { kind: 'configuration', body };
}

interface StopReport {
  readonly kind: 'configuration' | 'base-branch';
  /** Markdown. */
  readonly body: string;
}

/**
 * Reports on an item what stops it, once for the same text [PIPE-4]. The prefix of the labels may be unknown then, so an item
 * without a state is one that has the run label of any prefix.
 */
export async function reportStop(
  forge: Forge,
  id: string,
  state: ItemState | undefined,
  { report: { kind, body }, signal }: { readonly report: StopReport; readonly signal: AbortSignal },
): Promise<void> {
  const item = await forge.readItem(id, signal);
  const isStopped =
    state === undefined ? item?.labels.some(isRunLabel) : state.status !== 'finished' && state.status !== 'cancelled';
  if (item?.isOpen !== true || isStopped !== true) return;
  const key = `${kind}/${createHash('sha256').update(body).digest('hex').slice(0, 16)}`;
  const marker = { item: id, round: state?.round ?? 1, stage: state?.stage ?? 'intake', key } as const;
  if ((await forge.findComments(id, marker, signal)).length > 0) return;
  await forge.createComment(id, body, marker, signal);
}
