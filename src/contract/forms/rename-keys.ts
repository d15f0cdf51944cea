import type { SourceEntry, SourceMap, SourceNode } from '../source/source-node.ts';

/** Converts `allowed_files` to `allowedFiles`. */
export function toCamelCase(key: string): string {
  return key.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts `allowedFiles` to `allowed_files`. */
export function toSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a copy of a map with other entries and the same range. */
export function withEntries(map: SourceMap, entries: readonly SourceEntry[]): SourceMap {
  return { ...map, entries };
}

/** Returns a copy of a map with the value of one key transformed. A node that is not a map is returned unchanged. */
export function mapValue<Node extends SourceNode>(
  node: Node,
  key: string,
  transform: (value: SourceNode) => SourceNode,
): Node {
  if (node.kind !== 'map') return node;
  const entries = node.entries.map((entry) => (entry.key === key ? { ...entry, node: transform(entry.node) } : entry));
  return { ...node, entries };
}

/** Returns a copy of a list with each item transformed. A node that is not a list is returned unchanged. */
export function mapItems(node: SourceNode, transform: (item: SourceNode, index: number) => SourceNode): SourceNode {
  return node.kind === 'list' ? { ...node, items: node.items.map(transform) } : node;
}
