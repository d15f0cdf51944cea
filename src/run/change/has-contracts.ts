import { CONFIGURATION_FILE } from '../../workspace/configuration/settings.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { readCommittedText } from '../../workspace/files/committed-text.ts';
import { Git } from '../../workspace/git/git.ts';
import { ContractFiles } from '../contracts/contract-files.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { findChangeBase } from './change-base.ts';

/**
 * Whether a folder has contracts: on disk, or in the commit that its change starts from. An agent can delete the contracts, or
 * write a configuration that names others or cannot be read. Writes nothing, also not to Holdfast's own data: hooks in a
 * user's own files ask this in every repository.
 */
export async function hasContracts(
  services: Pick<FolderServices, 'configurationOf' | 'contracts' | 'repository' | 'tree'>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    if ((await services.contracts.readAll()).length > 0) return true;
  } catch (thrown) {
    if (!isConfigurationError(thrown)) throw thrown;
  }
  if ((await services.repository()).commits === undefined) return false;
  const commit = await findChangeBase(services, undefined, signal);
  if (commit === undefined) return false;
  const { root } = services.tree;
  const git = new Git(root);
  const files = await git.fields(['ls-tree', '-r', '-z', '--name-only', commit], {
    action: 'list the files of the commit',
    signal,
  });
  const readText = async (file: string): Promise<string | undefined> =>
    files.includes(file) ? (await readCommittedText(root, commit, file, signal))?.text : undefined;
  const tree = {
    root,
    listFiles: () => Promise.resolve(files),
    readText,
    kindOf: (file: string) => Promise.resolve(files.includes(file) ? ('file' as const) : undefined),
  };
  const configuration = await services.configurationOf(await readText(CONFIGURATION_FILE)).catch((thrown: unknown) => {
    if (!isConfigurationError(thrown)) throw thrown;
    return services.configurationOf(undefined);
  });
  return (await new ContractFiles(tree, () => Promise.resolve(configuration)).readAll()).length > 0;
}

function isConfigurationError(thrown: unknown): boolean {
  return thrown instanceof HoldfastError && thrown.code === 'configuration';
}
