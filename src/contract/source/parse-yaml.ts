import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Alias, Document, Node, Pair, Scalar, YAMLError, YAMLMap, YAMLSeq } from 'yaml';
import { didYouMean } from '../../shared/nearest.ts';
import type { DataPath } from '../document.ts';
import { MapEntries } from './map-entries.ts';
import { MAX_DEPTH, MAX_SYNTAX_PROBLEMS } from './parsed-source.ts';
import type { ParsedSource } from './parsed-source.ts';
import type { ScalarStyle, ScalarValue, SourceEntry, SourceNode, SourceScalar } from './source-node.ts';
import { ProblemList } from './source-problem.ts';
import { explainYamlError } from './yaml-syntax.ts';

/** How many nodes aliases may add to the data: a few lines of aliases to aliases could otherwise make billions. */
const MAX_ALIASED_NODES = 100_000;

/** Brackets that stay open beyond this are no contract, and cost the parser time that grows with their number. */
const MAX_OPEN_BRACKETS = 2_000;

/** Reads YAML. The core schema of YAML 1.2 holds whatever a directive says, with merge keys. */
export function parseYaml(text: string, lineOf: (offset: number) => number): ParsedSource {
  const problems = new ProblemList();
  const tooDeep = openBracketsBeyond(text, MAX_OPEN_BRACKETS);
  if (tooDeep !== undefined) {
    problems.error('too-deep', TOO_DEEP, [], { start: tooDeep, end: tooDeep + 1 });
    return { format: 'yaml', root: undefined, problems: problems.all, documents: 1 };
  }
  const parsed = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, schema: 'core', merge: false });
  const documents = 'empty' in parsed ? [] : parsed.filter(hasContent);
  const builder = new YamlTreeBuilder(text, problems, lineOf);
  const first = documents[0];
  const root = first?.contents ? builder.node(first.contents, []) : undefined;
  if (!('empty' in parsed) || parsed.errors.length > 0) {
    const all = 'empty' in parsed ? [parsed] : parsed;
    addSyntaxProblems(
      all.flatMap((document) => [...document.errors, ...document.warnings]),
      builder,
      problems,
      lineOf,
    );
  }
  const second = documents[1];
  if (second) {
    const start = documentStart(text, second);
    const message = `This file holds ${documents.length} YAML documents; only the first is read. Remove the "---" that divides them, or make files of them.`;
    problems.error('multiple-documents', message, [], { start, end: Math.min(text.length, start + 3) });
  }
  return { format: 'yaml', root, problems: problems.all, documents: Math.max(1, documents.length) };
}

const TOO_DEEP = `The text is nested more than ${MAX_DEPTH} levels deep: a contract is not.`;

function openBracketsBeyond(text: string, limit: number): number | undefined {
  let open = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 91 || code === 123) open++;
    else if ((code === 93 || code === 125) && open > 0) open--;
    if (open > limit) return index;
  }
  return undefined;
}

function hasContent(document: Document.Parsed): boolean {
  const contents = document.contents;
  return contents !== null && !(isScalar(contents) && contents.value === null && contents.source === '');
}

/** Where the `---` of a later document stands. */
function documentStart(text: string, document: Document.Parsed): number {
  const contentStart = document.contents?.range[0] ?? document.range[0];
  const marker = text.lastIndexOf('---', contentStart);
  return marker < 0 ? contentStart : marker;
}

function addSyntaxProblems(
  errors: readonly YAMLError[],
  builder: YamlTreeBuilder,
  problems: ProblemList,
  lineOf: (offset: number) => number,
): void {
  const linesSaid = new Set<number>();
  for (const error of errors.slice(0, MAX_SYNTAX_PROBLEMS)) {
    const { message, opener } = explainYamlError(error);
    const at = (opener && builder.openerAt(error.pos[0], opener)) ?? error.pos[0];
    const line = lineOf(at);
    // One slip often leads to several errors on its line; the first says it.
    if (linesSaid.has(line)) continue;
    linesSaid.add(line);
    const place = { start: at, end: at === error.pos[0] ? Math.max(error.pos[1], at) : at + 1 };
    if (error.name === 'YAMLWarning') problems.warning('syntax', message, [], place);
    else problems.error('syntax', message, [], place);
  }
}

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  BLOCK_FOLDED: 'folded',
  BLOCK_LITERAL: 'literal',
  PLAIN: 'plain',
  QUOTE_DOUBLE: 'double',
  QUOTE_SINGLE: 'single',
};

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '"': '"', "'": "'" };

interface Anchor {
  readonly node: SourceNode;
  readonly size: number;
}

class YamlTreeBuilder {
  readonly #text: string;
  readonly #problems: ProblemList;
  readonly #lineOf: (offset: number) => number;
  /** Undefined while the anchored node is still being read. */
  readonly #anchors = new Map<string, Anchor | undefined>();
  readonly #openers: { kind: 'quote' | 'collection'; start: number; end: number }[] = [];
  #nodes = 0;
  #aliased = 0;

  constructor(text: string, problems: ProblemList, lineOf: (offset: number) => number) {
    this.#text = text;
    this.#problems = problems;
    this.#lineOf = lineOf;
  }

  /** The last quote or bracket before an offset that nothing closes. */
  openerAt(offset: number, kind: 'quote' | 'collection'): number | undefined {
    return this.#openers.findLast((one) => one.kind === kind && one.start < offset && !this.#isClosed(one))?.start;
  }

  #isClosed({ start, end }: { start: number; end: number }): boolean {
    const closing = CLOSING[this.#text.charAt(start)];
    return end - start > 1 && closing !== undefined && this.#text.charAt(end - 1) === closing;
  }

  node(node: Node, path: DataPath): SourceNode {
    if (path.length > MAX_DEPTH) {
      this.#problems.error('too-deep', TOO_DEEP, path, this.#place(node));
      return this.#scalar(node, null, 'plain');
    }
    if (isAlias(node)) return this.#alias(node, path);
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    const before = this.#nodes++;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const built = this.#content(node, path);
    if (anchor !== undefined) this.#anchors.set(anchor, { node: built, size: this.#nodes - before });
    return built;
  }

  #content(node: Node, path: DataPath): SourceNode {
    if (isMap(node)) return this.#map(node, path);
    if (isSeq(node)) return this.#list(node, path);
    if (isScalar(node)) return this.#scalar(node, scalarValue(node), STYLES[node.type ?? ''] ?? 'plain');
    return this.#scalar(node, null, 'plain');
  }

  #scalar(node: Node, value: ScalarValue, style: ScalarStyle): SourceScalar {
    const place = this.#place(node);
    if (style === 'double' || style === 'single') this.#openers.push({ kind: 'quote', ...place });
    return { kind: 'scalar', ...place, alias: false, value, style };
  }

  #list(node: YAMLSeq, path: DataPath): SourceNode {
    const items = (node.items as Node[]).map((item, index) => this.node(item, [...path, index]));
    const place = this.#collectionPlace(node, items.at(-1)?.end);
    return { kind: 'list', ...place, alias: false, style: node.flow ? 'flow' : 'block', items };
  }

  #map(node: YAMLMap, path: DataPath): SourceNode {
    const entries = new MapEntries(this.#problems, this.#lineOf);
    let end: number | undefined;
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const key = pair.key;
      const keyPlace = this.#place(key);
      if (isScalar(key) && key.anchor !== undefined) this.node(key, path);
      const name = isScalar(key) ? keyName(key) : undefined;
      const read = pair.value ? this.node(pair.value, [...path, name ?? '']) : this.#emptyValue(keyPlace.end);
      const { value, others } = this.#withoutSwallowed(keyPlace.start, read);
      end = Math.max(end ?? 0, keyPlace.end, read.end);
      if (name === undefined) {
        this.#problems.error('wrong-type', 'A key must be plain text: write "name: value".', path, keyPlace);
      } else if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
        this.#merge(value, entries, path, keyPlace);
      } else {
        entries.add(
          { key: name, written: name, keyStart: keyPlace.start, keyEnd: keyPlace.end, node: value, borrowed: false },
          path,
        );
      }
      for (const other of others) entries.add(other, path);
    }
    const place = this.#collectionPlace(node, end);
    return { kind: 'map', ...place, alias: false, style: node.flow ? 'flow' : 'block', entries: entries.all() };
  }

  /**
   * In `message: Must: x` the parser takes `Must` for a key, and every key below for its neighbour. It has said that this
   * is wrong; what was meant is text, and the keys that stand in the column of the first belong beside it.
   */
  #withoutSwallowed(keyStart: number, value: SourceNode): { value: SourceNode; others: readonly SourceEntry[] } {
    const first = value.kind === 'map' && value.style === 'block' && !value.alias ? value.entries[0] : undefined;
    if (value.kind !== 'map' || !first || this.#lineOf(first.keyStart) !== this.#lineOf(keyStart)) {
      return { value, others: [] };
    }
    const column = this.#columnOf(keyStart);
    const others = value.entries.filter((entry) => entry !== first && this.#columnOf(entry.keyStart) === column);
    const end = Math.max(first.keyEnd, first.node.end);
    const text = this.#text.slice(value.start, end);
    return { value: { kind: 'scalar', start: value.start, end, alias: false, value: text, style: 'plain' }, others };
  }

  #columnOf(offset: number): number {
    return offset - this.#text.lastIndexOf('\n', offset - 1);
  }

  #merge(value: SourceNode, entries: MapEntries, path: DataPath, place: { start: number; end: number }): void {
    const sources = value.kind === 'list' ? value.items : [value];
    const borrowed: SourceEntry[] = [];
    for (const source of sources) {
      if (source.kind === 'map') borrowed.push(...source.entries);
      else this.#problems.error('syntax', 'A merge key "<<" takes an alias of a map, or a list of them.', path, place);
    }
    entries.borrow(borrowed);
  }

  #alias(node: Alias, path: DataPath): SourceNode {
    const place = this.#place(node);
    const anchor = this.#anchors.get(node.source);
    if (!anchor) {
      this.#problems.error('syntax', this.#whyNoAnchor(node.source), path, place);
      return { kind: 'scalar', ...place, alias: true, value: null, style: 'plain' };
    }
    this.#aliased += anchor.size;
    this.#nodes += anchor.size;
    if (this.#aliased > MAX_ALIASED_NODES) {
      const message = `The aliases of this file unfold into more than ${MAX_ALIASED_NODES} values: write out what is meant.`;
      this.#problems.error('too-large', message, [], place);
      return { kind: 'scalar', ...place, alias: true, value: null, style: 'plain' };
    }
    const aliasOf = anchor.node.aliasOf ?? { start: anchor.node.start, end: anchor.node.end };
    return { ...anchor.node, ...place, alias: true, aliasOf };
  }

  #whyNoAnchor(name: string): string {
    return this.#anchors.has(name)
      ? `*${name} stands inside the value that &${name} names: a value cannot hold itself.`
      : `*${name} has no anchor &${name} before it.${didYouMean(name, this.#anchors.keys())}`;
  }

  #emptyValue(offset: number): SourceScalar {
    return { kind: 'scalar', start: offset, end: offset, alias: false, value: null, style: 'plain' };
  }

  #place(node: Node): { start: number; end: number } {
    const [start, end] = node.range ?? [0, 0, 0];
    return { start, end: this.#trimmedEnd(start, end) };
  }

  /** Block collections end with their last value: what follows on the line is a comment. */
  #collectionPlace(node: YAMLMap | YAMLSeq, lastEnd: number | undefined): { start: number; end: number } {
    const place = this.#place(node);
    if (node.flow) {
      this.#openers.push({ kind: 'collection', start: place.start, end: node.range?.[1] ?? place.end });
      return place;
    }
    return { start: place.start, end: lastEnd ?? place.end };
  }

  #trimmedEnd(start: number, end: number): number {
    let trimmed = end;
    while (trimmed > start && isBlank(this.#text.charCodeAt(trimmed - 1))) trimmed--;
    return trimmed;
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function scalarValue(node: Scalar): ScalarValue {
  const value = node.value;
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
