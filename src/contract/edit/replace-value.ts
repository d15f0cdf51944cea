import type { ScalarStyle, SourceEntry, SourceNode, SourceScalar } from '../source/source-node.ts';
import type { EditedText, Splice } from './edited-text.ts';
import { isScalarValue, quoted, renderBlock, renderFlow, renderJsonLines, renderScalar } from './render-value.ts';
import type { JsonValue } from './render-value.ts';
import type { WritingStyle } from './writing-style.ts';

/**
 * Ways to write a value in the place of a node, the most faithful to the old one first. `owner` is the key that the node
 * stands under, where it has one.
 */
export function replacements(
  edited: EditedText,
  node: SourceNode,
  value: JsonValue,
  style: WritingStyle,
  owner: SourceEntry | undefined,
): readonly (readonly Splice[])[] {
  const texts =
    edited.format === 'json' ? jsonTexts(edited, node, value, style) : yamlTexts(edited, node, value, style);
  const { start, end } = node;
  if (start === end) {
    // Nothing stands for an empty value: it is written behind the colon of its key, after a blank.
    const colon = owner && /^\s*:/.exec(edited.text.slice(owner.keyEnd))?.[0].length;
    const at = owner && colon !== undefined ? owner.keyEnd + colon : start;
    return texts.map((text) => [{ start: at, end: at, text: ` ${text}` }]);
  }
  return [...new Set(texts)].map((text) => [{ start, end, text }]);
}

function jsonTexts(edited: EditedText, node: SourceNode, value: JsonValue, style: WritingStyle): readonly string[] {
  const spreads = node.kind !== 'scalar' && edited.spansLines(node) && !isScalarValue(value);
  const indent = edited.indentOf(node.start);
  return [spreads ? renderJsonLines(value, indent, style, edited.lineBreak) : renderFlow(value, 'json', style)];
}

function yamlTexts(edited: EditedText, node: SourceNode, value: JsonValue, style: WritingStyle): readonly string[] {
  const flow = renderFlow(value, 'yaml', style);
  if (isScalarValue(value)) return node.kind === 'scalar' ? scalarTexts(edited, node, value, style) : [flow];
  if (node.kind === 'scalar' || node.style === 'flow') return [flow];
  const block = renderBlock(value, style).join(`${edited.lineBreak}${edited.indentTo(node.start)}`);
  return [block, flow];
}

function scalarTexts(
  edited: EditedText,
  node: SourceScalar,
  value: JsonValue & SourceScalar['value'],
  style: WritingStyle,
): readonly string[] {
  if (typeof value !== 'string') return [renderScalar(value, 'yaml', style)];
  const wasText = typeof node.value === 'string';
  const first: ScalarStyle = wasText ? node.style : 'plain';
  const block = first === 'literal' || first === 'folded' ? blockTexts(edited, node, value) : [];
  const fallback: ScalarStyle[] = [style.quote, 'double'];
  const styles: ScalarStyle[] = first === 'plain' || first === 'single' ? [first, ...fallback] : fallback;
  if (first === 'double') styles.unshift('double');
  return [...block, ...styles.flatMap((one) => quoted(value, one) ?? [])];
}

/** A block scalar with its old header (comment included) and indentation; only the chomping mark may change. */
function blockTexts(edited: EditedText, node: SourceScalar, value: string): readonly string[] {
  const old = edited.text.slice(node.start, node.end);
  const header = /^([|>])(\d?)[-+]?(\d?)([^\r\n]*)(\r\n|\n|\r)/.exec(old);
  const firstLine = header && /^(?:[ \t]*[\r\n]+)*( +)\S/.exec(old.slice(header[0].length));
  const indent = firstLine?.[1];
  if (!header || indent === undefined || value.trim() === '' || value.includes('\r')) return [];
  const [, kind = '|', digitBefore = '', digitAfter = '', rest = '', lineBreak = '\n'] = header;
  const ends = value.endsWith('\n');
  const lines = (ends ? value.slice(0, -1) : value).split('\n');
  const write = (mark: string, content: readonly string[]): string => {
    const body = content.map((line) => (line === '' ? '' : indent + line));
    return `${mark}${digitBefore}${ends ? '' : '-'}${digitAfter}${rest}${lineBreak}${body.join(lineBreak)}`;
  };
  const literal = write('|', lines);
  // In a folded block a line break is written as an empty line.
  return kind === '|' ? [literal] : [write('>', lines.join('\n\n').split('\n')), literal];
}
