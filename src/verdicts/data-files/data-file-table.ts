import type { DataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import type { DataFileReader } from './data-file-reader.ts';

/** The readers of all kinds. To add a kind, add it here and to `DATA_FILE_PATTERNS`. A reader is loaded at its first use. */
const DATA_FILE_TABLE: Readonly<Record<DataFileKind, () => Promise<DataFileReader>>> = {
  pipeline: async () => (await import('./pipeline-file.ts')).pipelineReader,
  domains: async () => (await import('./domains-file.ts')).domainsReader,
  interfaces: async () => (await import('./interface-files.ts')).interfacesReader,
  twins: async () => (await import('./scenario-files.ts')).twinsReader,
  scenario: async () => (await import('./scenario-files.ts')).scenarioReader,
};

/** Loads the reader of a kind. */
export function loadDataFileReader(kind: DataFileKind): Promise<DataFileReader> {
  return DATA_FILE_TABLE[kind]();
}
