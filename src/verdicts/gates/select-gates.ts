import { indexContract } from '../../contract/contract-index.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';

/** A gate that a chunk must pass. */
export interface ChunkGate {
  readonly gate: Gate;
  /** Its index under `gates` of the contract; undefined if a gate file defines it. */
  readonly position: number | undefined;
}

/**
 * The gates of a chunk: those that it names, and those of its contract that no chunk names. A gate of the contract takes
 * precedence over a shared gate with the same id. Undefined ids are errors of the contract, reported before a run.
 */
export function selectGates(contract: Contract, chunk: Chunk, shared: readonly Gate[]): readonly ChunkGate[] {
  if (contract.gates.length + shared.length === 0) return [];
  const { namedGates } = indexContract(contract);
  const contractIds = new Set(contract.gates.map(({ id }) => id));
  const fromContract = contract.gates
    .map((gate, position) => ({ gate, position }))
    .filter(({ gate }) => chunk.gates.includes(gate.id) || !namedGates.has(gate.id));
  const fromFiles = shared.filter(({ id }) => chunk.gates.includes(id) && !contractIds.has(id));
  return [...fromContract, ...fromFiles.map((gate) => ({ gate, position: undefined }))];
}

/** The gate ids that chunks name and the contract itself does not define. */
export function sharedGateIds(contract: Contract): ReadonlySet<string> {
  const contractIds = new Set(contract.gates.map(({ id }) => id));
  return new Set(contract.chunks.flatMap(({ gates }) => gates).filter((id) => !contractIds.has(id)));
}
