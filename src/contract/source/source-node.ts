/**
 * The tree of a contract's text, YAML and JSON alike: the data, and where each piece of it stands. Offsets are UTF-16
 * code units from 0, ends exclusive. It is plain data; whoever changes the form of a file (see manifest.ts) makes nodes
 * that keep the offsets of the text they came from.
 */
import type { DataPath } from '../document.ts';

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';
export type CollectionStyle = 'flow' | 'block';
export type ScalarValue = string | number | boolean | null;

interface PlacedNode {
  readonly start: number;
  readonly end: number;
  /** Written as an alias (`*name`): the offsets are the alias's, what is below stands at the anchor. */
  readonly alias: boolean;
  /** Where the value that an alias repeats stands. */
  readonly aliasOf?: { readonly start: number; readonly end: number };
  /** Made by a reader of another form; nothing in the text stands for it alone. */
  readonly synthetic?: boolean;
}

export interface SourceScalar extends PlacedNode {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
  readonly style: ScalarStyle;
}

export interface SourceList extends PlacedNode {
  readonly kind: 'list';
  readonly style: CollectionStyle;
  readonly items: readonly SourceNode[];
}

export interface SourceMap extends PlacedNode {
  readonly kind: 'map';
  readonly style: CollectionStyle;
  readonly entries: readonly SourceEntry[];
}

export type SourceNode = SourceScalar | SourceList | SourceMap;

export interface SourceEntry {
  /** The key in the words of the model. */
  readonly key: string;
  /** The key as the text has it; another than `key` only in forms that are read into the model. */
  readonly written: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: SourceNode;
  /** Came through a merge key (`<<`). */
  readonly borrowed: boolean;
}

/** The node of a map's key. */
export function entryOf(node: SourceNode | undefined, key: string): SourceEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}

export function childOf(node: SourceNode | undefined, step: string | number): SourceNode | undefined {
  if (node?.kind === 'list') return typeof step === 'number' ? node.items[step] : undefined;
  return typeof step === 'string' ? entryOf(node, step)?.node : undefined;
}

export function nodeAt(root: SourceNode | undefined, path: DataPath): SourceNode | undefined {
  let node = root;
  for (const step of path) {
    node = childOf(node, step);
    if (!node) return undefined;
  }
  return node;
}

export function itemsOf(node: SourceNode | undefined): readonly SourceNode[] {
  return node?.kind === 'list' ? node.items : [];
}

export function textOf(node: SourceNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The data of a node as JSON would have it. */
export function dataOf(node: SourceNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(dataOf);
    case 'map':
      return Object.fromEntries(node.entries.map((entry) => [entry.key, dataOf(entry.node)]));
  }
}

/** The path of the innermost node whose text, or whose key, holds an offset. */
export function pathAtOffset(root: SourceNode | undefined, offset: number): DataPath {
  const path: (string | number)[] = [];
  let node = root;
  while (node && !node.alias) {
    const step: string | number | undefined =
      node.kind === 'map' ? keyAt(node, offset) : node.kind === 'list' ? indexAt(node, offset) : undefined;
    if (step === undefined) break;
    path.push(step);
    node = childOf(node, step);
  }
  return path;
}

function keyAt(node: SourceMap, offset: number): string | undefined {
  return node.entries.find((entry) => {
    const end = Math.max(entry.keyEnd, entry.node.end);
    // What a reader made up stands at one offset, in front of what the text holds there.
    const isMadeUp = entry.node.synthetic === true && end === entry.keyStart;
    return !entry.borrowed && !isMadeUp && offset >= entry.keyStart && offset <= end;
  })?.key;
}

function indexAt(node: SourceList, offset: number): number | undefined {
  const index = node.items.findIndex((item) => offset >= item.start && offset <= item.end);
  return index < 0 ? undefined : index;
}
