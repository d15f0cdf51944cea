/** A complete value that a schema proposes. */
export interface SchemaSnippet {
  readonly label: string;
  readonly description?: string;
  readonly body: unknown;
}

/** A JSON Schema (draft 7), as far as completion and hovers read it. */
export interface SchemaNode {
  readonly description?: string;
  readonly default?: string | number | boolean | object | null;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  /** The schema of the values of a map with free keys. */
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode | readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
  readonly not?: SchemaNode;
  /** The descriptions of the values of `enum`, in its order. An extension of VS Code. */
  readonly enumDescriptions?: readonly string[];
  /** Complete values to insert. `$1` is a tab stop. An extension of VS Code. */
  readonly defaultSnippets?: readonly SchemaSnippet[];
  /** Whether a key is allowed but not proposed. An extension of VS Code. */
  readonly doNotSuggest?: boolean;
  /** `#/definitions/name` */
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

/** The keys to propose for a map that has the keys `siblings`. If alternatives have all of these, only their keys. */
export function listKeys(node: SchemaNode, siblings: readonly string[]): readonly (readonly [string, SchemaNode])[] {
  const alternatives = (node.anyOf ?? []).map(({ properties }) => properties ?? {});
  const fitting = alternatives.filter((properties) => siblings.every((key) => key in properties));
  const known = Object.entries(node.properties ?? {}).filter(([, { doNotSuggest }]) => doNotSuggest !== true);
  if (fitting.length === 0) return known;
  return known.filter(([key]) => fitting.some((properties) => key in properties));
}

/** The values that a schema lists. */
export function valuesOf(node: SchemaNode): readonly unknown[] {
  if (node.enum) return node.enum;
  if (node.const !== undefined) return [node.const];
  return hasType(node, 'boolean') ? [true, false] : [];
}

/** Whether a schema allows values of a type. */
export function hasType({ type }: SchemaNode, name: string): boolean {
  return typeof type === 'string' ? type === name : (type?.includes(name) ?? false);
}

/** The description of a key with its values and its default, as Markdown. */
export function describeSchema(key: string, node: SchemaNode): string {
  const values = valuesOf(node)
    .map((value) => `\`${String(value)}\``)
    .join(', ');
  const fallback = plainDefault(node);
  return [
    `**${key}**`,
    node.description ?? '',
    values === '' ? '' : `Values: ${values}.`,
    fallback === undefined || node.description?.includes('Default:') === true ? '' : `Default: \`${fallback}\`.`,
  ]
    .filter((line) => line !== '')
    .join('\n\n');
}

/** The default as text; `undefined` for a list, a map and null. */
export function plainDefault({ default: value }: SchemaNode): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** The first item of a list in a schema. */
export function itemOf({ items }: SchemaNode): SchemaNode | undefined {
  return isList(items) ? items[0] : items;
}

export function isList(items: SchemaNode['items']): items is readonly SchemaNode[] {
  return Array.isArray(items);
}
