import type { DataFileCheck, DataFileKind } from '../../engine.ts';
import type { TextRange } from '../base/text-range.ts';
import { listWaitingGates } from '../state/work-items.ts';
import type { FolderState } from '../state/workspace-state.ts';
import { createDomainsLenses } from './domains-lenses.ts';
import { createInterfaceLenses } from './interface-lenses.ts';
import { createScenarioLenses } from './scenario-lenses.ts';
import { createPipelineLenses } from './pipeline-lenses.ts';

/** The data of a code lens above a value of a data file. A lens without a command is a text. */
export interface DataFileLens {
  readonly range: TextRange;
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly argument?: object | undefined;
}

type CreateLenses = (check: DataFileCheck, folder: FolderState) => readonly DataFileLens[];

/** The lenses of each kind of data file. */
export const DATA_FILE_LENSES: Readonly<Record<DataFileKind, CreateLenses>> = {
  interfaces: createInterfaceLenses,
  domains: createDomainsLenses,
  twins: () => [],
  scenario: createScenarioLenses,
  pipeline: (check, folder) => createPipelineLenses(check, listWaitingGates({ folders: [folder] })),
};
