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
  /** `#/definitions/name` */
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

/** The schema of a value. A number, or `[]`, is the step to an item of a list. Undefined for an unknown key. */
export function findSchema(root: SchemaNode, path: readonly (string | number)[]): SchemaNode | undefined {
  let nodes = listVariants(root, root);
  for (const step of path) {
    const children = nodes.flatMap((node) => findChild(node, step) ?? []);
    nodes = children.flatMap((child) => listVariants(root, child));
  }
  return mergeVariants(nodes);
}

/** The alternatives of a schema that are no alternatives themselves, with all references resolved. */
function listVariants(root: SchemaNode, node: SchemaNode, depth = 0): readonly SchemaNode[] {
  const name = node.$ref?.replace(/^#\/definitions\//, '');
  const target = name === undefined ? undefined : root.definitions?.[name];
  const parts = [...(target ? [target] : []), ...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  // A recursive schema refers to itself.
  if (parts.length === 0 || depth > MAX_DEPTH) return [node];
  return [node, ...parts.flatMap((part) => listVariants(root, part, depth + 1))];
}

const MAX_DEPTH = 8;

function findChild(node: SchemaNode, step: string | number): SchemaNode | undefined {
  if (typeof step === 'number' || step === '[]') {
    const { items } = node;
    return isList(items) ? items[typeof step === 'number' ? step : 0] : items;
  }
  const { additionalProperties } = node;
  return node.properties?.[step] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

/** One schema with the keys and values of all alternatives. The first description and default apply. */
function mergeVariants(variants: readonly SchemaNode[]): SchemaNode | undefined {
  const [first, ...others] = variants;
  if (!first || others.length === 0) return first;
  const values = [...new Set(variants.flatMap(valuesOf))];
  const properties: Record<string, SchemaNode> = {};
  for (const variant of variants)
    for (const [key, property] of Object.entries(variant.properties ?? {})) properties[key] ??= property;
  const items = variants.find((variant) => variant.items !== undefined)?.items;
  const description = variants.find((variant) => variant.description !== undefined)?.description;
  const fallback = variants.find((variant) => variant.default !== undefined)?.default;
  const maps = variants.filter((variant) => variant.properties !== undefined);
  return {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(values.length === 0 ? {} : { enum: values }),
    ...(maps.length === 0 ? {} : { properties }),
    ...(maps.length < 2 ? {} : { anyOf: maps }),
    ...(items === undefined ? {} : { items }),
  };
}

/** The keys of a map that has some keys already: those of the alternatives that have all of these. */
export function listKeys(node: SchemaNode, siblings: readonly string[]): readonly (readonly [string, SchemaNode])[] {
  const alternatives = (node.anyOf ?? []).map(({ properties }) => properties ?? {});
  const fitting = alternatives.filter((properties) => siblings.every((key) => key in properties));
  const known = Object.entries(node.properties ?? {});
  if (fitting.length === 0) return known;
  return known.filter(([key]) => fitting.some((properties) => key in properties));
}

/** The values that a schema lists. */
export function valuesOf(node: SchemaNode): readonly unknown[] {
  if (node.enum) return node.enum;
  if (node.const !== undefined) return [node.const];
  return node.type === 'boolean' ? [true, false] : [];
}

/** The description, the values and the default of a value, as Markdown. */
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

/** The default of a value that is no list and no map, as text. */
export function plainDefault({ default: value }: SchemaNode): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** The first item of a list in a schema. */
export function itemOf({ items }: SchemaNode): SchemaNode | undefined {
  return isList(items) ? items[0] : items;
}

function isList(items: SchemaNode['items']): items is readonly SchemaNode[] {
  return Array.isArray(items);
}
