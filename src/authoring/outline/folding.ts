import type { OffsetRange, SourceNode } from '../../contract/source/source-node.ts';
import { scanFile, type AuthoringFile } from '../source/authoring-file.ts';

/** Lines that can be folded, from the line of `start` to the line of `end`. */
export interface FoldingRange extends OffsetRange {
  readonly kind: 'value' | 'comment';
}

/**
 * The ranges that can be folded: the values of keys and the items of lists that span lines, and comments of several lines.
 * Accepts every text.
 */
export function foldingRangesOf(file: AuthoringFile): readonly FoldingRange[] {
  const ranges: FoldingRange[] = [];
  const { text } = file;
  const add = (start: number, end: number): void => {
    if (/[\r\n]/.test(text.slice(start, end))) ranges.push({ kind: 'value', start, end });
  };
  const visit = (node: SourceNode): void => {
    if (node.alias) return;
    if (node.kind === 'map') {
      for (const { keyStart, keyEnd, node: value } of node.entries) {
        add(keyStart, Math.max(keyEnd, value.alias ? keyEnd : value.end));
        visit(value);
      }
    } else if (node.kind === 'list') {
      for (const item of node.items) {
        add(item.start, item.end);
        visit(item);
      }
    }
  };
  const { root } = scanFile(file);
  if (root) visit(root);
  return [...ranges, ...commentRanges(text)].sort((one, other) => one.start - other.start);
}

/** Runs of at least two lines that contain only a comment. */
function commentRanges(text: string): readonly FoldingRange[] {
  return [...text.matchAll(/^[ \t]*#[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]*#[^\r\n]*)+/gm)].map(({ index, 0: { length } }) => ({
    kind: 'comment',
    start: index,
    end: index + length,
  }));
}
