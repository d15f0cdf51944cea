import { readRegistry, requireRegistry } from '../../../src/verdicts/domains/registry/read-registry.ts';
import type { InterfaceRegistry } from '../../../src/verdicts/domains/registry/registry.ts';
import type { SourceTree } from '../../../src/workspace/files/source-tree.ts';

export const CAN_FILE = '.holdfast/interfaces/can.yaml';

/** The CAN bus of the documentation. */
export const CAN_BUS = `interfaces:
  - id: can-bus
    version: 3
    title: Vehicle CAN bus
    owners: [firmware, electrical]
    parameters:
      bitrate: { unit: kbit/s, min: 125, max: 1000, nominal: 500 }
      max_bus_load: { min: 0, max: 0.5 }
      termination: { unit: ohm, values: [60, 120], nominal: 120 }
      fd: { type: boolean, nominal: false }
    messages:
      properties:
        payload: { type: integer, unit: B, min: 0, max: 8 }
        cycle_time: { unit: ms, min: 1 }
    constraints:
      - id: bus_load
        title: Bus load
        expression: sum(messages, (payload + 47 bit) / cycle_time) / bitrate <= max_bus_load
`;

/** A tree of the given files. */
export function memoryTree(files: Readonly<Record<string, string>>): Pick<SourceTree, 'listFiles' | 'readText'> {
  return {
    listFiles: () => Promise.resolve(Object.keys(files).sort()),
    readText: (path) => Promise.resolve(files[path]),
  };
}

export async function registryOf(text: string): Promise<InterfaceRegistry> {
  return requireRegistry(memoryTree({ [CAN_FILE]: text }));
}

/** The messages of the problems of one file, each with its line. */
export async function problemsOf(text: string): Promise<readonly string[]> {
  const { files } = await readRegistry(memoryTree({ [CAN_FILE]: text }));
  return files.flatMap(({ problems }) => problems.map(({ range, message }) => `${range.start.line}: ${message}`));
}
