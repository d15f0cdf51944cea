import type { Contract } from '../../contract/model.ts';
import type { ContractState } from '../state/workspace-state.ts';

/** Source files whose exports a contract can speak of without naming the file. */
const CODE_FILE = /\.[cm]?[jt]sx?$/i;

/**
 * Which contracts an edit of a file can give another verdict: the contract itself, those that name the file, and for
 * code those that ask for an export wherever it stands. A saved code file may also be what a named file re-exports.
 */
export function affectedContracts(
  contracts: readonly ContractState[],
  path: string,
  change: 'edited' | 'saved',
): readonly ContractState[] {
  const code = CODE_FILE.test(path);
  return contracts.filter((state) => {
    if (state.contract === path) return true;
    const { contract } = state.document;
    if (!contract) return false;
    if (code && (change === 'saved' || asksAnywhere(contract))) return true;
    return names(contract, path);
  });
}

/** Whether some requirement names an export and no file: any file of the tree may give it. */
function asksAnywhere(contract: Contract): boolean {
  return contract.chunks.some(
    (chunk) =>
      chunk.creates.length > 0 ||
      chunk.assertions.some(
        ({ check }) => typeof check['file'] !== 'string' && check.target !== undefined && !/[./\\]/.test(check.target),
      ),
  );
}

/** Whether any text of the contract is the path: checks of every kind, also of custom validators, name files so. */
function names(value: unknown, path: string): boolean {
  if (typeof value === 'string') return value === path || value === `./${path}`;
  if (Array.isArray(value)) return value.some((item) => names(item, path));
  if (typeof value === 'object' && value !== null) return Object.values(value).some((item) => names(item, path));
  return false;
}
