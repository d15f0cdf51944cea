import type { FolderServices } from '../../run/services/folder-services.ts';

/** What the hooks of a folder use. */
export type AgentServices = Pick<
  FolderServices,
  'analysis' | 'configuration' | 'configurationOf' | 'contracts' | 'repository' | 'storage' | 'tree'
>;
