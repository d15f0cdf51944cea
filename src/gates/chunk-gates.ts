import type { Chunk, Contract, Gate } from '../contract/model.ts';

/** A gate that a chunk has to pass. */
export interface ChunkGate {
  readonly gate: Gate;
  /** Its position under `gates` of the contract; undefined for one that stands in a gate file. */
  readonly position: number | undefined;
}

/**
 * The gates of a chunk: those that it names, and those of its contract that no chunk names. A gate of the contract wins
 * over a shared one of the same id. Ids that nobody defines are mistakes of the contract, found before a run.
 */
export function gatesOf(contract: Contract, chunk: Chunk, shared: readonly Gate[]): readonly ChunkGate[] {
  const named = new Set(contract.chunks.flatMap((one) => one.gates));
  const own = contract.gates.map((gate, position) => ({ gate, position }));
  const chosen = own.filter(({ gate }) => chunk.gates.includes(gate.id) || !named.has(gate.id));
  const ownIds = new Set(contract.gates.map((gate) => gate.id));
  const fromFiles = shared.filter((gate) => chunk.gates.includes(gate.id) && !ownIds.has(gate.id));
  return [...chosen, ...fromFiles.map((gate) => ({ gate, position: undefined }))];
}

/** The ids that chunks name and the contract itself does not define. */
export function sharedIdsOf(contract: Contract): ReadonlySet<string> {
  const own = new Set(contract.gates.map((gate) => gate.id));
  return new Set(contract.chunks.flatMap((chunk) => chunk.gates).filter((id) => !own.has(id)));
}
