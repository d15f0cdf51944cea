import { holdfastIn, showPassing, type ShownCommand } from './demo-command.ts';
import type { SampleCopy } from './sample.ts';

const TITLE = 'Report the health of the service';
const BODY =
  'Operators need GET /health: the state of the service and of each dependency. A slow dependency must not block it.';

interface Item {
  readonly progress: {
    readonly status: string;
    readonly decisions: readonly { readonly stage: string; readonly pullRequest?: number }[];
  };
}

/**
 * A work item goes from its label to pull requests. The person requests a change of the first specification, and approves
 * the other documents. The last line says how many pull requests wait for review.
 */
export async function demonstratePipeline(sample: SampleCopy): Promise<ShownCommand> {
  await showPassing(sample, ['item', 'new', '--title', TITLE, '--body', BODY, '--run']);
  await watch(sample);
  await showPassing(sample, ['pr', 'list']);
  await showPassing(sample, [
    'pr',
    'request-changes',
    String(await documentOf(sample)),
    '--body',
    'Name the time limit.',
  ]);
  await watch(sample);
  await showPassing(sample, ['pr', 'approve', String(await documentOf(sample))]);
  await watch(sample);
  await showPassing(sample, ['pr', 'approve', String(await documentOf(sample))]);
  await watch(sample);
  await showPassing(sample, ['item', 'show', '1', '--document', 'planning']);
  await showPassing(sample, ['item', 'approve', '1']);
  const { exitCode } = await watch(sample);
  await showPassing(sample, ['items']);
  await showPassing(sample, ['pr', 'list']);
  const { progress } = await readItem(sample);
  const waiting = progress.decisions.filter(({ stage }) => stage === 'integration').length;
  return { lines: [`${waiting} pull requests wait for review`], exitCode };
}

/** Performs steps until a person must act. */
function watch(sample: SampleCopy): Promise<ShownCommand> {
  return showPassing(sample, ['watch', '--once']);
}

/** The pull request of the document that waits. */
async function documentOf(sample: SampleCopy): Promise<number> {
  const { progress } = await readItem(sample);
  const number = progress.decisions[0]?.pullRequest;
  if (number === undefined) throw new Error('No document waits for a decision.');
  return number;
}

/** What `holdfast item show 1` knows about the first item. */
export async function readItem(sample: SampleCopy): Promise<Item> {
  const { lines } = await holdfastIn(sample, ['item', 'show', '1', '--format', 'json']);
  return JSON.parse(lines.join('\n')) as Item;
}
