import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Alias, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { didYouMean } from '../../foundation/name-suggestions.ts';
import type { DataPath } from '../document.ts';
import { MapEntryCollector } from './map-entry-collector.ts';
import { MAX_DEPTH, TOO_DEEP_MESSAGE } from './parsed-source.ts';
import type { OffsetRange, ScalarStyle, ScalarValue, SourceEntry, SourceNode, SourceScalar } from './source-node.ts';
import type { ProblemList } from './source-problem.ts';
import type { Delimited } from './yaml-errors.ts';

/** The maximum number of nodes that aliases may add. Nested aliases can expand a few lines to billions of nodes. */
const MAX_ALIASED_NODES = 100_000;

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  BLOCK_FOLDED: 'folded',
  BLOCK_LITERAL: 'literal',
  PLAIN: 'plain',
  QUOTE_DOUBLE: 'double',
  QUOTE_SINGLE: 'single',
};

interface Anchor {
  readonly node: SourceNode;
  /** The number of nodes below the anchor, including itself. */
  readonly size: number;
}

/** Converts the nodes of the YAML parser to source nodes: resolves aliases and merge keys, and checks keys. */
export class YamlTreeBuilder {
  readonly #text: string;
  readonly #problems: ProblemList;
  readonly #lineOf: (offset: number) => number;
  /** The anchors by name. The value is `undefined` while the anchored node is being built. */
  readonly #anchors = new Map<string, Anchor | undefined>();
  readonly #delimited: Delimited[] = [];
  #nodeCount = 0;
  #aliasedNodeCount = 0;

  constructor(text: string, problems: ProblemList, lineOf: (offset: number) => number) {
    this.#text = text;
    this.#problems = problems;
    this.#lineOf = lineOf;
  }

  /** The quoted scalars and flow collections of the nodes built so far. */
  get delimited(): readonly Delimited[] {
    return this.#delimited;
  }

  build(root: Node): SourceNode {
    return this.#buildNode(root, []);
  }

  #buildNode(node: Node, path: DataPath): SourceNode {
    if (path.length > MAX_DEPTH) {
      this.#problems.error('too-deep', TOO_DEEP_MESSAGE, path, this.#range(node));
      return this.#buildScalar(node, null, 'plain');
    }
    if (isAlias(node)) return this.#resolveAlias(node, path);
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    const before = this.#nodeCount++;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const built = this.#buildContent(node, path);
    if (anchor !== undefined) this.#anchors.set(anchor, { node: built, size: this.#nodeCount - before });
    return built;
  }

  #buildContent(node: Node, path: DataPath): SourceNode {
    if (isMap(node)) return this.#buildMap(node, path);
    if (isSeq(node)) return this.#buildList(node, path);
    if (isScalar(node)) return this.#buildScalar(node, scalarValue(node), STYLES[node.type ?? ''] ?? 'plain');
    return this.#buildScalar(node, null, 'plain');
  }

  #buildScalar(node: Node, value: ScalarValue, style: ScalarStyle): SourceScalar {
    const range = this.#range(node);
    if (style === 'double' || style === 'single') {
      this.#delimited.push({ kind: 'quote', start: range.start, end: node.range?.[1] ?? range.end });
    }
    return { kind: 'scalar', ...range, alias: false, value, style };
  }

  #buildList(node: YAMLSeq, path: DataPath): SourceNode {
    const items = (node.items as Node[]).map((item, index) => this.#buildNode(item, [...path, index]));
    const range = this.#collectionRange(node, items.at(-1)?.end);
    return { kind: 'list', ...range, alias: false, style: node.flow ? 'flow' : 'block', items };
  }

  #buildMap(node: YAMLMap, path: DataPath): SourceNode {
    const collector = new MapEntryCollector(this.#problems, this.#lineOf);
    let end: number | undefined;
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const { key } = pair;
      const keyRange = this.#range(key);
      if (isScalar(key) && key.anchor !== undefined) this.#buildNode(key, path);
      const name = isScalar(key) ? keyName(key) : undefined;
      const built = pair.value ? this.#buildNode(pair.value, [...path, name ?? '']) : emptyValue(keyRange.end);
      const { value, siblings } = this.#separateSiblings(keyRange.start, built);
      end = Math.max(end ?? 0, keyRange.end, built.end);
      if (name === undefined) {
        this.#problems.error('wrong-type', 'A key must be plain text. Write "name: value".', path, keyRange);
      } else if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
        this.#mergeEntries(value, collector, path, keyRange);
      } else {
        const { start: keyStart, end: keyEnd } = keyRange;
        collector.add({ key: name, sourceKey: name, keyStart, keyEnd, node: value, merged: false }, path);
      }
      for (const sibling of siblings) collector.add(sibling, path);
    }
    const range = this.#collectionRange(node, end);
    return { kind: 'map', ...range, alias: false, style: node.flow ? 'flow' : 'block', entries: collector.entries() };
  }

  /**
   * In `message: Must: x`, the parser treats `Must` as a key and the keys on the lines below as its siblings. The syntax
   * error is already reported, and the author meant a string. Returns that string. Also returns the keys in the column
   * of the outer key, because they belong to the outer map.
   */
  #separateSiblings(keyStart: number, value: SourceNode): { value: SourceNode; siblings: readonly SourceEntry[] } {
    const first = value.kind === 'map' && value.style === 'block' && !value.alias ? value.entries[0] : undefined;
    if (value.kind !== 'map' || !first || this.#lineOf(first.keyStart) !== this.#lineOf(keyStart)) {
      return { value, siblings: [] };
    }
    const column = this.#columnOf(keyStart);
    const siblings = value.entries.filter((entry) => entry !== first && this.#columnOf(entry.keyStart) === column);
    const end = Math.max(first.keyEnd, first.node.end);
    const text = this.#text.slice(value.start, end);
    const scalar: SourceScalar = { kind: 'scalar', start: value.start, end, alias: false, value: text, style: 'plain' };
    return { value: scalar, siblings };
  }

  #columnOf(offset: number): number {
    return offset - this.#text.lastIndexOf('\n', offset - 1);
  }

  #mergeEntries(value: SourceNode, collector: MapEntryCollector, path: DataPath, keyRange: OffsetRange): void {
    const sources = value.kind === 'list' ? value.items : [value];
    const merged: SourceEntry[] = [];
    for (const source of sources) {
      if (source.kind === 'map') merged.push(...source.entries);
      else {
        const message = 'The merge key "<<" requires an alias of a map, or a list of such aliases.';
        this.#problems.error('syntax', message, path, keyRange);
      }
    }
    collector.addMerged(merged);
  }

  #resolveAlias(node: Alias, path: DataPath): SourceNode {
    const range = this.#range(node);
    const anchor = this.#anchors.get(node.source);
    if (!anchor) {
      this.#problems.error('syntax', this.#unknownAliasMessage(node.source), path, range);
      return { kind: 'scalar', ...range, alias: true, value: null, style: 'plain' };
    }
    this.#aliasedNodeCount += anchor.size;
    this.#nodeCount += anchor.size;
    if (this.#aliasedNodeCount > MAX_ALIASED_NODES) {
      const limit = MAX_ALIASED_NODES.toLocaleString('en');
      const message = `The aliases in this file expand to more than ${limit} values. Write out the values instead.`;
      this.#problems.error('too-large', message, [], range);
      return { kind: 'scalar', ...range, alias: true, value: null, style: 'plain' };
    }
    const aliasOf = anchor.node.aliasOf ?? { start: anchor.node.start, end: anchor.node.end };
    return { ...anchor.node, ...range, alias: true, aliasOf };
  }

  #unknownAliasMessage(name: string): string {
    return this.#anchors.has(name)
      ? `The alias *${name} is inside the value of its anchor &${name}. A value cannot contain itself.`
      : `Unknown alias *${name}. Define the anchor &${name} before it.${didYouMean(name, this.#anchors.keys())}`;
  }

  #range(node: Node): OffsetRange {
    const [start, end] = node.range ?? [0, 0, 0];
    return { start, end: this.#trimmedEnd(start, end) };
  }

  /** The range of a collection. A block collection ends with its last value, before a comment on the same line. */
  #collectionRange(node: YAMLMap | YAMLSeq, lastEnd: number | undefined): OffsetRange {
    const range = this.#range(node);
    if (!node.flow) return { start: range.start, end: lastEnd ?? range.end };
    this.#delimited.push({ kind: 'collection', start: range.start, end: node.range?.[1] ?? range.end });
    return range;
  }

  #trimmedEnd(start: number, end: number): number {
    let trimmed = end;
    while (trimmed > start && isWhiteSpace(this.#text.charCodeAt(trimmed - 1))) trimmed--;
    return trimmed;
  }
}

function emptyValue(offset: number): SourceScalar {
  return { kind: 'scalar', start: offset, end: offset, alias: false, value: null, style: 'plain' };
}

function isWhiteSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function scalarValue(node: Scalar): ScalarValue {
  const { value } = node;
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      return null;
  }
}

function keyName(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
}
