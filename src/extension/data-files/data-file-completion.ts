import {
  describeSchema,
  findSchema,
  itemOf,
  listKeys,
  plainDefault,
  valuesOf,
  type SchemaNode,
} from './schema-node.ts';
import { findYamlPosition } from './yaml-position.ts';

/** The data of a completion, independent of the VS Code API. */
export interface DataFileCompletion {
  readonly kind: 'key' | 'value';
  readonly label: string;
  /** A snippet. */
  readonly insert: string;
  /** Markdown. */
  readonly documentation: string;
  /** How many characters before the position it replaces. */
  readonly replaces: number;
}

/** Completes keys and values of a YAML file from its JSON Schema. */
export function completeDataFile(schema: SchemaNode, before: string, after: string): readonly DataFileCompletion[] {
  const position = findYamlPosition(before, after);
  const node = position && findSchema(schema, position.path);
  if (!position || !node) return [];
  const replaces = position.typed.length;
  if (position.kind === 'value') {
    const documentation = describeSchema(position.path.at(-1) ?? '', node);
    return listValues(node).map((value) => ({ kind: 'value', label: value, insert: value, documentation, replaces }));
  }
  return listKeys(node, position.siblings)
    .filter(([key]) => !position.siblings.includes(key) && key !== '$schema')
    .map(([key, property]) => {
      const known = findSchema(schema, [...position.path, key]) ?? property;
      return {
        kind: 'key',
        label: key,
        insert: `${key}:${createValueSnippet(schema, known)}`,
        documentation: describeSchema(key, known),
        replaces,
      };
    });
}

function listValues(node: SchemaNode): readonly string[] {
  const values = valuesOf(node);
  if (values.length > 0) return values.map(String);
  const fallback = plainDefault(node);
  return fallback === undefined ? [] : [fallback];
}

function createValueSnippet(root: SchemaNode, node: SchemaNode): string {
  const values = valuesOf(node);
  if (values.length > 0) return ` \${1|${values.map(String).join(',')}|}`;
  if (node.properties) return '\n  $0';
  const list = itemOf(node);
  const item = list && findSchema({ ...list, definitions: root.definitions ?? {} }, []);
  if (item?.properties) {
    const [first, ...others] = requiredKeys(item);
    const tail = others.map((key, index) => `\n    ${key}: $${index + 2}`).join('');
    return `\n  - ${first}: $1${tail}`;
  }
  if (item) return '\n  - $0';
  const fallback = plainDefault(node);
  return fallback === undefined ? ' $0' : ` \${1:${fallback}}`;
}

/** The keys that an item needs; all keys if it needs none. */
function requiredKeys({ properties = {}, required = [] }: SchemaNode): readonly string[] {
  return required.length > 0 ? required : Object.keys(properties);
}
