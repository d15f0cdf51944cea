import type { GraphNode } from './graph-layout.ts';

/**
 * Returns the file that a key moves to: arrows up and down in the column, arrows left and right to the nearest file of
 * the neighboring column, Home and End to the first and last file. Returns `undefined` if there is no such file.
 */
export function findNextNode(nodes: readonly GraphNode[], from: string, key: string): string | undefined {
  const current = nodes.find(({ file }) => file === from);
  if (!current) return undefined;
  const inColumn = (level: number): readonly GraphNode[] => nodes.filter((node) => node.level === level);
  switch (key) {
    case 'ArrowDown':
      return inColumn(current.level).find(({ y }) => y > current.y)?.file;
    case 'ArrowUp':
      return inColumn(current.level).findLast(({ y }) => y < current.y)?.file;
    case 'ArrowRight':
      return findNearest(inColumn(current.level + 1), current.y);
    case 'ArrowLeft':
      return findNearest(inColumn(current.level - 1), current.y);
    case 'Home':
      return nodes[0]?.file;
    case 'End':
      return nodes.at(-1)?.file;
    default:
      return undefined;
  }
}

function findNearest(nodes: readonly GraphNode[], y: number): string | undefined {
  const [closest] = [...nodes].sort((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y));
  return closest?.file;
}
