import type { CheckServices } from '../check/check-services.ts';
import type { FolderServices } from '../services/folder-services.ts';

/** What the judgement of a change uses: its terms have a configuration of their own. */
export type ChangeServices = CheckServices & Pick<FolderServices, 'configurationOf'>;
