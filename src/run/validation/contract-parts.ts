import { acceptanceCommandsOf } from '../../contract/acceptance-commands.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import { verificationsOf } from '../../contract/verifications.ts';
import { selectGates } from '../../verdicts/gates/select-gates.ts';

export interface ContractPartsInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunks: readonly Chunk[];
  readonly sharedGates: readonly Gate[];
  /** The setup commands of the configuration. */
  readonly setup: readonly string[];
}

/** A part of a contract that a check of files does not run: commands, or the ids of gates. */
export interface ContractPart {
  readonly kind: 'setup' | 'build' | 'verify' | 'acceptance' | 'gates';
  /** Without duplicates. */
  readonly items: readonly string[];
}

/** [DONE-4] Everything of chunks that a check of files does not run, in the order in which a run does. Parts without items are absent. */
export function listContractParts(input: ContractPartsInput): readonly ContractPart[] {
  const { document, contract, chunks, sharedGates, setup } = input;
  const parts: readonly ContractPart[] = [
    { kind: 'setup', items: [contract.attempt?.setup ?? [], setup].flat() },
    { kind: 'build', items: contract.build === undefined ? [] : [contract.build.command] },
    { kind: 'verify', items: verificationsOf(document).map(({ command }) => command) },
    { kind: 'acceptance', items: chunks.flatMap(acceptanceCommandsOf) },
    {
      kind: 'gates',
      items: chunks.flatMap((chunk) => selectGates(contract, chunk, sharedGates).map(({ gate }) => gate.id)),
    },
  ];
  return parts.map(({ kind, items }) => ({ kind, items: [...new Set(items)] })).filter(({ items }) => items.length > 0);
}
