import type { SourceEntry, SourceNode } from '../source/source-node.ts';
import { mapItems, mapValue, withEntries } from './rename-keys.ts';

/** The keys of the contract model by the snake-case keys of gates that other tools write. */
export const GATE_KEY_NAMES: Readonly<Record<string, string>> = {
  retry_config: 'retry',
  enforcement_mode: 'enforcementMode',
  timeout_seconds: 'timeoutSeconds',
};

/** The keys of the contract model by the snake-case keys of the retry settings of a gate. */
export const RETRY_KEY_NAMES: Readonly<Record<string, string>> = {
  max_attempts: 'maxAttempts',
  improvement_hints: 'improvementHints',
  preserve_context: 'preserveContext',
};

/** Renames the snake-case keys of a gate to the keys of the contract model. */
export function normalizeGateKeys(gate: SourceNode): SourceNode {
  return mapValue(renameEntries(gate, GATE_KEY_NAMES), 'retry', (retry) => renameEntries(retry, RETRY_KEY_NAMES));
}

/** Renames the snake-case keys of all gates of a contract. */
export function normalizeGates(root: SourceNode): SourceNode {
  return mapValue(root, 'gates', (gates) => mapItems(gates, (gate) => normalizeGateKeys(gate)));
}

function renameEntries(node: SourceNode, names: Readonly<Record<string, string>>): SourceNode {
  if (node.kind !== 'map') return node;
  const present = new Set(node.entries.map((entry) => entry.key));
  const rename = (entry: SourceEntry): SourceEntry => {
    const key = Object.hasOwn(names, entry.key) ? names[entry.key] : undefined;
    return key === undefined || present.has(key) ? entry : { ...entry, key };
  };
  return withEntries(node, node.entries.map(rename));
}
