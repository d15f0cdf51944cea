import { formatDataPath } from '../data-path.ts';
import type { DataPath } from '../document.ts';
import { childOf, entryOf, nodeAt } from './source-node.ts';
import type { OffsetRange, SourceNode } from './source-node.ts';

/** The tree of a text with the keys of the contract model, and the ranges and key names of the text. */
export class SourceView {
  readonly root: SourceNode | undefined;
  readonly #text: string;
  readonly #spellKey: (path: DataPath) => string;

  /** `spellKey` returns how the form of the file writes the key at a path of the model. */
  constructor(root: SourceNode | undefined, text: string, spellKey: (path: DataPath) => string) {
    this.root = root;
    this.#text = text;
    this.#spellKey = spellKey;
  }

  node(path: DataPath): SourceNode | undefined {
    return nodeAt(this.root, path);
  }

  /** The range of a node, or of its nearest ancestor that exists in the text. */
  rangeOf(path: DataPath): OffsetRange {
    let node = this.root;
    let range: OffsetRange = { start: node?.start ?? 0, end: node?.end ?? 0 };
    for (const step of path) {
      node = childOf(node, step);
      if (!node) break;
      range = { start: node.start, end: node.end };
    }
    return range;
  }

  /** A plain number or boolean as the text writes it (`1.10`, `010`, `1e3`), without a tag or an anchor. */
  writtenScalar({ kind, start, end }: SourceNode): string | undefined {
    if (kind !== 'scalar') return undefined;
    return /(?:^|\s)([\w.+-]+)$/.exec(this.#text.slice(start, end))?.[1];
  }

  /** The range of a key, or of the value if it has no key. */
  keyRangeOf(path: DataPath): OffsetRange {
    const key = path.at(-1);
    const entry = typeof key === 'string' ? entryOf(this.node(path.slice(0, -1)), key) : undefined;
    if (entry) return { start: entry.keyStart, end: entry.keyEnd };
    return this.rangeOf(path);
  }

  /** The range to underline for a value: the value if it is on one line, otherwise its key or its first line. */
  highlightRangeOf(path: DataPath): OffsetRange {
    const range = this.rangeOf(path);
    const lineEnd = this.#lineEnd(range.start);
    if (range.end > range.start && range.end <= lineEnd) return range;
    const key = this.keyRangeOf(path);
    if (key.end <= this.#lineEnd(key.start) && key.end > key.start) return key;
    return { start: range.start, end: Math.max(range.start, Math.min(range.end, lineEnd)) };
  }

  /** The last key of a path as written in the text, or as the form of the file would write it. */
  keyNameOf(path: DataPath): string {
    const key = path.at(-1);
    if (typeof key !== 'string') return formatDataPath(path);
    return entryOf(this.node(path.slice(0, -1)), key)?.sourceKey ?? this.#spellKey(path);
  }

  /** A path with the key names of the text. */
  sourcePath(path: DataPath): DataPath {
    return path.map((step, index) => (typeof step === 'number' ? step : this.keyNameOf(path.slice(0, index + 1))));
  }

  /** The name of a value in messages: `"creates"` or `creates[1]`. */
  describePath(path: DataPath): string {
    const last = path.at(-1);
    if (typeof last === 'string') return `"${this.keyNameOf(path)}"`;
    if (last === undefined) return 'the contract';
    return formatDataPath(this.sourcePath(path).slice(-2));
  }

  #lineEnd(offset: number): number {
    const match = /[\r\n]/g;
    match.lastIndex = offset;
    return match.exec(this.#text)?.index ?? this.#text.length;
  }
}
