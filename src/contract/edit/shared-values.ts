import type { DataPath } from '../document.ts';
import { childOf, entryOf } from '../source/source-node.ts';
import type { OffsetRange, SourceNode } from '../source/source-node.ts';
import { ContractEditError } from './contract-edit.ts';
import type { EditedText } from './edited-text.ts';

/**
 * Throws a ContractEditError if an edit at a path would change several values or none. That is the case if the path leads
 * through an alias, a merge key or a synthetic node, or into a value that an alias repeats.
 */
export function rejectSharedValue(edited: EditedText, path: DataPath): void {
  let node = edited.view.root;
  for (const step of path) {
    if (typeof step === 'string' && entryOf(node, step)?.merged === true) {
      throw new ContractEditError('alias', path, 'the value comes through a merge key (<<)');
    }
    node = childOf(node, step);
    if (!node) break;
    if (node.alias) throw new ContractEditError('alias', path, 'the value is an alias (*) of another value');
    if (node.synthetic) throw new ContractEditError('not-found', path, 'the value is not written in the file');
  }
  const shared = edited.source ? findSharedRanges(edited.source) : [];
  const range = edited.view.rangeOf(path);
  const isInside = shared.some(({ start, end }) => start <= range.start && range.start < end);
  // A key that is added to an anchored map is also merged into the maps that merge the anchor.
  const owner = node ? undefined : edited.view.node(path.slice(0, -1));
  const isMerged =
    owner?.kind === 'map' && owner.entries.some((entry) => shared.some(({ start }) => start === entry.keyStart));
  if (isInside || isMerged)
    throw new ContractEditError('alias', path, 'an alias (*) elsewhere in the file repeats the value');
}

/** The ranges of the values that aliases and merge keys repeat. */
function findSharedRanges(node: SourceNode): readonly OffsetRange[] {
  if (node.alias) return node.aliasOf ? [node.aliasOf] : [];
  if (node.kind === 'list') return node.items.flatMap(findSharedRanges);
  if (node.kind === 'scalar') return [];
  return node.entries.flatMap((entry) =>
    entry.merged ? [{ start: entry.keyStart, end: entry.node.end }] : findSharedRanges(entry.node),
  );
}
