import {
  childOf,
  itemsOf,
  textOf,
  type OffsetRange,
  type SourceEntry,
  type SourceNode,
} from '../../contract/source/source-node.ts';
import { scanModel, type AuthoringFile } from '../source/authoring-file.ts';

export type OutlineKind =
  'specification' | 'chunk' | 'assertion' | 'gate' | 'function' | 'type' | 'resource' | 'key' | 'item';

/** An entry of the outline of a file. */
export interface OutlineEntry {
  readonly kind: OutlineKind;
  readonly name: string;
  readonly detail: string;
  readonly range: OffsetRange;
  /** The part to select, inside the range. */
  readonly selection: OffsetRange;
  readonly children: readonly OutlineEntry[];
}

/** How deep the values of other files are listed. */
const MAX_LEVELS = 4;
const MAX_DETAIL = 80;

/** The outline of a file: of a contract its specification, chunks and assertions, of other files their keys. Accepts every text. */
export function outlineOf(file: AuthoringFile): readonly OutlineEntry[] {
  const root = scanModel(file);
  if (file.kind === 'gate') return itemsOf(childOf(root, 'gates')).map((gate) => outlineNamed('gate', gate));
  if (file.kind !== 'contract') return outlineData(root, MAX_LEVELS);
  return root?.kind === 'map' ? root.entries.flatMap(outlineContractEntry) : [];
}

function outlineContractEntry(entry: SourceEntry): readonly OutlineEntry[] {
  const { key, node } = entry;
  if (key === 'spec') return [outlineSpecification(entry)];
  if (key === 'chunks') return itemsOf(node).map(outlineChunk);
  if (key === 'gates') return itemsOf(node).map((gate) => outlineNamed('gate', gate));
  if (key === 'functions' || key === 'types')
    return itemsOf(node).map((item) => outlineNamed(key === 'types' ? 'type' : 'function', item));
  if (key === 'resources' || key === 'steps') return itemsOf(node).map((item) => outlineNamed('resource', item));
  return node.kind === 'scalar' && key === 'version' ? [] : [outlineEntry(entry, 0)];
}

function outlineSpecification(entry: SourceEntry): OutlineEntry {
  const id = childOf(entry.node, 'id');
  return {
    kind: 'specification',
    name: textOf(id) ?? entry.sourceKey,
    detail: textOf(childOf(entry.node, 'title')) ?? '',
    ...rangesOf(entry, id),
    children: [],
  };
}

function outlineChunk(node: SourceNode): OutlineEntry {
  const lists = (['functions', 'types', 'assertions'] as const).flatMap((list) =>
    itemsOf(childOf(node, list)).map((item) =>
      list === 'assertions' ? outlineAssertion(item) : outlineNamed(list === 'types' ? 'type' : 'function', item),
    ),
  );
  const children = [...lists].sort((one, other) => one.range.start - other.range.start);
  return { ...outlineNamed('chunk', node), children };
}

function outlineNamed(kind: OutlineKind, node: SourceNode): OutlineEntry {
  const idNode = childOf(node, 'id') ?? childOf(node, 'name');
  const children = kind === 'gate' ? itemsOf(childOf(node, 'assertions')).map(outlineAssertion) : [];
  const detail = ['title', 'name', 'signature', 'definition', 'description', 'command', 'location']
    .map((key) => childOf(node, key))
    .find((one) => one !== undefined && one !== idNode);
  return {
    kind,
    name: nonEmpty(textOf(idNode)) ?? `(${kind} without an id)`,
    detail: shorten(textOf(detail)),
    ...rangeOfNode(node, idNode),
    children,
  };
}

function outlineAssertion(node: SourceNode): OutlineEntry {
  const check = childOf(node, 'check');
  const parts = ['type', 'target', 'file']
    .map((key) => textOf(childOf(check, key)))
    .filter((text) => text !== undefined);
  const message = childOf(node, 'message');
  const type = textOf(childOf(node, 'type')) === 'suggest' ? 'suggest' : 'assert';
  return {
    kind: 'assertion',
    name: nonEmpty(shorten(textOf(message))) ?? '(assertion without a message)',
    detail: [type, ...parts].join(' · '),
    ...rangeOfNode(node, message),
    children: [],
  };
}

/** The keys and items of a file that has no special outline. */
function outlineData(node: SourceNode | undefined, levels: number): readonly OutlineEntry[] {
  if (levels === 0 || node === undefined || node.alias) return [];
  if (node.kind === 'map') return node.entries.map((entry) => outlineEntry(entry, levels - 1));
  return itemsOf(node).map((item, index) => {
    const idNode = childOf(item, 'id') ?? childOf(item, 'name') ?? childOf(item, 'title');
    const name = nonEmpty(textOf(idNode)) ?? scalarText(item) ?? `[${index}]`;
    return { kind: 'item', name, detail: '', ...rangeOfNode(item, idNode), children: outlineData(item, levels - 1) };
  });
}

function outlineEntry(entry: SourceEntry, levels: number): OutlineEntry {
  const { sourceKey, node } = entry;
  return {
    kind: 'key',
    name: nonEmpty(sourceKey) ?? '""',
    detail: shorten(scalarText(node) ?? textOf(childOf(node, 'command'))),
    ...rangesOf(entry, undefined),
    children: node.kind === 'scalar' ? [] : outlineData(node, levels),
  };
}

function scalarText(node: SourceNode): string | undefined {
  return node.kind === 'scalar' && node.value !== null ? nonEmpty(shorten(String(node.value))) : undefined;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

function shorten(text: string | undefined): string {
  const line = (text ?? '').trim().replace(/\s+/g, ' ');
  return line.length <= MAX_DETAIL ? line : `${line.slice(0, MAX_DETAIL - 1)}…`;
}

function rangeOfNode(
  { start, end }: SourceNode,
  selected: SourceNode | undefined,
): Pick<OutlineEntry, 'range' | 'selection'> {
  const range = { start, end: Math.max(end, selected?.end ?? end) };
  // An editor rejects a selection outside the range. An alias is such a node.
  const isInside = selected && selected.start >= start && selected.end <= range.end;
  return { range, selection: isInside ? { start: selected.start, end: selected.end } : { start, end: start } };
}

function rangesOf(
  { keyStart, keyEnd, node }: SourceEntry,
  selected: SourceNode | undefined,
): Pick<OutlineEntry, 'range' | 'selection'> {
  const range = { start: keyStart, end: Math.max(keyEnd, node.alias ? keyEnd : node.end) };
  const isInside = selected && selected.start >= range.start && selected.end <= range.end;
  return {
    range,
    selection: isInside ? { start: selected.start, end: selected.end } : { start: keyStart, end: keyEnd },
  };
}
