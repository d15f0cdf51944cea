import type { ChunkCheck, FailedResult } from '../../engine.ts';
import { contractKey } from '../state/target.ts';
import { listResults } from '../state/chunk-status.ts';
import type { ContractState } from '../state/workspace-state.ts';

/** A required export that was there before, and the similar one that is there now. */
export interface RenamedExport {
  readonly folder: string;
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  /** The file with the similar export. */
  readonly file: string;
  readonly failed: FailedResult;
}

type CheckedContract = Pick<ContractState, 'folder' | 'contract' | 'check'>;

/** Follows the checks of contracts, and finds exports that vanished while a similar one appeared. Each is reported once. */
export class RenamedExports {
  /** The requirements of exports that were satisfied by the latest check that satisfied them. */
  readonly #satisfied = new Set<string>();
  readonly #renamed = new Map<string, RenamedExport>();

  update(contract: CheckedContract): void {
    for (const chunk of contract.check?.chunks ?? []) this.#updateChunk(contract, chunk);
  }

  /** Removes and returns the renamed exports in files that are saved. */
  take(isSaved: (folder: string, file: string) => boolean): readonly RenamedExport[] {
    const taken: RenamedExport[] = [];
    for (const [key, renamed] of this.#renamed) {
      if (!isSaved(renamed.folder, renamed.file)) continue;
      this.#renamed.delete(key);
      this.#satisfied.delete(key);
      // Several requirements can name one export.
      if (!taken.some((one) => one.contract === renamed.contract && one.from === renamed.from)) taken.push(renamed);
    }
    return taken;
  }

  #updateChunk(contract: CheckedContract, chunk: ChunkCheck): void {
    const { check } = contract;
    if (check === undefined) return;
    for (const result of listResults(chunk)) {
      const { target } = result.assertion.check;
      if (typeof target !== 'string') continue;
      const key = [contractKey(contract), chunk.id, result.assertion.check.type, target].join('\n');
      const { similar, location, passed, mismatch } = result;
      if (passed) this.#satisfied.add(key);
      if (passed || mismatch !== 'similar-name' || similar === undefined || location === undefined) {
        this.#renamed.delete(key);
      } else if (this.#satisfied.has(key)) {
        const failed = { document: check.document, chunk: chunk.id, result };
        const { folder, contract: file } = contract;
        this.#renamed.set(key, { folder, contract: file, from: target, to: similar, file: location.file, failed });
      }
    }
  }
}
