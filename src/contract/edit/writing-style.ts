import type { ScalarStyle, SourceNode } from '../source/source-node.ts';
import type { EditedText } from './edited-text.ts';

/** How the author of a file writes, for values that have no neighbour to take after. */
export interface WritingStyle {
  /** The quotes of text that needs some. */
  readonly quote: 'single' | 'double';
  /** What one more level of indentation adds. */
  readonly step: string;
  /** Whether block lists stand deeper than their key. */
  readonly indentedLists: boolean;
  /** Whether lists of plain values stand on one line, in brackets. */
  readonly flowLists: boolean;
  /** A blank inside braces: `{ a: 1 }`. */
  readonly padded: boolean;
}

export function writingStyleOf(edited: EditedText): WritingStyle {
  const observed = new Observations(edited);
  if (edited.raw) observed.visit(edited.raw);
  return {
    quote: edited.format === 'json' || observed.double >= observed.single ? 'double' : 'single',
    // Tabs cannot indent YAML, though they may stand inside brackets.
    step: edited.format === 'yaml' && observed.step?.includes('\t') ? '  ' : (observed.step ?? '  '),
    indentedLists: observed.indentedLists ?? true,
    flowLists: observed.flowLists > observed.blockLists,
    padded: observed.padded ?? edited.format === 'yaml',
  };
}

class Observations {
  single = 0;
  double = 0;
  step: string | undefined;
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
    if (node.kind === 'scalar') this.#quote(node.style);
    else if (node.kind === 'list') this.#list(node);
    else this.#map(node);
  }

  #quote(style: ScalarStyle): void {
    if (style === 'single') this.single++;
    if (style === 'double') this.double++;
  }

  #list(list: SourceNode & { kind: 'list' }): void {
    if (list.items.length > 0 && list.items.every((item) => item.kind === 'scalar')) {
      if (list.style === 'flow') this.flowLists++;
      else this.blockLists++;
    }
    for (const item of list.items) this.visit(item);
  }

  #map(map: SourceNode & { kind: 'map' }): void {
    const first = map.entries.find((entry) => !entry.borrowed);
    if (first && map.style === 'flow') {
      const between = this.#edited.text.slice(map.start + 1, first.keyStart);
      if (!/[\r\n]/.test(between)) this.padded ??= between !== '';
    }
    for (const entry of map.entries) {
      if (entry.borrowed) continue;
      this.#level(entry.keyStart, entry.node);
      this.visit(entry.node);
    }
  }

  /** What a collection on lines of its own tells of the indentation. */
  #level(keyStart: number, node: SourceNode): void {
    if (node.kind === 'scalar' || node.alias) return;
    const firstMember = node.kind === 'list' ? node.items[0]?.start : entryStart(node);
    if (firstMember === undefined || !this.#edited.spansLines({ start: keyStart, end: firstMember })) return;
    const outer = this.#edited.indentTo(keyStart);
    const inner = this.#edited.indentOf(node.style === 'block' ? node.start : firstMember);
    const deeper = inner.length > outer.length && inner.startsWith(outer);
    if (deeper) this.step ??= inner.slice(outer.length);
    if (node.kind === 'list' && node.style === 'block') this.indentedLists ??= deeper;
  }
}

function entryStart(node: SourceNode): number | undefined {
  return node.kind === 'map' ? node.entries.find((entry) => !entry.borrowed)?.keyStart : undefined;
}
