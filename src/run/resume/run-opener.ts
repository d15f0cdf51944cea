import type { FolderServices } from '../services/folder-services.ts';

/** What resuming a stored run needs. */
export type RunOpener = Pick<FolderServices, 'contracts' | 'history' | 'openServices' | 'repository' | 'tree'>;
