import type { GraphNode } from './graph-layout.ts';

/** The file that a key leads to from another: up and down in its column, left and right to the nearest of the next. */
export function nextNode(nodes: readonly GraphNode[], from: string, key: string): string | undefined {
  const now = nodes.find(({ file }) => file === from);
  if (!now) return undefined;
  const inColumn = (level: number): readonly GraphNode[] => nodes.filter((node) => node.level === level);
  switch (key) {
    case 'ArrowDown':
      return inColumn(now.level).find(({ y }) => y > now.y)?.file;
    case 'ArrowUp':
      return inColumn(now.level).findLast(({ y }) => y < now.y)?.file;
    case 'ArrowRight':
      return nearest(inColumn(now.level + 1), now.y);
    case 'ArrowLeft':
      return nearest(inColumn(now.level - 1), now.y);
    case 'Home':
      return nodes[0]?.file;
    case 'End':
      return nodes.at(-1)?.file;
    default:
      return undefined;
  }
}

function nearest(nodes: readonly GraphNode[], y: number): string | undefined {
  const [closest] = [...nodes].sort((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y));
  return closest?.file;
}
