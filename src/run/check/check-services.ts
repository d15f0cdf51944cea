import type { FolderServices } from '../services/folder-services.ts';

/** What a check of contracts uses. */
export type CheckServices = Pick<
  FolderServices,
  | 'analysis'
  | 'configuration'
  | 'contracts'
  | 'history'
  | 'models'
  | 'onProgress'
  | 'openCheckServices'
  | 'openCheckServicesOf'
  | 'repository'
  | 'secrets'
  | 'tree'
>;
