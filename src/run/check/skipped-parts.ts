import { acceptanceCommandsOf } from '../../contract/acceptance-commands.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { verificationsOf } from '../../contract/verifications.ts';
import { listContractParts, type ContractPartsInput } from '../validation/contract-parts.ts';
import type { ChunkCheck } from './check-types.ts';

/** [DONE-4] Names everything of a contract that a check of files does not run. Empty if there is nothing. */
export function describeSkippedParts(input: ContractPartsInput): readonly string[] {
  const skipped = listContractParts(input).flatMap(({ kind, items }) => nameParts(kind, items));
  const advice =
    skipped.length === 0
      ? []
      : [...skipped, 'A full check runs them: "check --full", or "Validate Fully" in the editor.'];
  return [...(skipped.length === 0 ? [] : [advice.join(' ')]), ...describeFileRules(input.chunks)];
}

/** Names what a full check did not run: commands after a failure, a verify command that is not due, rules for changes. */
export function describeSkippedStages(
  document: ContractDocument,
  contract: Contract,
  chunks: readonly Chunk[],
  checks: readonly ChunkCheck[],
): readonly string[] {
  const ran = checks.flatMap(({ full }) => full?.commands ?? []);
  const verified = new Set(ran.filter(({ stage }) => stage === 'verify').map(({ command }) => command));
  const unverified = verificationsOf(document).filter(({ command }) => !verified.has(command));
  const unaccepted = chunks.filter(
    ({ acceptanceCommands }, index) =>
      acceptanceCommands.length > 0 &&
      checks[index]?.full?.commands.some(({ stage }) => stage === 'acceptance') !== true,
  );
  const ungated = checks.filter(({ verdict, full }) => verdict === 'unsatisfied' && full?.gates.length === 0);
  return [
    ...nameParts(
      'verify',
      unverified.map(({ command }) => `${command}: not due, or an earlier step failed`),
    ),
    ...nameParts('acceptance', unaccepted.flatMap(acceptanceCommandsOf)),
    ...nameParts(
      'gates',
      contract.gates.length === 0 && chunks.every(({ gates }) => gates.length === 0)
        ? []
        : ungated.map(({ id }) => `the gates of ${id}: the chunk is unsatisfied`),
    ),
    ...describeFileRules(chunks),
  ];
}

/** File rules are about the files that an attempt changes. A tree does not show who changed it. */
function describeFileRules(chunks: readonly Chunk[]): readonly string[] {
  const restricted = chunks.filter(
    ({ allowedFiles, forbiddenFiles }) => allowedFiles.length + forbiddenFiles.length > 0,
  );
  if (restricted.length === 0) return [];
  return [
    `Not checked: the file rules of ${restricted.map(({ id }) => id).join(', ')}. Only a run, or a check of a change ("check --since"), can check them.`,
  ];
}

function nameParts(kind: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`Not run: ${kind} (${[...new Set(items)].join(', ')}).`];
}
