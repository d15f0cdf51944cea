import { holdfastIn, showHoldfast, type ShownCommand } from './demo-command.ts';
import type { SampleCopy } from './sample.ts';

const contract = 'order-summary.contract.yaml';

/**
 * Runs the second contract of the sample: a chunk keeps returning another signature, an amendment is proposed, shown and
 * accepted, and the chunk passes. The diff shows that nothing else in the contract changed.
 */
export async function demonstrateAmendment(sample: SampleCopy): Promise<ShownCommand> {
  const failed = await showHoldfast(sample, ['run', contract, '--all', '--apply', 'commit']);
  console.log(`\n${failed.lines.join('\n')}\n`);
  const id = await pendingAmendment(sample);
  if (id === undefined) return { lines: ['No amendment was proposed.'], exitCode: 1 };
  const shown = await showHoldfast(sample, ['amendments', 'show', id]);
  console.log(`${shown.lines.join('\n')}\n`);
  const accepted = await showHoldfast(sample, ['amendments', 'accept', id]);
  console.log(`\n$ git diff -- ${contract}\n${await sample.git('diff', '--', contract)}`);
  return accepted;
}

async function pendingAmendment(sample: SampleCopy): Promise<string | undefined> {
  const { lines } = await holdfastIn(sample, ['amendments', 'list', '--status', 'pending', '--format', 'json']);
  const { amendments } = JSON.parse(lines.join('\n')) as { readonly amendments: readonly { readonly id: string }[] };
  return amendments[0]?.id;
}
