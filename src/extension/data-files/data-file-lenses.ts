import type { DataFileCheck, DataFileKind } from '../../engine.ts';
import type { FolderState } from '../state/workspace-state.ts';
import type { DataFileLens } from './data-file-lens.ts';
import { createDomainsLenses } from './domains-lenses.ts';
import { createInterfaceLenses } from './interface-lenses.ts';
import { createScenarioLenses } from './scenario-lenses.ts';
import { createPipelineLenses } from './pipeline-lenses.ts';

type CreateLenses = (check: DataFileCheck, folder: FolderState) => readonly DataFileLens[];

/** The lenses of each kind of data file. */
export const DATA_FILE_LENSES: Readonly<Record<DataFileKind, CreateLenses>> = {
  interfaces: createInterfaceLenses,
  domains: createDomainsLenses,
  twins: () => [],
  scenario: createScenarioLenses,
  pipeline: (check, folder) => createPipelineLenses(check, folder.approvals ?? []),
};
