import type { ScalarStyle, SourceEntry, SourceNode, SourceScalar } from '../source/source-node.ts';
import type { EditedText, Splice } from './edited-text.ts';
import { isScalarValue } from './json-value.ts';
import type { JsonValue } from './json-value.ts';
import { quoteString, renderBlock, renderFlow, renderJsonLines, renderScalar } from './render-value.ts';
import type { WritingStyle } from './writing-style.ts';

/**
 * Candidate texts for replacing a node by a value. The first is closest to the style of the old value. `owner` is the
 * entry of the node in its map, if it has one.
 */
export function replacementCandidates(
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
    // An empty value has no text. The new value is inserted after the colon of its key.
    const colon = owner && /^\s*:/.exec(edited.text.slice(owner.keyEnd))?.[0].length;
    const offset = owner && colon !== undefined ? owner.keyEnd + colon : start;
    return texts.map((text) => [{ start: offset, end: offset, text: ` ${text}` }]);
  }
  return [...new Set(texts)].map((text) => [{ start, end, text }]);
}

function jsonTexts(edited: EditedText, node: SourceNode, value: JsonValue, style: WritingStyle): readonly string[] {
  const isMultiline = node.kind !== 'scalar' && edited.spansLines(node) && !isScalarValue(value);
  const indent = edited.indentOf(node.start);
  return [isMultiline ? renderJsonLines(value, indent, style, edited.lineBreak) : renderFlow(value, 'json', style)];
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
  const wasString = typeof node.value === 'string';
  const preferred: ScalarStyle = wasString ? node.style : 'plain';
  const block = preferred === 'literal' || preferred === 'folded' ? blockTexts(edited, node, value) : [];
  const fallback: ScalarStyle[] = [style.quote, 'double'];
  const styles: ScalarStyle[] = preferred === 'plain' || preferred === 'single' ? [preferred, ...fallback] : fallback;
  if (preferred === 'double') styles.unshift('double');
  return [...block, ...styles.flatMap((candidate) => quoteString(value, candidate) ?? [])];
}

/** A block scalar with the old header and indentation. Only the chomping indicator may change. */
function blockTexts(edited: EditedText, node: SourceScalar, value: string): readonly string[] {
  const old = edited.text.slice(node.start, node.end);
  const header = /^([|>])(\d?)[-+]?(\d?)([^\r\n]*)(\r\n|\n|\r)/.exec(old);
  const firstLine = header && /^(?:[ \t]*[\r\n]+)*( +)\S/.exec(old.slice(header[0].length));
  const indent = firstLine?.[1];
  if (!header || indent === undefined || value.trim() === '' || value.includes('\r')) return [];
  const [, kind = '|', digitBefore = '', digitAfter = '', rest = '', lineBreak = '\n'] = header;
  const endsWithLineBreak = value.endsWith('\n');
  const lines = (endsWithLineBreak ? value.slice(0, -1) : value).split('\n');
  const render = (indicator: string, content: readonly string[]): string => {
    const body = content.map((line) => (line === '' ? '' : indent + line));
    return `${indicator}${digitBefore}${endsWithLineBreak ? '' : '-'}${digitAfter}${rest}${lineBreak}${body.join(lineBreak)}`;
  };
  const literal = render('|', lines);
  // A folded block represents a line break by an empty line.
  return kind === '|' ? [literal] : [render('>', lines.join('\n\n').split('\n')), literal];
}
