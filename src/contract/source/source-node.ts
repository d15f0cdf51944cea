/**
 * The syntax tree of a contract file, for both YAML and JSON: the data and the offsets of each part. Offsets are UTF-16
 * code units from 0; ends are exclusive. The readers in `forms/` transform the tree and keep the offsets of the text.
 */
import type { DataPath } from '../document.ts';

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';
export type CollectionStyle = 'flow' | 'block';
export type ScalarValue = string | number | boolean | null;

/** A range of a text, in offsets. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

interface NodeBase extends OffsetRange {
  /** Whether the node is an alias (`*name`). Its range is the range of the alias; its children are inside the anchored value. */
  readonly alias: boolean;
  /** The range of the anchored value that an alias repeats. */
  readonly aliasOf?: OffsetRange;
  /** Whether a form reader created the node. No text corresponds to such a node. */
  readonly synthetic?: boolean;
}

export interface SourceScalar extends NodeBase {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
  readonly style: ScalarStyle;
}

export interface SourceList extends NodeBase {
  readonly kind: 'list';
  readonly style: CollectionStyle;
  readonly items: readonly SourceNode[];
}

export interface SourceMap extends NodeBase {
  readonly kind: 'map';
  readonly style: CollectionStyle;
  readonly entries: readonly SourceEntry[];
}

export type SourceNode = SourceScalar | SourceList | SourceMap;

export interface SourceEntry {
  /** The key as the contract model names it. */
  readonly key: string;
  /** The key as written in the text. It differs from `key` only in forms other than the contract form. */
  readonly sourceKey: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: SourceNode;
  /** Whether the entry comes from a merge key (`<<`). */
  readonly merged: boolean;
}

/** The entry of a key; `undefined` if the node is not a map or has no such key. */
export function entryOf(node: SourceNode | undefined, key: string): SourceEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}

/** The child of a list by index, or of a map by key. */
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

/** The items of a list; empty for any other node. */
export function itemsOf(node: SourceNode | undefined): readonly SourceNode[] {
  return node?.kind === 'list' ? node.items : [];
}

/** The value of a string scalar; `undefined` for any other node. */
export function textOf(node: SourceNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The value of a node as JSON data. */
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

/** The path of the innermost node whose key or value contains an offset. */
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
    // A synthetic entry has an empty range, which can coincide with the start of a real entry.
    const isSynthetic = entry.node.synthetic === true && end === entry.keyStart;
    return !entry.merged && !isSynthetic && offset >= entry.keyStart && offset <= end;
  })?.key;
}

function indexAt(node: SourceList, offset: number): number | undefined {
  const index = node.items.findIndex((item) => offset >= item.start && offset <= item.end);
  return index < 0 ? undefined : index;
}
