import { exportName } from '../../contract/requirements.ts';
import { childOf, itemsOf, textOf, type SourceNode } from '../../contract/source/source-node.ts';
import { hasPlaceholder } from '../source/cursor.ts';

/** A chunk as the text has it, complete or not. */
export interface ChunkFacts {
  readonly id: string;
  readonly title: string;
  readonly node: SourceNode;
  readonly idNode: SourceNode;
  /** The items of `creates`, as written. */
  readonly creates: readonly string[];
}

/** The chunks of a contract that have an id. */
export function listChunks(root: SourceNode | undefined): readonly ChunkFacts[] {
  return itemsOf(childOf(root, 'chunks')).flatMap((node) => {
    const idNode = childOf(node, 'id');
    const id = textOf(idNode);
    if (idNode === undefined || id === undefined || hasPlaceholder(id)) return [];
    return [{ id, idNode, node, title: textOf(childOf(node, 'title')) ?? '', creates: textsIn(node, 'creates') }];
  });
}

/** The text items of a list of a map. */
export function textsIn(node: SourceNode | undefined, key: string): readonly string[] {
  return itemsOf(childOf(node, key)).flatMap((item) => {
    const text = textOf(item);
    return text === undefined || hasPlaceholder(text) ? [] : [text];
  });
}

/** An item with an id, such as a gate or a resource. */
export interface NamedItem {
  readonly id: string;
  readonly title: string;
  readonly idNode: SourceNode;
}

/** The items of a list at the top level that have an id. */
export function listNamed(root: SourceNode | undefined, list: 'gates' | 'resources' | 'steps'): readonly NamedItem[] {
  return itemsOf(childOf(root, list)).flatMap((item) => {
    const idNode = childOf(item, 'id');
    const id = textOf(idNode);
    if (idNode === undefined || id === undefined || hasPlaceholder(id)) return [];
    const title =
      textOf(childOf(item, 'name')) ?? textOf(childOf(item, 'description')) ?? textOf(childOf(item, 'command'));
    return [{ id, idNode, title: title ?? textOf(childOf(item, 'location')) ?? '' }];
  });
}

/** The names that a chunk states itself: in `functions`, `types` and `creates`. */
export function namesOfChunk(chunk: SourceNode | undefined): readonly string[] {
  const stated = (['functions', 'types'] as const).flatMap((list) =>
    itemsOf(childOf(chunk, list)).flatMap((item) => textOf(childOf(item, 'name')) ?? []),
  );
  const names = [...textsIn(chunk, 'creates').map(exportName), ...stated];
  return [...new Set(names)].filter((name) => name !== '' && !hasPlaceholder(name));
}
