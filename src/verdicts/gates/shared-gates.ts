import type { Gate } from '../../contract/model.ts';
import type { GateDocument } from '../../contract/read/read-gate-file.ts';

/** The definition of a gate id in the gate files of a workspace, or why it is ambiguous. */
export type SharedGate = { readonly gate: Gate } | { readonly problem: string };

/** The gates of a workspace's gate files by id. */
export function collectSharedGates(documents: readonly GateDocument[]): ReadonlyMap<string, SharedGate> {
  const sharedGates = new Map<string, SharedGate>();
  const fileById = new Map<string, string>();
  for (const { file, gates } of documents) {
    for (const gate of gates) {
      const otherFile = fileById.get(gate.id);
      fileById.set(gate.id, file);
      sharedGates.set(
        gate.id,
        otherFile === undefined ? { gate } : { problem: ambiguityMessage(gate.id, otherFile, file) },
      );
    }
  }
  return sharedGates;
}

function ambiguityMessage(id: string, firstFile: string, secondFile: string): string {
  const location = firstFile === secondFile ? `twice in ${firstFile}` : `in ${firstFile} and in ${secondFile}`;
  return `The gate "${id}" is defined ${location}. Rename one of the gates, or define "${id}" in the contract.`;
}

/** The errors of gate files, each with its location. */
export function listGateFileErrors(documents: readonly GateDocument[]): readonly string[] {
  return documents.flatMap(({ file, problems }) =>
    problems
      .filter((problem) => problem.severity === 'error')
      .map(({ range, message }) => `${file}:${range.start.line}:${range.start.column} ${message}`),
  );
}
