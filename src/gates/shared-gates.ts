import type { Gate } from '../contract/model.ts';
import type { GateDocument } from '../contract/read-gate-file.ts';

/** What an id stands for in the gate files of a workspace: a gate, or why it is not clear which. */
export type SharedGate = { readonly gate: Gate } | { readonly problem: string };

/** The gates of the gate files of a workspace by their ids. */
export function sharedGatesFrom(documents: readonly GateDocument[]): ReadonlyMap<string, SharedGate> {
  const found = new Map<string, SharedGate>();
  const files = new Map<string, string>();
  for (const { file, gates } of documents) {
    for (const gate of gates) {
      const other = files.get(gate.id);
      files.set(gate.id, file);
      found.set(gate.id, other === undefined ? { gate } : { problem: ambiguous(gate.id, other, file) });
    }
  }
  return found;
}

function ambiguous(id: string, one: string, other: string): string {
  const where = one === other ? `twice in ${one}` : `in ${one} and in ${other}`;
  return `The gate "${id}" is defined ${where}: give each an id of its own, or define it in the contract.`;
}

/** The mistakes of gate files, each with its place, for a message that says why an id is unknown. */
export function mistakesIn(documents: readonly GateDocument[]): readonly string[] {
  return documents.flatMap(({ file, problems }) =>
    problems
      .filter((problem) => problem.severity === 'error')
      .map(({ range, message }) => `${file}:${range.start.line}:${range.start.column} ${message}`),
  );
}
