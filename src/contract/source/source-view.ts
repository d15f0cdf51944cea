import type { DataPath } from '../document.ts';
import { formatDataPath } from '../data-path.ts';
import { childOf, entryOf, nodeAt } from './source-node.ts';
import type { SourceNode } from './source-node.ts';

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The tree of one text, asked for places and for names as the text has them. */
export class SourceView {
  readonly root: SourceNode | undefined;
  readonly #text: string;
  readonly #spell: (path: DataPath) => string;

  /** `spell` says how the form of the file would write the key at a path of the model. */
  constructor(root: SourceNode | undefined, text: string, spell: (path: DataPath) => string) {
    this.root = root;
    this.#text = text;
    this.#spell = spell;
  }

  node(path: DataPath): SourceNode | undefined {
    return nodeAt(this.root, path);
  }

  /** The place of a node, or of its nearest ancestor that stands in the text. */
  placeOf(path: DataPath): Place {
    let node = this.root;
    let place: Place = { start: 0, end: 0 };
    if (node) place = { start: node.start, end: node.end };
    for (const step of path) {
      node = childOf(node, step);
      if (!node) break;
      place = { start: node.start, end: node.end };
    }
    return place;
  }

  /** The place of a key, or the value's where there is no key. */
  keyPlaceOf(path: DataPath): Place {
    const key = path.at(-1);
    const entry = typeof key === 'string' ? entryOf(this.node(path.slice(0, -1)), key) : undefined;
    if (entry) return { start: entry.keyStart, end: entry.keyEnd };
    return this.placeOf(path);
  }

  /** Where to point for a whole value: itself on one line, else its key, else its first line. */
  shortPlaceOf(path: DataPath): Place {
    const place = this.placeOf(path);
    const lineEnd = this.#lineEnd(place.start);
    if (place.end > place.start && place.end <= lineEnd) return place;
    const key = this.keyPlaceOf(path);
    if (key.end <= this.#lineEnd(key.start) && key.end > key.start) return key;
    return { start: place.start, end: Math.max(place.start, Math.min(place.end, lineEnd)) };
  }

  /** The key of a path as the text has it, or as the file's form would write it. */
  keyNameOf(path: DataPath): string {
    const key = path.at(-1);
    if (typeof key !== 'string') return formatDataPath(path);
    return entryOf(this.node(path.slice(0, -1)), key)?.written ?? this.#spell(path);
  }

  /** A path with the names that the text uses. */
  writtenPath(path: DataPath): DataPath {
    return path.map((step, index) => (typeof step === 'number' ? step : this.keyNameOf(path.slice(0, index + 1))));
  }

  /** What a message calls the value at a path: `"creates"`, or `creates[1]`. */
  nameOf(path: DataPath): string {
    const last = path.at(-1);
    if (typeof last === 'string') return `"${this.keyNameOf(path)}"`;
    if (last === undefined) return 'the contract';
    return formatDataPath(this.writtenPath(path).slice(-2));
  }

  #lineEnd(offset: number): number {
    const match = /[\r\n]/g;
    match.lastIndex = offset;
    return match.exec(this.#text)?.index ?? this.#text.length;
  }
}
