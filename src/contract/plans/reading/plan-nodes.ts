import type { ScalarValue, SourceEntry, SourceNode } from '../../source/source-node.ts';
import type { PlanPlace } from '../plan.ts';

type Place = Pick<PlanPlace, 'start' | 'end'>;

/** Nodes of the contract model at places of a plan. */
export function scalarNode(value: ScalarValue, { start, end }: Place): SourceNode {
  return { kind: 'scalar', start, end, alias: false, value, style: 'plain' };
}

export function listNode(items: readonly SourceNode[], { start, end }: Place): SourceNode {
  return { kind: 'list', start, end, alias: false, style: 'block', items };
}

/** Entries without a node are left out. */
export function mapNode(entries: Readonly<Record<string, SourceNode | undefined>>, { start, end }: Place): SourceNode {
  return {
    kind: 'map',
    start,
    end,
    alias: false,
    style: 'block',
    entries: Object.entries(entries).flatMap(([key, node]): SourceEntry[] =>
      node === undefined ? [] : [{ key, sourceKey: key, keyStart: node.start, keyEnd: node.end, node, merged: false }],
    ),
  };
}

/** Any data at one place. */
export function dataNode(value: unknown, place: Place): SourceNode {
  if (Array.isArray(value))
    return listNode(
      value.map((item) => dataNode(item, place)),
      place,
    );
  if (typeof value === 'object' && value !== null) {
    return mapNode(
      Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, one === undefined ? undefined : dataNode(one, place)]),
      ),
      place,
    );
  }
  return scalarNode(
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null,
    place,
  );
}
