import type { CheckServices } from '../check/check-services.ts';
import type { FolderServices } from '../services/folder-services.ts';

/** What the judgement of a change uses: its terms have a separate configuration. */
export type ChangeServices = CheckServices & Pick<FolderServices, 'configurationOf'>;
