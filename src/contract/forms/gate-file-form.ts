import { gateSchema } from '../model.ts';
import { entryOf } from '../source/source-node.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { ProblemList } from '../source/source-problem.ts';
import { GATE_KEY_NAMES, normalizeGateKeys } from './gate-form.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { mapItems, mapValue, withEntries } from './rename-keys.ts';

/** Converts the tree of a gate file to the contract model: a map with the gates of the file under `gates`. */
export function readGateFileForm(root: SourceNode, problems: ProblemList): SourceNode {
  if (root.kind === 'map' && entryOf(root, 'gates')) {
    return mapValue(root, 'gates', (gates) => mapItems(gates, (gate) => readGate(gate, problems)));
  }
  const range = { start: root.start, end: root.end };
  const list: SourceNode = {
    kind: 'list',
    ...range,
    alias: false,
    synthetic: true,
    style: 'flow',
    items: root.kind === 'list' ? root.items.map((gate) => readGate(gate, problems)) : [readGate(root, problems)],
  };
  const entry = {
    key: 'gates',
    sourceKey: 'gates',
    keyStart: root.start,
    keyEnd: root.start,
    node: list,
    merged: false,
  };
  return withEntries({ kind: 'map', ...range, alias: false, synthetic: true, style: 'flow', entries: [] }, [entry]);
}

function readGate(gate: SourceNode, problems: ProblemList): SourceNode {
  if (gate.kind !== 'map') return gate;
  const normalized = normalizeKeys(gate, { schema: gateSchema, path: [], names: GATE_KEY_NAMES }, problems);
  return normalizeGateKeys(normalized);
}
