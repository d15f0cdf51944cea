import type { ScalarStyle, SourceNode } from '../source/source-node.ts';
import type { EditedText } from './edited-text.ts';

/** The style of a file. It applies to new values that have no neighbor to copy the style from. */
export interface WritingStyle {
  /** The kind of quotes for strings that need quotes. */
  readonly quote: 'single' | 'double';
  /** The white space of one indentation level. */
  readonly indentUnit: string;
  /** Whether block lists are indented deeper than their key. */
  readonly indentedLists: boolean;
  /** Whether lists of scalars are written on one line, in brackets. */
  readonly flowLists: boolean;
  /** Whether braces have inner spaces: `{ a: 1 }`. */
  readonly padded: boolean;
}

/** Derives the style from the values of the file. */
export function detectWritingStyle(edited: EditedText): WritingStyle {
  const observer = new StyleObserver(edited);
  if (edited.source) observer.visit(edited.source);
  return {
    quote: edited.format === 'json' || observer.double >= observer.single ? 'double' : 'single',
    // YAML allows tabs only inside brackets.
    indentUnit: edited.format === 'yaml' && observer.indentUnit?.includes('\t') ? '  ' : (observer.indentUnit ?? '  '),
    indentedLists: observer.indentedLists ?? true,
    flowLists: observer.flowLists > observer.blockLists,
    padded: observer.padded ?? edited.format === 'yaml',
  };
}

class StyleObserver {
  single = 0;
  double = 0;
  indentUnit: string | undefined;
  indentedLists: boolean | undefined;
  padded: boolean | undefined;
  flowLists = 0;
  blockLists = 0;
  readonly #edited: EditedText;

  constructor(edited: EditedText) {
    this.#edited = edited;
  }

  visit(node: SourceNode): void {
    if (node.alias) return;
    if (node.kind === 'scalar') this.#recordQuotes(node.style);
    else if (node.kind === 'list') this.#visitList(node);
    else this.#visitMap(node);
  }

  #recordQuotes(style: ScalarStyle): void {
    if (style === 'single') this.single++;
    if (style === 'double') this.double++;
  }

  #visitList(list: SourceNode & { kind: 'list' }): void {
    if (list.items.length > 0 && list.items.every((item) => item.kind === 'scalar')) {
      if (list.style === 'flow') this.flowLists++;
      else this.blockLists++;
    }
    for (const item of list.items) this.visit(item);
  }

  #visitMap(map: SourceNode & { kind: 'map' }): void {
    const first = map.entries.find((entry) => !entry.merged);
    if (first && map.style === 'flow') {
      const between = this.#edited.text.slice(map.start + 1, first.keyStart);
      if (!/[\r\n]/.test(between)) this.padded ??= between !== '';
    }
    for (const entry of map.entries) {
      if (entry.merged) continue;
      this.#recordIndentation(entry.keyStart, entry.node);
      this.visit(entry.node);
    }
  }

  /** Records the indentation of a collection that starts on a new line. */
  #recordIndentation(keyStart: number, node: SourceNode): void {
    if (node.kind === 'scalar' || node.alias) return;
    const firstMember = node.kind === 'list' ? node.items[0]?.start : entryStart(node);
    if (firstMember === undefined || !this.#edited.spansLines({ start: keyStart, end: firstMember })) return;
    const outer = this.#edited.indentTo(keyStart);
    const inner = this.#edited.indentOf(node.style === 'block' ? node.start : firstMember);
    const deeper = inner.length > outer.length && inner.startsWith(outer);
    if (deeper) this.indentUnit ??= inner.slice(outer.length);
    if (node.kind === 'list' && node.style === 'block') this.indentedLists ??= deeper;
  }
}

function entryStart(node: SourceNode): number | undefined {
  return node.kind === 'map' ? node.entries.find((entry) => !entry.merged)?.keyStart : undefined;
}
