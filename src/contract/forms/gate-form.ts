import type { SourceEntry, SourceNode } from '../source/source-node.ts';
import { mapItems, mapValue, withEntries } from './rename-keys.ts';

/** The keys of a gate that other tools write in snake case, and what the model calls them. */
export const GATE_KEY_NAMES: Readonly<Record<string, string>> = {
  retry_config: 'retry',
  enforcement_mode: 'enforcementMode',
  timeout_seconds: 'timeoutSeconds',
};

export const RETRY_KEY_NAMES: Readonly<Record<string, string>> = {
  max_attempts: 'maxAttempts',
  improvement_hints: 'improvementHints',
  preserve_context: 'preserveContext',
};

/** A gate in either spelling, with the keys of the model. */
export function readGateKeys(gate: SourceNode): SourceNode {
  return mapValue(renamed(gate, GATE_KEY_NAMES), 'retry', (retry) => renamed(retry, RETRY_KEY_NAMES));
}

/** The gates of a contract, each in either spelling. */
export function readGatesOf(root: SourceNode): SourceNode {
  return mapValue(root, 'gates', (gates) => mapItems(gates, (gate) => readGateKeys(gate)));
}

function renamed(node: SourceNode, names: Readonly<Record<string, string>>): SourceNode {
  if (node.kind !== 'map') return node;
  const present = new Set(node.entries.map((entry) => entry.key));
  const rename = (entry: SourceEntry): SourceEntry => {
    const key = Object.hasOwn(names, entry.key) ? names[entry.key] : undefined;
    return key === undefined || present.has(key) ? entry : { ...entry, key };
  };
  return withEntries(node, node.entries.map(rename));
}
