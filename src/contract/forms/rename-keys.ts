import type { SourceEntry, SourceMap, SourceNode } from '../source/source-node.ts';

/** `allowed_files` → `allowedFiles`. */
export function camelCase(key: string): string {
  return key.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `allowedFiles` → `allowed_files`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The map with other entries; what stands where in the text is unchanged. */
export function withEntries(map: SourceMap, entries: readonly SourceEntry[]): SourceMap {
  return { ...map, entries };
}

/** The map with one value read otherwise. */
export function mapValue<Node extends SourceNode>(
  node: Node,
  key: string,
  read: (value: SourceNode) => SourceNode,
): Node {
  if (node.kind !== 'map') return node;
  const entries = node.entries.map((entry) => (entry.key === key ? { ...entry, node: read(entry.node) } : entry));
  return { ...node, entries };
}

/** The list with each item read otherwise. */
export function mapItems(node: SourceNode, read: (item: SourceNode, index: number) => SourceNode): SourceNode {
  return node.kind === 'list' ? { ...node, items: node.items.map(read) } : node;
}
