import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import { createActivePlans } from '../../run/change/active-plans.ts';
import { ContractFiles } from '../../run/contracts/contract-files.ts';
import {
  loadConfiguration,
  readConfiguration,
  requireSettings,
  type ConfigurationDocument,
} from '../../workspace/configuration/configuration-document.ts';
import { resolveConfiguration, type Configuration } from '../../workspace/configuration/configuration.ts';
import { DiskTree } from '../../workspace/files/disk-tree.ts';
import { openRepository } from '../../workspace/open-repository.ts';
import type { StartServices } from './start-session.ts';

/**
 * The services of the start of a session, without the rest of the engine, which takes longer to load than the start takes.
 *
 * @param folder absolute path of the workspace folder
 */
export function openStartServices(folder: string, storage: string): StartServices {
  const tree = new DiskTree(folder);
  const repository = memoizeUntilFailure(() => openRepository({ folder, storage }));
  // The settings of the agent may set variables.
  const resolve = (document: ConfigurationDocument | undefined): Configuration =>
    resolveConfiguration({ flags: {}, environment: {}, file: requireSettings(document), defaultLanding: 'commit' });
  const configuration = async (): Promise<Configuration> => resolve(await loadConfiguration(folder));
  const configurationOf = (text: string | undefined): Promise<Configuration> =>
    Promise.resolve(resolve(text === undefined ? undefined : readConfiguration(text)));
  const plans = createActivePlans({ tree, repository, configurationOf });
  return { tree, repository, configuration, contracts: new ContractFiles(tree, configuration, { plans }) };
}
