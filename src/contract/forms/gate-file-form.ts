import { gateSchema } from '../model.ts';
import { entryOf } from '../source/source-node.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { ProblemList } from '../source/source-problem.ts';
import { readForeignKeys } from './foreign-keys.ts';
import { GATE_KEY_NAMES, readGateKeys } from './gate-form.ts';
import { mapItems, mapValue, withEntries } from './rename-keys.ts';

/** The tree of a gate file as a map whose `gates` are the file's gates, with the keys of the model. */
export function readGateFileForm(root: SourceNode, problems: ProblemList): SourceNode {
  if (root.kind === 'map' && entryOf(root, 'gates')) {
    return mapValue(root, 'gates', (gates) => mapItems(gates, (gate) => readGate(gate, problems)));
  }
  const place = { start: root.start, end: root.end };
  const list: SourceNode = {
    kind: 'list',
    ...place,
    alias: false,
    synthetic: true,
    style: 'flow',
    items: root.kind === 'list' ? root.items.map((gate) => readGate(gate, problems)) : [readGate(root, problems)],
  };
  const entry = {
    key: 'gates',
    written: 'gates',
    keyStart: root.start,
    keyEnd: root.start,
    node: list,
    borrowed: false,
  };
  return withEntries({ kind: 'map', ...place, alias: false, synthetic: true, style: 'flow', entries: [] }, [entry]);
}

function readGate(gate: SourceNode, problems: ProblemList): SourceNode {
  if (gate.kind !== 'map') return gate;
  const read = readForeignKeys(gate, { schema: gateSchema, path: [], names: GATE_KEY_NAMES }, problems);
  return readGateKeys(read);
}
