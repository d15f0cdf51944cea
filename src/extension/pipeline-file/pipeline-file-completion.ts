import { describeSchema, findSchema, plainDefault, type SchemaNode } from './schema-node.ts';
import { findYamlPosition } from './yaml-position.ts';

/** The data of a completion, independent of the VS Code API. */
export interface PipelineFileCompletion {
  readonly kind: 'key' | 'value';
  readonly label: string;
  /** A snippet. */
  readonly insert: string;
  /** Markdown. */
  readonly documentation: string;
  /** How many characters before the position it replaces. */
  readonly replaces: number;
}

/** Completes keys and values of `.holdfast/pipeline.yaml` from its JSON Schema. */
export function completePipelineFile(
  schema: SchemaNode,
  before: string,
  after: string,
): readonly PipelineFileCompletion[] {
  const position = findYamlPosition(before, after);
  const node = position && findSchema(schema, position.path);
  if (!position || !node) return [];
  const replaces = position.typed.length;
  if (position.kind === 'value') {
    const documentation = describeSchema(position.path.at(-1) ?? '', node);
    return listValues(node).map((value) => ({ kind: 'value', label: value, insert: value, documentation, replaces }));
  }
  return Object.entries(node.properties ?? {})
    .filter(([key]) => !position.siblings.includes(key) && key !== '$schema')
    .map(([key, property]) => ({
      kind: 'key',
      label: key,
      insert: `${key}:${createValueSnippet(property)}`,
      documentation: describeSchema(key, property),
      replaces,
    }));
}

function listValues(node: SchemaNode): readonly string[] {
  if (node.enum) return node.enum.map(String);
  const fallback = plainDefault(node);
  return fallback === undefined ? [] : [fallback];
}

function createValueSnippet(node: SchemaNode): string {
  if (node.enum) return ` \${1|${node.enum.map(String).join(',')}|}`;
  if (node.properties) return '\n  $0';
  if (node.items?.properties) {
    const [first, ...others] = Object.keys(node.items.properties);
    const tail = others.map((key, index) => `\n    ${key}: $${index + 2}`).join('');
    return `\n  - ${first}: $1${tail}`;
  }
  if (node.items) return '\n  - $0';
  const fallback = plainDefault(node);
  return fallback === undefined ? ' $0' : ` \${1:${fallback}}`;
}
