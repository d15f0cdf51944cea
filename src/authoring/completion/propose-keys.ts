import {
  describeSchema,
  hasType,
  itemOf,
  listKeys,
  plainDefault,
  valuesOf,
  type SchemaNode,
} from '../schema/schema-node.ts';
import { findSchema } from '../schema/find-schema.ts';
import type { Cursor } from '../source/cursor.ts';
import type { CompletionProposal } from './proposal.ts';
import { escapeSnippet, MAP_TAB_STOP, notationOf, writeSnippet, type Notation } from '../writing/write-value.ts';

/** Where keys are proposed. */
export interface KeyPlace {
  readonly cursor: Cursor;
  readonly format: 'yaml' | 'json';
  /** The schema of the whole file. */
  readonly schema: SchemaNode;
  /** The schema of the map. */
  readonly map: SchemaNode;
  readonly siblings: readonly string[];
  /** What precedes the key, such as a missing dash. */
  readonly prefix: string;
  /** What follows its value, such as a comma. */
  readonly suffix: string;
  /** Whether there are proposals for the value of a key. */
  readonly hasProposals: (key: string) => boolean;
}

/** Proposes the keys that a map can have and does not have yet, required ones first. */
export function proposeKeys(place: KeyPlace): readonly CompletionProposal[] {
  const { cursor, format, schema, map, siblings, prefix, suffix, hasProposals } = place;
  const notation = notationOf(cursor, format);
  const required = new Set(map.required);
  const keys = listKeys(map, siblings).filter(([key]) => !siblings.includes(key) && key !== '$schema');
  const sorted = [...keys.filter(([key]) => required.has(key)), ...keys.filter(([key]) => !required.has(key))];
  return sorted.map(([key, property]) => {
    const known = findSchema({ ...property, definitions: schema.definitions ?? {} }, []) ?? property;
    const written = cursor.quote !== '' || notation === 'json' ? JSON.stringify(key) : key;
    const value = cursor.hasColon ? '' : `:${valueSnippet(schema, known, notation)}${suffix}`;
    return {
      kind: 'key',
      label: key,
      ...(required.has(key) ? { detail: 'required' } : {}),
      insert: prefix + padLines(`${escapeSnippet(written)}${value}`, cursor),
      filter: cursor.quote + key,
      documentation: describeSchema(key, known),
      continues: !cursor.hasColon && (known.properties || itemOf(known) ? true : hasProposals(key)),
    };
  });
}

/** An editor indents the lines of a snippet like the line of the cursor, which can begin with a dash. */
export function padLines(snippet: string, { column, lineIndent }: Pick<Cursor, 'column' | 'lineIndent'>): string {
  const pad = ' '.repeat(Math.max(0, column - lineIndent));
  return snippet.replaceAll('\n', `\n${pad}`);
}

function valueSnippet(root: SchemaNode, node: SchemaNode, notation: Notation): string {
  const values = valuesOf(node);
  const quote = notation === 'json' ? '"' : '';
  const mark = quote !== '' && values.every((value) => typeof value === 'string') ? quote : '';
  if (values.length > 0)
    return ` ${mark}\${1|${values.map((value) => String(value).replace(/[,|\\]/g, '\\$&')).join(',')}|}${mark}`;
  if (node.properties) return notation === 'block' ? '\n  $0' : ' { $0 }';
  const list = itemOf(node);
  const item = list && findSchema({ ...list, definitions: root.definitions ?? {} }, []);
  if (item?.properties) return listSnippet(root, item, notation);
  if (item) return notation === 'block' ? '\n  - $0' : ` [${quote}$0${quote}]`;
  const fallback = plainDefault(node);
  const isText = quote !== '' && (hasType(node, 'string') || node.type === undefined);
  const inner = fallback === undefined || fallback === '' ? '$0' : `\${1:${escapeSnippet(fallback)}}`;
  return isText ? ` ${quote}${inner}${quote}` : ` ${inner}`;
}

/** A list with one item that has the keys that an item needs. */
function listSnippet(root: SchemaNode, item: SchemaNode, notation: Notation): string {
  const body = Object.fromEntries(
    requiredKeys(item).map((key, index): [string, string] => {
      const value = findSchema({ ...item.properties?.[key], definitions: root.definitions ?? {} }, []);
      return [key, value?.properties && notation !== 'block' ? MAP_TAB_STOP : `$${index + 1}`];
    }),
  );
  if (notation !== 'block') return ` [${writeSnippet(body, notation)}]`;
  return `\n  - ${writeSnippet(body, notation, '    ')}`;
}

/** The keys that an item needs; all keys if it needs none. */
export function requiredKeys({ properties = {}, required = [] }: SchemaNode): readonly string[] {
  return required.length > 0 ? required : Object.keys(properties);
}
