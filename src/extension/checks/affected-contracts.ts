import type { Contract } from '../../contract/model.ts';
import { MODULE_FILE } from '../base/module-files.ts';
import type { ContractState } from '../state/workspace-state.ts';

/** Git's own files change with every command and are no code. */
const GIT_FOLDER = /^\.git(?:\/|$)/;

/**
 * Finds the contracts whose check result may change after a file was changed: the contract itself and the contracts
 * that name the file. An edited code file also affects contracts that require an export without naming its file. A
 * saved code file affects every valid contract, because any file that a contract names may re-export it. The editor reports
 * a folder that was created, moved or deleted without its files, so that its path counts for all files in it.
 */
export function findAffectedContracts(
  contracts: readonly ContractState[],
  path: string,
  change: 'edited' | 'saved',
): readonly ContractState[] {
  const isCode = MODULE_FILE.test(path) || (change === 'saved' && mayBeFolder(path));
  return contracts.filter((state) => {
    if (state.contract === path) return true;
    const { contract } = state.document;
    if (!contract) return false;
    if (isCode && (change === 'saved' || checksAnyFile(contract))) return true;
    return mentionsPath(contract, path);
  });
}

/** Whether a path can be that of a folder with code. After a deletion, nothing on disk says what it was. */
function mayBeFolder(path: string): boolean {
  return !/\.[^/]*$/.test(path) && !GIT_FOLDER.test(path);
}

/** Whether a requirement names an export without a file, so that any file can provide it. */
function checksAnyFile(contract: Contract): boolean {
  return contract.chunks.some(
    (chunk) =>
      chunk.creates.length > 0 ||
      chunk.assertions.some(
        ({ check }) => typeof check['file'] !== 'string' && check.target !== undefined && !/[./\\]/.test(check.target),
      ),
  );
}

/** Whether a string of the contract is the path, or a path below it. Built-in and custom checks name files this way. */
function mentionsPath(value: unknown, path: string): boolean {
  if (typeof value === 'string') {
    const named = value.startsWith('./') ? value.slice(2) : value;
    return named === path || named.startsWith(`${path}/`);
  }
  if (Array.isArray(value)) return value.some((item) => mentionsPath(item, path));
  if (typeof value === 'object' && value !== null) return Object.values(value).some((item) => mentionsPath(item, path));
  return false;
}
